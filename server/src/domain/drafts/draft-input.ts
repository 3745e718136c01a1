import { parseEmailAddress } from '#protocol/email-address.ts';
import { folderProblems, parseFolder } from '#protocol/file-folder.ts';
import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import type { Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { DraftContents, DraftLifetime, DraftReceiver } from '../model/draft.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import { findMessageProblem, isPlainText } from '../model/message.ts';
import { findTitleProblem } from '../model/title.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

/** Each is kept with the draft: a list that is longer is an import, not a choice. */
const maxReceivers = 1000;
const maxGroupLength = 255;
export const maxDownloads = 1000;

/** What a person typed or pasted as receivers. */
export interface ReadReceivers {
  /** Each once, in the order in which they were written. */
  receivers: DraftReceiver[];
  /** What is neither an address nor a known group, as it was written. */
  unreadable: string[];
}

/**
 * Reads a list of addresses, as people paste them: between commas, semicolons or line breaks, with or without a name
 * as in `Anna Berg <anna@example.com>`. The names of groups are recognised.
 */
export function readReceivers(text: string, groups: readonly string[] = []): ReadReceivers {
  const known = new Map(groups.map((group) => [group.toLowerCase(), group]));
  const receivers = new Map<string, DraftReceiver>();
  const unreadable: string[] = [];
  for (const written of piecesOf(text)) {
    const group = known.get(written.toLowerCase());
    const emails = group === undefined ? addressesIn(written) : [];
    if (group !== undefined) receivers.set(`group ${group}`, { group });
    else if (emails.length === 0) unreadable.push(written);
    for (const email of emails) receivers.set(email, { email });
  }
  return { receivers: [...receivers.values()], unreadable };
}

/** A comma within quotes is part of a name. */
function piecesOf(text: string): string[] {
  const pieces = text.match(/(?:"[^"\n]*"|[^,;\n"]|"(?![^"\n]*"))+/g) ?? [];
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** The address of a piece; several where only blanks stand between them; none where a word is no address. */
function addressesIn(written: string): string[] {
  const bracketed = /<([^<>]*)>\s*$/.exec(written)?.[1];
  const words = bracketed === undefined ? written.split(/\s+/) : [bracketed.trim()];
  const emails = words.map((word) => parseEmailAddress(word.replace(/^mailto:/i, '')));
  return emails.every((email) => email !== undefined) ? emails : [];
}

/** Throws `invalid` for what cannot be saved. Whether it can be sent is another question. */
export function refuseBadContents(contents: DraftContents): void {
  const { receivers, title, message, lifetime, downloadLimit } = contents;
  const problems = [];
  if (receivers.length > maxReceivers) {
    problems.push({ field: 'receivers', problem: `must be at most ${maxReceivers}.` });
  }
  if (!receivers.every(isUsableReceiver)) {
    problems.push({ field: 'receivers', problem: 'must be e-mail addresses or groups.' });
  }
  const wrongTitle = findTitleProblem(title);
  if (wrongTitle !== undefined) problems.push({ field: 'title', problem: wrongTitle });
  const problem = findMessageProblem(message);
  if (problem !== undefined) problems.push({ field: 'message', problem });
  if (!isUsableLifetime(lifetime)) {
    problems.push({ field: 'lifetime', problem: 'must be a number of days or a date.' });
  }
  const isCount = Number.isInteger(downloadLimit) && Number(downloadLimit) >= 1;
  if (downloadLimit !== undefined && !(isCount && downloadLimit <= maxDownloads)) {
    problems.push({ field: 'downloadLimit', problem: `must be from 1 to ${maxDownloads}.` });
  }
  if (problems.length > 0) throw invalid(problems);
}

function isUsableReceiver(receiver: DraftReceiver): boolean {
  if ('email' in receiver) return parseEmailAddress(receiver.email) === receiver.email;
  const { group } = receiver;
  return group !== '' && group.length <= maxGroupLength && isPlainText(group);
}

function isUsableLifetime(lifetime: DraftLifetime): boolean {
  if ('days' in lifetime) return Number.isInteger(lifetime.days) && lifetime.days >= 1;
  return findDay(lifetime.date) !== undefined;
}

/** The start of a day in UTC; undefined for what is no day of the calendar. */
function findDay(date: string): Instant | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? undefined : at;
}

/** Throws `invalid` for a lifetime that the operator does not allow. */
export function resolveLifetime(
  lifetime: DraftLifetime,
  now: Instant,
  timeZone: string,
  { minMs, maxMs }: Pick<LifetimeLimits, 'minMs' | 'maxMs'>,
): number {
  const lifetimeMs =
    'days' in lifetime ? lifetime.days * day : endOfDay(lifetime.date, timeZone) - now;
  if (lifetimeMs >= minMs && lifetimeMs <= maxMs) return lifetimeMs;
  const latest = new Date(now + maxMs).toISOString().slice(0, 10);
  const problem = lifetimeMs > maxMs ? `must be ${latest} or earlier.` : 'must be in the future.';
  throw invalid([{ field: 'lifetime', problem }]);
}

/** The last second of a day, as people in the time zone count it. */
export function endOfDay(date: string, timeZone: string): Instant {
  const start = findDay(date);
  if (start === undefined) throw invalid([{ field: 'lifetime', problem: 'must be a date.' }]);
  const utcEnd = start + day - 1000;
  // The offset at the end of the day is not known before the instant is: the second guess has it right.
  const guess = utcEnd - offsetAt(utcEnd, timeZone);
  return utcEnd - offsetAt(guess, timeZone);
}

function offsetAt(at: Instant, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(local) - Math.floor(at / 1000) * 1000;
}

/** The name as it is kept. Throws `invalid` for one that no file may have. */
export function refuseBadName(sent: string): string {
  const { name, problem } = parseFileName(sent);
  if (problem === undefined) return name;
  throw invalid([{ field: 'name', problem: fileNameProblems[problem] }]);
}

/** The folder as it is kept. Throws `invalid` for one that no file may be in. */
export function refuseBadFolder(sent: string): string {
  const { folder, problem } = parseFolder(sent);
  if (problem === undefined) return folder;
  throw invalid([{ field: 'folder', problem: folderProblems[problem] }]);
}

/** The failures of some checks. */
export async function faultsOf(...checks: readonly (() => unknown)[]): Promise<ValiseError[]> {
  const faults: ValiseError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
      faults.push(error);
    }
  }
  return faults;
}
