import type { Problem } from '#protocol/errors.ts';
import type { DispatchTerms } from '../dispatches/dispatch-terms.ts';
import { noReceivers } from '../dispatches/refusals.ts';
import { maxDownloads } from '../drafts/draft-input.ts';
import type { ChosenReceiver } from '../drafts/draft-receivers.ts';
import type { Account } from '../model/account.ts';
import type { Instant, TtlUnit } from '../model/clock.ts';
import { second, wholeTtlIn } from '../model/clock.ts';
import type { ReceiptMode } from '../model/draft.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import { findMessageProblem } from '../model/message.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { findReferenceProblem } from '../model/reference.ts';
import { findTitleProblem, keptTitle } from '../model/title.ts';
import { invalid } from '../model/valise-error.ts';
import { dropPasswordProblems, findDropPasswordProblem } from '../model/drop-password.ts';

/** What a program sends, and how. */
export interface SendOrder {
  /** Addresses are in lower case. */
  receivers: readonly ChosenReceiver[];
  /** Whether it has a link for anyone, besides its receivers or in place of them. */
  anyone: boolean;
  /** Of the account, in this order. */
  uploads: readonly string[];
  /** A drop whose files are sent again. */
  filesOf: string | undefined;
  title: string | undefined;
  message: string | undefined;
  /** When it ends: left out, after the usual time. */
  end: GivenEnd | undefined;
  reference: string | undefined;
  notify: 'none' | undefined;
  /** What receivers must show, where that is more than operator and account demand. */
  secondFactor: SecondFactorMode | undefined;
  /** What receivers enter besides; undefined: nothing. */
  password: string | undefined;
  downloadLimit: number | undefined;
  receipts: ReceiptMode | undefined;
}

/** So many milliseconds after the send, or at a time. */
export type GivenEnd = { inMs: number } | { at: Instant };

/** Throws `invalid` with all that is wrong with an order, whatever there is in the database. */
export function refuseBadOrder({ receivers, uploads, message, ...order }: SendOrder): void {
  if (receivers.length === 0 && !order.anyone) throw noReceivers();
  const problems: Problem[] = [];
  const named = receivers.map((each) => ('email' in each ? each.email : undefined));
  problems.push(...repeated(named, (at) => placed('receivers', at, '/email')));
  problems.push(...repeated(uploads, (at) => placed('uploads', at)));
  const { title, reference, downloadLimit, password } = order;
  const faults = {
    title: title === undefined ? undefined : findTitleProblem(title),
    message: message === undefined ? undefined : findMessageProblem(message),
    reference: reference === undefined ? undefined : findReferenceProblem(reference),
  };
  for (const [field, problem] of Object.entries(faults)) {
    if (problem !== undefined) problems.push({ field, problem });
  }
  if (downloadLimit !== undefined && downloadLimit > maxDownloads) {
    const problem = `must be from 1 to ${maxDownloads}.`;
    problems.push({ field: 'options.download_limit', problem, pointer: '/options/download_limit' });
  }
  const badPassword = password === undefined ? undefined : findDropPasswordProblem(password);
  if (badPassword !== undefined) {
    const problem = dropPasswordProblems[badPassword];
    problems.push({ field: 'options.password', problem, pointer: '/options/password' });
  }
  if (problems.length > 0) throw invalid(problems);
}

/** Where the number of a receiver stands: nowhere for a member of a group. */
export function placeOfNumber(chosen: SendOrder['receivers'], email: string) {
  const at = chosen.findIndex((each) => 'email' in each && each.email === email);
  return at < 0 ? { field: 'receivers' } : placed('receivers', at, '/number');
}

/** Where an element of a list stands in a request. */
export function placed(list: string, at: number, rest = '') {
  return { field: `${list}[${at}]`, pointer: `/${list}/${at}${rest}` };
}

/** What is named more than once. */
export function repeated(
  values: readonly (string | undefined)[],
  place: (at: number) => Pick<Problem, 'field' | 'pointer'>,
): Problem[] {
  const seen = new Set<string>();
  return values.flatMap((value, at): Problem[] => {
    if (value === undefined) return [];
    if (seen.has(value)) return [{ ...place(at), problem: 'is named twice.', code: 'repeated' }];
    seen.add(value);
    return [];
  });
}

/** The terms of the drop, if it were sent now. Throws `invalid` for an end that the operator does not allow. */
export function termsOf(
  { end, title, message, anyone, downloadLimit, receipts, reference, notify }: SendOrder,
  { ttlUnit = 'seconds' }: { ttlUnit: Account['ttlUnit'] },
  now: Instant,
  limits: LifetimeLimits,
): DispatchTerms & { ttlUnit: TtlUnit } {
  const lifetimeMs = lifetimeIn(end, now, limits);
  const text = message?.trim() ?? '';
  return {
    lifetimeMs,
    ttl: wholeTtlIn(ttlUnit, lifetimeMs),
    ttlUnit,
    title: keptTitle(title),
    message: text === '' ? undefined : text,
    ...{ anyone, downloadLimit, receipts, reference, notify },
  };
}

function lifetimeIn(
  end: GivenEnd | undefined,
  now: Instant,
  { minMs, maxMs, defaultMs }: LifetimeLimits,
): number {
  if (end === undefined) return defaultMs;
  const lifetimeMs = 'at' in end ? end.at - now : end.inMs;
  if (lifetimeMs >= minMs && lifetimeMs <= maxMs) return lifetimeMs;
  if ('inMs' in end) {
    const [least, most] = [Math.ceil(minMs / second), Math.floor(maxMs / second)];
    throw invalid([{ field: 'expires_in', problem: `must be from ${least} to ${most} seconds.` }]);
  }
  const [earliest, latest] = [now + minMs, now + maxMs].map((at) => new Date(at).toISOString());
  const problem =
    lifetimeMs <= 0 ? 'must be in the future.' : `must be from ${earliest} to ${latest}.`;
  throw invalid([{ field: 'expires_at', problem }]);
}
