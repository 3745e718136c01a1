import { maxDraftFiles } from '../uploads/allowance.ts';
import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { ChosenFile, Draft } from '../model/draft.ts';
import type { DraftId } from '../model/ids.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import { refuseBadFolder, refuseBadName } from './draft-input.ts';
import { getUnsentDraft } from './own-drafts.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'drafts' | 'uploads'>;
  clock: Clock;
}

const keyPattern = /^[\w-]{1,64}$/;
const maxFingerprint = 64;

export type ChosenFiles = ReturnType<typeof createChosenFiles>;

/**
 * What was chosen for drafts. A page that is closed early has not uploaded all of it, and the next one has to name the
 * rest.
 */
export function createChosenFiles({ database, clock }: Dependencies) {
  return {
    /** Throws `invalid` for what no file can be, and `too_large` for more than a draft may have. */
    async remember(account: Account, id: DraftId, files: readonly ChosenFile[]): Promise<void> {
      const usable = files.map((file) => ({
        ...file,
        name: refuseBadName(file.name),
        folder: refuseBadFolder(file.folder),
      }));
      if (!usable.every(isUsable)) {
        throw invalid([{ field: 'chosen', problem: 'must be a list of files.' }]);
      }
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        await getUnsentDraft(repositories, account, id, clock.now());
        const before = await repositories.drafts.countChosen(id);
        if (before + files.length > maxDraftFiles) {
          throw new ValiseError('too_large', `A draft can have at most ${maxDraftFiles} files.`);
        }
        await repositories.drafts.addChosen(id, usable);
      });
    },

    async forget(account: Account, id: DraftId, keys: readonly string[]): Promise<void> {
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        await getUnsentDraft(repositories, account, id, clock.now());
        await repositories.drafts.forgetChosen(id, keys);
      });
    },

    /** Those whose upload has not begun. */
    async findMissing({ id }: Pick<Draft, 'id'>): Promise<ChosenFile[]> {
      const chosen = await database.drafts.listChosen(id);
      if (chosen.length === 0) return [];
      const uploads = await database.uploads.listFor(id);
      const begun = new Set(uploads.map(({ metadata }) => keyIn(metadata)));
      return chosen.filter(({ key }) => !begun.has(key));
    },
  };
}

/** The key that the page gave an upload; undefined for one that it did not begin. */
export function keyIn(metadata: string): string | undefined {
  const pair = metadata.split(',').find((each) => each.trimStart().startsWith('key '));
  const [, encoded] = pair?.trim().split(' ') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

function isUsable({ key, sizeBytes, fingerprint, place }: ChosenFile): boolean {
  return (
    keyPattern.test(key) &&
    Number.isSafeInteger(sizeBytes) &&
    sizeBytes >= 0 &&
    fingerprint.length <= maxFingerprint &&
    Number.isSafeInteger(place) &&
    place >= 0
  );
}
