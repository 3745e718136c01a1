import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { linkMailKinds } from '../model/mail-kinds.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';

interface Dependencies {
  database: DatabaseOf<'apiKeys' | 'files' | 'outbox'> & Pick<Database, 'look' | 'version'>;
  clock: Clock;
  /** Of an account without a quota of its own; undefined: its unsent files may take any size. */
  quotaBytes: number | undefined;
  /** Of an account without a limit of its own. */
  mailsPerDay: number;
}

export interface OwnLimits {
  /** Of the key that asks; empty for one that has none. */
  keyName: string;
  /** Undefined: no limit. */
  quotaBytes: number | undefined;
  /** What the unsent files in the tray take. */
  quotaUsedBytes: number;
  mailsPerDay: number;
  /** How many mails with links it may still send; some more as those of yesterday are past. */
  mailsLeft: number;
}

/** For as long as nothing changes. */
const maxCached = 10_000;

export type OwnLimitsService = ReturnType<typeof createOwnLimits>;

/** Tells a program what its account may do, and how much of that is left. */
export function createOwnLimits({ database, clock, ...limits }: Dependencies) {
  const cache = createVersionedCache<Pick<OwnLimits, 'keyName' | 'quotaUsedBytes'>>(database, {
    maxEntries: maxCached,
  });

  /** What changes by writing alone: the mails of a day also become fewer by themselves. */
  async function readStored({ id }: Account, keyId: ApiKeyId) {
    const [keyName, quotaUsedBytes] = await Promise.all([
      database.apiKeys.findName(keyId),
      database.files.trayBytes(id),
    ]);
    return { keyName, quotaUsedBytes };
  }

  return {
    async read(account: Account, keyId: ApiKeyId): Promise<OwnLimits> {
      const { id } = account;
      const [{ keyName, quotaUsedBytes }, mails] = await Promise.all([
        cache.lookAndLoad(`${id} ${keyId}`, () => readStored(account, keyId)),
        database.outbox.countOfKinds(id, linkMailKinds, clock.now() - day),
      ]);
      const mailsPerDay = account.mailsPerDay ?? limits.mailsPerDay;
      return {
        keyName,
        quotaBytes: account.quotaBytes ?? limits.quotaBytes,
        quotaUsedBytes,
        mailsPerDay,
        mailsLeft: Math.max(0, mailsPerDay - mails),
      };
    },
  };
}
