import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import type { Instant } from '../model/clock.ts';
import type { StoredFile } from '../model/file.ts';
import type { Repositories } from '../model/database.ts';
import type { TrayDependencies, TrayUpload } from './tray-upload.ts';
import { openTrayUpload } from './tray-upload.ts';
import { ValiseError } from '../model/valise-error.ts';

export type Tray = ReturnType<typeof createTray>;

/** The files an account has uploaded and not yet sent. */
export function createTray(dependencies: TrayDependencies) {
  const { database, audit, clock, limits } = dependencies;

  return {
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

    /** When a file that was not sent by then is removed. */
    expiryOf({ createdAt }: Pick<StoredFile, 'createdAt'>): Instant {
      return createdAt + limits.trayLifetimeMs;
    },

    /** Throws `not_found` unless the tray holds a file of that name. */
    async get(account: Account, name: string): Promise<StoredFile> {
      return await getFile(database, account, name);
    },

    async remove(actor: Actor, account: Account, name: string): Promise<void> {
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const file = await getFile(repositories, account, name);
        await repositories.files.shred(file.id, clock.now());
        await audit.record(repositories, actor, {
          action: 'file.removed',
          object: file.name,
          outcome: 'ok',
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
