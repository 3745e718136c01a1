import type { Draft, DraftContents, SeenDraft } from '../model/draft.ts';
import { ValiseError } from '../model/valise-error.ts';
import { refuseBadContents, refuseBadName } from './draft-input.ts';

/** What a page changes of a draft. */
export interface DraftEdit {
  /** Left out: what was chosen stays. */
  contents?: DraftContents | undefined;
  /** The names that files get, by their ids. Other ids are ignored: another page may have removed those files. */
  names?: ReadonlyMap<string, string> | undefined;
  /** The password that receivers enter. It is never saved: whoever sends the draft gives it. */
  password?: string | undefined;
  /** What the page shows. Left out, whatever is there is replaced. */
  seen?: SeenDraft | undefined;
}

/**
 * The draft with what the edit chooses. Throws `invalid` for what cannot be saved, and `state_conflict` when another
 * page has changed the draft since this one was made.
 */
export function editedDraft(draft: Draft, { contents, seen }: DraftEdit): Draft {
  if (contents === undefined) return draft;
  refuseBadContents(contents);
  if (textOf(draft) === textOf(contents)) return draft;
  refuseOutdated(draft, seen);
  return { ...draft, ...contents, version: draft.version + 1, changedBy: seen?.page };
}

function textOf(contents: DraftContents): string {
  const { receivers, title, message, lifetime, ...options } = contents;
  const { secondFactor, wantsPassword, anyone, downloadLimit, receipts, mailLanguage } = options;
  return JSON.stringify([
    ...[receivers, title, message, lifetime],
    ...[secondFactor, wantsPassword, anyone, downloadLimit, receipts, mailLanguage],
  ]);
}

/** A page whose answer was lost knows an older version than the one that it made itself. */
function refuseOutdated({ version, changedBy }: Draft, seen: SeenDraft | undefined): void {
  if (seen === undefined || seen.version === version || seen.page === changedBy) return;
  throw new ValiseError('state_conflict', 'Another page has changed this draft since.');
}

/** The names as they are kept. Throws `invalid` for one that no file may have. */
export function usableNames({ names = new Map() }: DraftEdit): ReadonlyMap<string, string> {
  return new Map([...names].map(([fileId, name]) => [fileId, refuseBadName(name)]));
}
