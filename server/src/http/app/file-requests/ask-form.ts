import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Problem } from '#protocol/errors.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { requestsOperations } from '#protocol/operations/requests.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { day } from '../../../domain/model/clock.ts';
import type { RequestOrder } from '../../../domain/grants/request-order.ts';
import { maxLinks } from '../../../domain/grants/request-order.ts';
import { findMessageProblem } from '../../../domain/model/message.ts';
import { findTitleProblem } from '../../../domain/model/title.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import type { Refusals } from '../frame/refusals.ts';
import { problemWith } from '../frame/refusals.ts';
import { retryDate } from '../frame/retry-date.ts';

type AskInput = InputOf<typeof requestsOperations.ask.input>;

export const limitNames = ['maxFiles', 'maxBytes', 'maxFileBytes', 'maxReturns'] as const;
export type LimitName = (typeof limitNames)[number];

/** The form as it was filled in, so that it can be shown again. */
export interface AskForm {
  way: 'mail' | 'link';
  emails: string;
  links: string;
  title: string;
  message: string;
  days: string;
  limits: Record<LimitName, string>;
  /** The same in each copy of one form, so that sending it twice asks once. */
  key: string;
}

export function emptyForm(key: string, days: number): AskForm {
  const limits = { maxFiles: '', maxBytes: '', maxFileBytes: '', maxReturns: '' };
  return {
    ...{ way: 'mail', emails: '', links: '1', title: '', message: '' },
    days: String(days),
    limits,
    key,
  };
}

export function readForm({ form }: AskInput): AskForm {
  const { way = 'mail', emails = '', links = '', days = '', key = '' } = form;
  const { title = '', message = '' } = form;
  const { maxFiles = '', maxBytes = '', maxFileBytes = '', maxReturns = '' } = form;
  return {
    way,
    emails,
    links,
    title: title.trim(),
    message: message.replaceAll('\r\n', '\n').trim(),
    days,
    limits: { maxFiles, maxBytes, maxFileBytes, maxReturns },
    key,
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
  const links = parseWholeNumber(form.links) ?? 0;
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
  if (findTitleProblem(form.title) !== undefined) {
    problems.push({ field: 'title', text: say('send.problems.title') });
  }
  if (findMessageProblem(form.message) !== undefined) {
    problems.push({ field: 'message', text: say('requests.problems.message') });
  }
  /** What was written, in units; undefined where nothing was. */
  function amountOf(name: LimitName, unit: number): number | undefined {
    const written = form.limits[name];
    if (written === '') return undefined;
    const amount = parseWholeNumber(written) ?? 0;
    if (amount === 0 || amount > mostWritten)
      problems.push({ field: name, text: say('requests.problems.number') });
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
      asked: form.way === 'link' ? { links } : { receivers: emails.map((email) => ({ email })) },
      title: form.title,
      message: form.message === '' ? undefined : form.message,
      lifetimeMs: (parseWholeNumber(form.days) ?? 0) * day,
      limits,
    },
  };
}

/** What the domain refuses to ask for. */
export const askRefusals: Refusals<AskInput> = {
  mail_quota: (reader, error) =>
    problemWith('emails', reader.say('requests.problems.mails', retryDate(error, reader))),
  'invalid links': ({ say }) => problemWith('links', say('requests.problems.linksRefused')),
  'invalid contacts': ({ say }, { details = [] }, { form: { way, emails = '' } }) => {
    if (way === 'link') return problemWith('links', say('requests.problems.linksRefused'));
    const list = shortList(namedIn(details, emails));
    return problemWith('emails', say('requests.problems.contacts', { list }));
  },
  'invalid numbers': ({ say }, { details = [] }, { form: { emails = '' } }) => {
    const list = shortList(namedIn(details, emails));
    return problemWith('emails', say('requests.problems.numbers', { list }));
  },
  'invalid receivers': ({ say }) => problemWith('emails', say('requests.problems.tooMany')),
  'invalid until': ({ say }) => problemWith('days', say('requests.problems.until')),
};

const megabyte = 1_000_000;
/** Of a limit: far beyond every file, and exact in bytes. */
const mostWritten = 999_999_999;
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

/** The addresses that problems are about, as they were entered. */
function namedIn(details: readonly Problem[], emails: string): string[] {
  return addressesIn(emails).filter((email) =>
    details.some(({ problem }) => problem.startsWith(`${email.toLowerCase()} `)),
  );
}

function shortList(addresses: readonly string[]): string {
  const named = addresses.slice(0, mostNamed).join(', ');
  return addresses.length > mostNamed ? `${named} …` : named;
}
