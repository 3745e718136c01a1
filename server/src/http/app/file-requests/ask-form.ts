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
import type { AskedPeople } from './asked-people.ts';

type AskInput = InputOf<typeof requestsOperations.ask.input>;

export const limitNames = ['maxFiles', 'maxBytes', 'maxFileBytes', 'maxReturns'] as const;
export type LimitName = (typeof limitNames)[number];

/** The form as it was filled in, so that it can be shown again. */
export interface AskForm {
  way: 'mail' | 'link';
  receivers: string;
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
    ...{ way: 'mail', receivers: '', links: '1', title: '', message: '' },
    days: String(days),
    limits,
    key,
  };
}

export function readForm({ form }: AskInput): AskForm {
  const { way = 'mail', receivers = '', links = '', days = '', key = '' } = form;
  const { title = '', message = '' } = form;
  const { maxFiles = '', maxBytes = '', maxFileBytes = '', maxReturns = '' } = form;
  return {
    way,
    receivers,
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
  people: AskedPeople,
  reader: PageReader,
): { order: RequestOrder; problems: readonly [] } | { problems: FieldProblem[] } {
  const { say, formats } = reader;
  const problems: FieldProblem[] = [];
  const { emails, unreadable, emptyGroups } = people;
  const links = parseWholeNumber(form.links) ?? 0;
  if (form.way === 'link') {
    if (links < 1 || links > maxLinks) {
      const most = formats.number(maxLinks);
      problems.push({ field: 'links', text: say('requests.problems.links', { most }) });
    }
  } else if (unreadable.length > 0) {
    const list = shortList(unreadable);
    problems.push({ field: 'receivers', text: say('requests.problems.emails', { list }) });
  } else if (emptyGroups.length > 0) {
    const list = shortList(emptyGroups);
    problems.push({ field: 'receivers', text: say('requests.problems.emptyGroups', { list }) });
  } else if (emails.length === 0) {
    problems.push({ field: 'receivers', text: say('requests.problems.noEmails') });
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
    problemWith('receivers', reader.say('requests.problems.mails', retryDate(error, reader))),
  'invalid links': ({ say }) => problemWith('links', say('requests.problems.linksRefused')),
  'invalid contacts': ({ say }, { details = [] }, { form: { way } }) => {
    if (way === 'link') return problemWith('links', say('requests.problems.linksRefused'));
    const list = shortList(namedIn(details));
    return problemWith('receivers', say('requests.problems.contacts', { list }));
  },
  'invalid numbers': ({ say }, { details = [] }) => {
    const list = shortList(namedIn(details));
    return problemWith('receivers', say('requests.problems.numbers', { list }));
  },
  'invalid receivers': ({ say }) => problemWith('receivers', say('requests.problems.tooMany')),
  'invalid until': ({ say }) => problemWith('days', say('requests.problems.until')),
};

const megabyte = 1_000_000;
/** Of a limit: far beyond every file, and exact in bytes. */
const mostWritten = 999_999_999;
const mostNamed = 10;

/** The addresses that problems are about: each begins with its own. */
function namedIn(details: readonly Problem[]): string[] {
  return details.flatMap(({ problem }) => problem.split(' ', 1));
}

function shortList(addresses: readonly string[]): string {
  const named = addresses.slice(0, mostNamed).join(', ');
  return addresses.length > mostNamed ? `${named} …` : named;
}
