import type { FileBatchDependencies, IncomingFile, ReceivedFile } from '../files/file-batch.ts';
import { openFileBatch } from '../files/file-batch.ts';
import type { Account } from '../model/account.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { StoredFile } from '../model/file.ts';
import type { AccountId, ApiKeyId } from '../model/ids.ts';
import { trayBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { FileLimits, LimitedScope } from '../transfers/upload-limits.ts';
import type { TrayAddition } from './commands.ts';
import { addToTray, overQuota, refuseOverQuota } from './commands.ts';

export type Tray = ReturnType<typeof createTray>;

/** The files an account has uploaded and not yet sent. */
export function createTray(dependencies: TrayDependencies) {
  const { database, events, clock, limits } = dependencies;

  return {
    /** A file that is not sent by then is removed. */
    lifetimeMs: limits.trayLifetimeMs,

    /** The tray in the order of upload. Reading it this way is what allows the account to send. */
    async list(account: Account): Promise<StoredFile[]> {
      if (account.filesListedAt === undefined) {
        await database.accounts.markFilesListed(account.id, clock.now());
      }
      return await database.files.listTray(account.id);
    },

    /** The tray for a page that only shows it: this does not count as the client's own listing. */
    async peek(account: Account): Promise<StoredFile[]> {
      return await database.files.listTray(account.id);
    },

    /** Throws `not_found` unless the tray has a file of that name. */
    async get(account: Account, name: string): Promise<StoredFile> {
      return await getFile(database, account, name);
    },

    async remove(actor: Actor, account: Account, name: string): Promise<void> {
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const file = await getFile(repositories, account, name);
        await repositories.files.shred(file.id, clock.now());
        await events.tell(repositories, actor, {
          action: 'file.removed',
          account,
          ids: { file: file.id },
          object: file.name,
          details: { fileId: file.id },
        });
      });
    },

    /** Begins an upload. The caller must end it with `commit` or `abort`. */
    async beginUpload(account: Account): Promise<TrayUpload> {
      return await openTrayUpload(dependencies, account);
    },
  };
}

async function getFile(
  { files }: Pick<Repositories, 'files'>,
  { id }: Account,
  name: string,
): Promise<StoredFile> {
  const file = await files.findInTray(id, name.normalize('NFC'));
  if (file !== undefined) return file;
  throw new ValiseError('not_found', 'There is no file of that name among the uploaded files.');
}

export interface UploadLimits extends FileLimits {
  /** The quota of accounts without one of their own; undefined: a tray may have any size. */
  trayQuotaBytes: number | undefined;
  /** How long an unsent file stays in a tray. */
  trayLifetimeMs: number;
}

interface TrayDependencies
  extends FileBatchDependencies, Pick<ServiceParts, 'clock' | 'events' | 'keyRing'> {
  database: Database;
  runner: CommandRunner;
  limits: UploadLimits;
}

/** One upload request: all of its files are added to the tray together, or none. */
export interface TrayUpload {
  /**
   * Encrypts and stores one file. Throws `invalid` on a second of the same name. Must not overlap with
   * another call.
   */
  receive(file: IncomingFile): Promise<void>;
  /**
   * Puts every received file into the tray, replacing files of the same name. Throws `unauthorized` when
   * the account, or the API key that the request was signed in with, has ended meanwhile.
   */
  commit(actor: Actor, keyId?: ApiKeyId): Promise<void>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

async function openTrayUpload(
  dependencies: Omit<TrayDependencies, 'events'>,
  account: Account,
): Promise<TrayUpload> {
  const { database, keyRing, runner, clock, limits } = dependencies;
  const quotaBytes = account.quotaBytes ?? limits.trayQuotaBytes;
  const hasQuota = quotaBytes !== undefined;
  const bytesBefore = hasQuota ? await database.files.trayBytes(account.id) : 0;
  let incomingBytes = 0;
  /** The files of the same names as received ones, which the tray loses once this upload has been committed. */
  let replacedBytes = 0;
  const scopes = hasQuota
    ? trayScopes(account.id, quotaBytes, bytesBefore, {
        incoming: () => incomingBytes,
        growth: () => Math.max(0, incomingBytes - replacedBytes),
      })
    : [];
  const batch = await openFileBatch(
    dependencies,
    (bytes) => {
      incomingBytes += bytes;
      refuseOverQuota(bytesBefore + incomingBytes - replacedBytes, quotaBytes);
    },
    scopes,
    account.id,
  );
  const names = new Set<string>();

  /** The bucket is chosen only now: an upload can outlast the day on which it began, and that day's key. */
  async function wrapKeys(
    files: readonly ReceivedFile[],
  ): Promise<Pick<TrayAddition, 'keyBucket' | 'files'>> {
    const accountId = account.id;
    const keyBucket = trayBucket(clock.now());
    const bucket = await keyRing.ensure(keyBucket);
    return {
      keyBucket,
      files: files.map(({ id, name, mediaType, sizeBytes, sha256, store, fileKey }) => {
        const wrappedKey = bucket.wrap(fileKey, { fileId: id, accountId });
        return { id, name, mediaType, sizeBytes, sha256, store, wrappedKey };
      }),
    };
  }

  return {
    async receive(file) {
      if (names.has(file.name)) {
        throw invalid([{ field: 'file', problem: `is the name of two files: "${file.name}".` }]);
      }
      names.add(file.name);
      if (hasQuota) {
        const replaced = await database.files.findInTray(account.id, file.name);
        replacedBytes += replaced?.sizeBytes ?? 0;
      }
      await batch.receive(file);
    },

    async commit(actor, keyId) {
      await batch.commit(async (files, stored) => {
        const addition = {
          ...(await wrapKeys(files)),
          accountId: account.id,
          actor,
          keyId,
          settingBytes: limits.trayQuotaBytes,
        };
        await runner.run(addToTray, addition, stored);
      });
    },

    abort: () => batch.abort(),
  };
}

/**
 * The uploads of an account together may bring as much as the tray may hold, and let the tray grow by no
 * more than is left of it: files that replace others do not let it grow, but need space until they are
 * committed.
 */
function trayScopes(
  accountId: AccountId,
  quotaBytes: number,
  trayBytes: number,
  count: { incoming: () => number; growth: () => number },
): LimitedScope[] {
  const scope = (name: string, maxBytes: number, countBytes: () => number): LimitedScope => {
    return {
      key: `${name} ${accountId}`,
      maxBytes,
      countBytes,
      refusal: () => overQuota(quotaBytes),
    };
  };
  return [
    scope('tray', quotaBytes, count.incoming),
    scope('tray growth', quotaBytes - trayBytes, count.growth),
  ];
}
