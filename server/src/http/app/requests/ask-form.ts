import { parseEmailAddress } from '#protocol/email-address.ts';
import { day } from '../../../domain/model/clock.ts';
import type { RequestOrder } from '../../../domain/grants/request-order.ts';
import { maxLinks } from '../../../domain/grants/request-order.ts';
import { findMessageProblem } from '../../../domain/model/message.ts';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { retryDate } from '../frame/retry-date.ts';

export const limitNames = ['maxFiles', 'maxBytes', 'maxFileBytes', 'maxReturns'] as const;
export type LimitName = (typeof limitNames)[number];

/** The form as it was filled in, so that it can be shown again. */
export interface AskForm {
  way: 'mail' | 'link';
  emails: string;
  links: string;
  message: string;
  days: string;
  limits: Record<LimitName, string>;
  /** The same in each copy of one form, so that sending it twice asks once. */
  key: string;
}

export function emptyForm(key: string, days: number): AskForm {
  const limits = { maxFiles: '', maxBytes: '', maxFileBytes: '', maxReturns: '' };
  return { way: 'mail', emails: '', links: '1', message: '', days: String(days), limits, key };
}

export function readForm(form: URLSearchParams): AskForm {
  const text = (name: string): string => form.get(name) ?? '';
  return {
    way: text('way') === 'link' ? 'link' : 'mail',
    emails: text('emails'),
    links: text('links').trim(),
    message: text('message').replaceAll('\r\n', '\n').trim(),
    days: text('days'),
    limits: {
      maxFiles: text('maxFiles').trim(),
      maxBytes: text('maxBytes').trim(),
      maxFileBytes: text('maxFileBytes').trim(),
      maxReturns: text('maxReturns').trim(),
    },
    key: text('key'),
  };
}

/** The request that a form asks for, or what is wrong with it. */
export function parseForm(
  form: AskForm,
  reader: PageReader,
): { order: RequestOrder; problems: readonly [] } | { problems: FieldProblem[] } {
  const { say, formats } = reader;
  const problems: FieldProblem[] = [];
  const emails = addressesIn(form.emails);
  const wrong = emails.filter((email) => parseEmailAddress(email) === undefined);
  const links = wholeNumber(form.links) ?? 0;
  if (form.way === 'link') {
    if (links < 1 || links > maxLinks) {
      const most = formats.number(maxLinks);
      problems.push({ field: 'links', text: say('requests.problems.links', { most }) });
    }
  } else if (emails.length === 0) {
    problems.push({ field: 'emails', text: say('requests.problems.noEmails') });
  } else if (wrong.length > 0) {
    const list = shortList(wrong);
    problems.push({ field: 'emails', text: say('requests.problems.emails', { list }) });
  }
  if (findMessageProblem(form.message) !== undefined) {
    problems.push({ field: 'message', text: say('requests.problems.message') });
  }
  /** What was written, in units; undefined where nothing was. */
  function amountOf(name: LimitName, unit: number): number | undefined {
    const written = form.limits[name];
    if (written === '') return undefined;
    const amount = wholeNumber(written) ?? 0;
    if (amount === 0) problems.push({ field: name, text: say('requests.problems.number') });
    return amount * unit;
  }
  const limits = {
    maxFiles: amountOf('maxFiles', 1),
    maxBytes: amountOf('maxBytes', megabyte),
    maxFileBytes: amountOf('maxFileBytes', megabyte),
    maxReturns: amountOf('maxReturns', 1),
  };
  if (problems.length > 0) return { problems };
  return {
    problems: [],
    order: {
      asked: form.way === 'link' ? { links } : { emails },
      message: form.message === '' ? undefined : form.message,
      lifetimeMs: (wholeNumber(form.days) ?? 0) * day,
      limits,
    },
  };
}

/** What the domain refused, in the reader's language; undefined where it is no fault of the form. */
export function problemsIn(
  error: ValiseError,
  order: RequestOrder,
  reader: PageReader,
): FieldProblem[] | undefined {
  const { say } = reader;
  if (error.code === 'mail_quota') {
    return [{ field: 'emails', text: say('requests.problems.mails', retryDate(error, reader)) }];
  }
  if (error.code !== 'invalid' || error.details === undefined) return undefined;
  const { details } = error;
  const fields = new Set(details.map(({ field }) => field));
  const isFor = (...names: string[]): boolean => names.some((name) => fields.has(name));
  const { asked } = order;
  const problems: FieldProblem[] = [];
  if ('links' in asked) {
    if (isFor('links', 'contacts')) {
      problems.push({ field: 'links', text: say('requests.problems.linksRefused') });
    }
  } else if (isFor('contacts')) {
    const strangers = asked.emails.filter((email) =>
      details.some(({ problem }) => problem.startsWith(`${email.toLowerCase()} `)),
    );
    const list = shortList(strangers);
    problems.push({ field: 'emails', text: say('requests.problems.contacts', { list }) });
  }
  if (isFor('receivers')) {
    problems.push({ field: 'emails', text: say('requests.problems.tooMany') });
  }
  if (isFor('until')) problems.push({ field: 'days', text: say('requests.problems.until') });
  return problems.length === 0 ? undefined : problems;
}

const megabyte = 1_000_000;
const mostNamed = 10;

/** The addresses in a pasted list, each once: lines, commas, semicolons, and names before an address in brackets. */
export function addressesIn(text: string): string[] {
  const found = text.split(/[\n,;]/).flatMap((piece) => {
    const [, bracketed] = /<([^<>]+)>/.exec(piece) ?? [];
    return bracketed === undefined ? piece.split(/\s+/) : [bracketed];
  });
  const addresses = new Map(
    found.map((each) => each.trim()).map((email) => [email.toLowerCase(), email]),
  );
  addresses.delete('');
  return [...addresses.values()];
}

function shortList(addresses: readonly string[]): string {
  const named = addresses.slice(0, mostNamed).join(', ');
  return addresses.length > mostNamed ? `${named} …` : named;
}

function wholeNumber(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}
