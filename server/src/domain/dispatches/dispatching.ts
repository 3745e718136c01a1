import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import type { Clock } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { StoredFile } from '../model/file.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import { expiryBucket } from '../model/key-ring.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { RunningUploads } from '../ports/coordination.ts';
import type { CreateDispatchDependencies } from './create-dispatch.ts';
import { createDispatch } from './create-dispatch.ts';
import type { DispatchTerms } from './dispatch-terms.ts';
import { refuseDifference } from './dispatch-terms.ts';

interface Dependencies extends CreateDispatchDependencies {
  database: DatabaseOf<
    'accounts' | 'audit' | 'contacts' | 'dispatches' | 'files' | 'idempotency' | 'outbox'
  >;
  uploads: Pick<RunningUploads, 'isRunning'>;
  clock: Clock;
}

interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
}

/** When an upload that holds a drop up may have ended. */
const uploadRetrySeconds = 5;

export type Dispatching = ReturnType<typeof createDispatching>;

/**
 * Sends the tray to the chosen receivers (a drop), or lends them an upload page (a grant). Both use
 * up what was chosen: the receivers, and for a drop the tray.
 */
export function createDispatching(dependencies: Dependencies) {
  const { database, keyRing, uploads, clock } = dependencies;

  async function dispatch(
    kind: 'drop' | 'grant',
    actor: Actor,
    account: Account,
    terms: DispatchTerms,
    claim: IdempotencyClaim | undefined,
  ): Promise<Dispatched> {
    const now = clock.now();
    // The key that the files will need must be safe on its disk before a row can depend on it.
    if (kind === 'drop') await keyRing.ensure(expiryBucket(now + terms.lifetimeMs));
    // Asked now, since a transaction waits for nobody: what has ended by now is in the tray by then.
    const isUploading = kind === 'drop' && (await uploads.isRunning(account.id));

    return await database.transact(async (repositories) => {
      const current = await repositories.accounts.lock(account.id);
      if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };

      const receivers = await getReceivers(repositories, account);
      const isListed = current?.filesListedAt !== undefined;
      const files =
        kind === 'drop'
          ? await getFilesToSend(repositories, account, { isListed, isUploading })
          : [];
      if (terms.assertion !== undefined) {
        const tray = kind === 'drop' ? files : await repositories.files.listTray(account.id);
        refuseDifference('receivers', terms.assertion, receivers.map(emailOf));
        refuseDifference('files', terms.assertion, tray.map(nameOf));
      }
      const made = { kind, account, receivers, files, terms, now };
      await createDispatch(repositories, dependencies, actor, made);
      await repositories.contacts.replaceReceivers(account.id, []);
      return { isReplay: false };
    });
  }

  function dispatchOf(kind: 'drop' | 'grant') {
    return async (
      actor: Actor,
      account: Account,
      terms: DispatchTerms,
      claim?: IdempotencyClaim,
    ): Promise<Dispatched> => await dispatch(kind, actor, account, terms, claim);
  }

  return { createDrop: dispatchOf('drop'), createGrant: dispatchOf('grant') };
}

const emailOf = ({ email }: Contact): string => email;
const nameOf = ({ name }: StoredFile): string => name;

async function getReceivers(
  { contacts }: Pick<Repositories, 'contacts'>,
  account: Account,
): Promise<Receiver[]> {
  if (!(await contacts.hasAny(account.id))) {
    throw new ValiseError('no_contacts', 'There is no contact yet. Add one first.');
  }
  const receivers = await contacts.listReceivers(account.id);
  if (receivers.length === 0) {
    throw new ValiseError('no_receivers', 'No receiver is chosen. Set the receivers first.');
  }
  return receivers;
}

async function getFilesToSend(
  { files }: Pick<Repositories, 'files'>,
  account: Account,
  { isListed, isUploading }: { isListed: boolean; isUploading: boolean },
): Promise<StoredFile[]> {
  if (!isListed) {
    throw new ValiseError('files_not_listed', 'The list of uploaded files is not initialised.');
  }
  if (isUploading) {
    throw new ValiseError(
      'upload_in_progress',
      'An upload is still running and its files would be left out. Send again when it has ended.',
      { retryAfterSeconds: uploadRetrySeconds },
    );
  }
  const tray = await files.listTray(account.id);
  if (tray.length === 0) {
    throw new ValiseError('no_files', 'There is no file to send. Upload one first.');
  }
  return tray;
}
