import type { Account } from '../model/account.ts';
import type { Actor } from '../model/actor.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import { refuseDifference } from './dispatch-assertion.ts';
import type { DispatchTerms } from './dispatch-terms.ts';
import type { StoredFile } from '../model/file.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { isIntegrityFault } from '../model/integrity-fault.ts';
import type { KeyOwner, KeyRing } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails } from '../notices/mail-limits.ts';
import type { SecondFactorMode } from '../model/second-factor-mode.ts';
import { atLeast } from '../model/second-factor-mode.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';
import type { Repositories, Database } from '../model/database.ts';
import type { UploadsInProgress } from '../ports/uploads-in-progress.ts';
import { ValiseError } from '../model/valise-error.ts';

interface Dependencies {
  database: Database;
  keyRing: KeyRing;
  audit: AuditTrail;
  uploads: UploadsInProgress;
  /** The secret of a receiver's link: the same for the same receiver and generation each time. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: SecretHasher;
  /** What receivers must show at least besides their link, whoever sends. */
  secondFactorFloor: SecondFactorMode;
  mailLimits: MailLimits;
  randomness: Randomness;
  clock: Clock;
}

interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
}

/** When an upload that holds a drop up may have ended. */
const uploadRetrySeconds = 5;

export type Dispatching = ReturnType<typeof createDispatching>;

/** Sends the tray to the chosen receivers (a drop), or lends them an upload page (a grant). */
export function createDispatching(dependencies: Dependencies) {
  const { database, keyRing, audit, uploads, linkSecret, hasher, randomness, clock } = dependencies;

  async function dispatch(
    kind: 'drop' | 'grant',
    actor: Actor,
    account: Account,
    terms: DispatchTerms,
    claim: IdempotencyClaim | undefined,
  ): Promise<Dispatched> {
    const now = clock.now();
    const made: Dispatch = {
      id: newId(randomness),
      accountId: account.id,
      kind,
      createdAt: now,
      expiresAt: now + terms.lifetimeMs,
      ttl: terms.ttl,
      ttlUnit: terms.ttlUnit,
      message: terms.message,
      secondFactor: atLeast(dependencies.secondFactorFloor, account.secondFactor),
      origin: undefined,
    };
    // The key that the files will need must be safe on its disk before a row can depend on it.
    if (kind === 'drop') await keyRing.ensure(expiryBucket(made.expiresAt));
    // Asked now, since a transaction waits for nobody: what has ended by now is in the tray by then.
    const isUploading = kind === 'drop' && (await uploads.isRunning(account.id));

    return await database.transact(async (repositories) => {
      const current = await repositories.accounts.lock(account.id);
      if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };

      const receivers = await getReceivers(repositories, account);
      const files =
        kind === 'drop'
          ? await getFilesToSend(repositories, account, {
              isListed: current?.filesListedAt !== undefined,
              isUploading,
            })
          : [];
      if (terms.assertion !== undefined) {
        const tray = kind === 'drop' ? files : await repositories.files.listTray(account.id);
        refuseDifference('receivers', terms.assertion, receivers.map(emailOf));
        refuseDifference('files', terms.assertion, tray.map(nameOf));
      }
      await refuseTooManyMails(
        repositories,
        account,
        receivers.length,
        now,
        dependencies.mailLimits,
      );
      const withLinks = receivers.map(withLink);
      await repositories.dispatches.add(made, withLinks);
      await repositories.files.moveToDispatch(rewrap(files, made), made.id);
      await repositories.contacts.replaceReceivers(account.id, []);
      await repositories.outbox.add(
        withLinks.map(({ id, email }) => ({
          id: newId(randomness),
          kind: kind === 'drop' ? ('download' as const) : ('upload' as const),
          to: email,
          accountId: account.id,
          receiverId: id,
          createdAt: now,
        })),
      );
      await audit.record(repositories, actor, {
        action: kind === 'drop' ? 'drop.created' : 'grant.created',
        object: made.id,
        outcome: 'ok',
        details: { receivers: receivers.length, files: files.length, expiresAt: made.expiresAt },
      });
      return { isReplay: false };
    });
  }

  async function getFilesToSend(
    repositories: Repositories,
    account: Account,
    { isListed, isUploading }: { isListed: boolean; isUploading: boolean },
  ): Promise<StoredFile[]> {
    if (!isListed) {
      throw new ValiseError(
        'files_not_listed',
        'The list of uploaded files is not initialised. Call get_files.cgi once, then send again.',
      );
    }
    if (isUploading) {
      throw new ValiseError(
        'upload_in_progress',
        'An upload is still running and its files would be left out. Send again when it has ended.',
        { retryAfterSeconds: uploadRetrySeconds },
      );
    }
    const files = await repositories.files.listTray(account.id);
    if (files.length === 0) {
      throw new ValiseError('no_files', 'There is no file to send. Upload one first.');
    }
    return files;
  }

  function withLink(contact: Receiver): DispatchReceiver {
    const id = newId<ReceiverId>(randomness);
    return {
      ...contact,
      id,
      linkHash: hasher.hash(linkSecret(id, 0)),
      linkGeneration: 0,
      inboxToken: newId(randomness),
    };
  }

  /** Moves each file's key from the bucket of the tray to that of the day the drop expires. */
  function rewrap(files: readonly StoredFile[], { expiresAt }: Dispatch) {
    const bucket = expiryBucket(expiresAt);
    return files.map((file) => {
      const owner = { fileId: file.id, accountId: file.accountId };
      const wrappedKey = keyRing.wrap(getFileKey(file, owner), owner, bucket);
      return { id: file.id, wrappedKey, keyBucket: bucket };
    });
  }

  function getFileKey({ name, wrappedKey, keyBucket }: StoredFile, owner: KeyOwner): Buffer {
    try {
      return keyRing.unwrap(wrappedKey, owner, keyBucket);
    } catch (error) {
      if (!isIntegrityFault(error)) throw error;
      throw new ValiseError(
        'file_unreadable',
        `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent. Remove it (remove_file.cgi), upload it again if you need it, and send again.`,
        { cause: error },
      );
    }
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
