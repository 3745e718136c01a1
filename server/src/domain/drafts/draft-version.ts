import type { Draft, DraftContents, SeenDraft } from '../model/draft.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Whether a page saves what is there. */
export function isSameContents(one: DraftContents, other: DraftContents): boolean {
  return textOf(one) === textOf(other);
}

function textOf(contents: DraftContents): string {
  const { receivers, message, lifetime, secondFactor, downloadLimit, receipts } = contents;
  return JSON.stringify([receivers, message, lifetime, secondFactor, downloadLimit, receipts]);
}

/**
 * Throws `state_conflict` when another page has changed the draft since this one was made. A page whose answer was lost knows
 * an older version than the one that it made itself.
 */
export function refuseOutdated({ version, changedBy }: Draft, seen: SeenDraft | undefined): void {
  if (seen === undefined || seen.version === version || seen.page === changedBy) return;
  throw new ValiseError('state_conflict', 'Another page has changed this draft since.');
}
