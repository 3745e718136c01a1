import type { KeyBucket } from '../model/key-ring.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';

/**
 * What the database knows of the keyring: which buckets it had made, and the number of the newest
 * change. The number is noted here before the keyring gets it. So a crash between the two leaves the
 * database ahead, which is harmless; a keyring that is ahead belongs to a newer database.
 */
export interface KeyLedger {
  /** The number of the newest change that was announced; 0 before the first. */
  changes(): Promise<number>;
  /**
   * Announces a change that makes these buckets. Returns its number, which is greater than that of
   * any earlier change and than `keyringChanges`. Resolves once this would survive a power cut.
   */
  announce(keyringChanges: number, made: readonly KeyBucket[]): Promise<number>;
}

const changesNote = 'keyring.changes';

export function createKeyLedger(
  database: DatabaseOf<'installationValues' | 'keyBuckets'>,
): KeyLedger {
  return {
    changes: () => readChanges(database),

    announce: (keyringChanges, made) =>
      database.transact(async (repositories) => {
        const number = Math.max(await readChanges(repositories), keyringChanges) + 1;
        await repositories.installationValues.set(changesNote, String(number));
        await repositories.keyBuckets.add(made);
        return number;
      }),
  };
}

async function readChanges({
  installationValues,
}: Pick<Repositories, 'installationValues'>): Promise<number> {
  return Number((await installationValues.find(changesNote)) ?? 0);
}
