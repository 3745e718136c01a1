import { noDraft } from '../dispatches/refusals.ts';
import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Draft, DraftOverview } from '../model/draft.ts';
import type { AccountId, DraftId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import { ValiseError } from '../model/valise-error.ts';

/**
 * How many unsent drafts an account may have, and how many discarded ones beside them. The oldest ones without files
 * and receivers make room.
 */
export const maxDrafts = 100;

/** Throws `not_found` unless it is a draft of the account, sent or not. */
export async function getOwnDraft(
  { drafts }: Pick<Repositories, 'drafts'>,
  account: Account,
  id: string,
  now: Instant,
): Promise<Draft> {
  const draft = idPattern.test(id) ? await drafts.find(id as DraftId, now) : undefined;
  if (draft?.accountId !== account.id) throw noDraft();
  return draft;
}

/** Throws `not_found` unless it is a draft of the account that was not sent. */
export async function getUnsentDraft(
  repositories: Pick<Repositories, 'drafts'>,
  account: Account,
  id: string,
  now: Instant,
): Promise<Draft> {
  const draft = await getOwnDraft(repositories, account, id, now);
  if (draft.dispatchId !== undefined) throw noDraft();
  return draft;
}

/** Throws `too_large` when the account has too many unsent drafts. It must be locked where one is to be added. */
export async function findRoomForDraft(
  { drafts }: Pick<Repositories, 'drafts'>,
  accountId: AccountId,
  now: Instant,
): Promise<{ replaced: DraftId | undefined }> {
  const unsent = await drafts.listUnsent(accountId, now, maxDrafts);
  if (unsent.length < maxDrafts) return { replaced: undefined };
  const untouched = unsent.findLast(isUntouched);
  if (untouched !== undefined) return { replaced: untouched.id };
  throw new ValiseError(
    'too_large',
    `There are ${maxDrafts} unsent drafts. Send or discard some of them first.`,
  );
}

export function isUntouched({
  files,
  receivers,
  title,
  message,
}: Pick<DraftOverview, 'files' | 'receivers' | 'title' | 'message'>): boolean {
  return files === 0 && receivers.length === 0 && title === '' && message === '';
}
