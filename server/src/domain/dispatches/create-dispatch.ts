import type { Account } from '../model/account.ts';
import type { Actor } from '../model/principal.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import type { Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { FileId, Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { KeyBucket, KeyRing } from '../model/key-ring.ts';
import { expiryBucket, findRewrapped } from '../model/key-ring.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails } from '../notices/mail-limits.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { DispatchTerms } from './dispatching.ts';

export interface CreateDispatchDependencies {
  audit: AuditTrail;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: SecretHasher;
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
  mailLimits: MailLimits;
  randomness: Randomness;
}

/** Files of the account's tray for a drop, none for a grant. */
export interface NewDispatch {
  kind: 'drop' | 'grant';
  account: Account;
  receivers: readonly Receiver[];
  files: readonly StoredFile[];
  /** The keys of these files for the drop. */
  keys: ReadonlyMap<FileId, DropKey>;
  terms: DispatchTerms;
  now: Instant;
}

/**
 * Makes a dispatch in a transaction that holds the lock of its account: the rows, a mail to each
 * receiver, the record.
 */
export async function createDispatch(
  repositories: Pick<Repositories, 'audit' | 'dispatches' | 'files' | 'outbox'>,
  dependencies: CreateDispatchDependencies,
  actor: Actor,
  { kind, account, receivers, files, keys, terms, now }: NewDispatch,
): Promise<void> {
  const { audit, linkSecret, hasher, randomness } = dependencies;
  const isDrop = kind === 'drop';
  const dispatch: Dispatch = {
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

  await refuseTooManyMails(repositories, account, receivers.length, now, dependencies.mailLimits);
  const withLinks = receivers.map(withLink);
  await repositories.dispatches.add(dispatch, withLinks);
  const keyBucket = expiryBucket(dispatch.expiresAt);
  await repositories.files.moveToDispatch(
    files.map((file) => ({ id: file.id, wrappedKey: getKey(keys, file), keyBucket })),
    dispatch.id,
  );
  await repositories.outbox.add(
    withLinks.map(({ id, email }) => ({
      id: newId(randomness),
      kind: isDrop ? ('download' as const) : ('upload' as const),
      to: email,
      accountId: account.id,
      receiverId: id,
      createdAt: now,
    })),
  );
  await audit.record(repositories, actor, {
    action: isDrop ? 'drop.created' : 'grant.created',
    object: dispatch.id,
    outcome: 'ok',
    details: { receivers: receivers.length, files: files.length, expiresAt: dispatch.expiresAt },
  });
}

/** A tray file's key, wrapped for the day on which a drop expires. */
export interface DropKey {
  /** The bucket in which the file's key was. */
  from: KeyBucket;
  /** Undefined when the key cannot be unwrapped any more. */
  wrappedKey: Buffer | undefined;
}

/** Wraps the keys of a tray for a drop, before its transaction: a transaction does not wait for keys. */
export async function wrapForDrop(
  keyRing: KeyRing,
  files: readonly StoredFile[],
  expiresAt: Instant,
): Promise<Map<FileId, DropKey>> {
  // The key of the files must be durable before a row can depend on it.
  const bucket = await keyRing.ensure(expiryBucket(expiresAt));
  const keys = new Map<FileId, DropKey>();
  for (const file of files) {
    const wrappedKey = await findRewrapped(keyRing, file, bucket);
    keys.set(file.id, { from: file.keyBucket, wrappedKey });
  }
  return keys;
}

/** Whether these are the keys of all the files as they are now: one may have come, or been moved to another bucket, since. */
export function coversAll(
  keys: ReadonlyMap<FileId, DropKey>,
  files: readonly StoredFile[],
): boolean {
  return files.every(({ id, keyBucket }) => keys.get(id)?.from === keyBucket);
}

function getKey(keys: ReadonlyMap<FileId, DropKey>, { id, name }: StoredFile): Buffer {
  const wrappedKey = keys.get(id)?.wrappedKey;
  if (wrappedKey !== undefined) return wrappedKey;
  throw new ValiseError(
    'file_unreadable',
    `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent.`,
  );
}
