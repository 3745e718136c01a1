import type { Account } from '../model/account.ts';
import type { Actor } from '../model/principal.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import type { Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { isIntegrityFault, ValiseError } from '../model/valise-error.ts';
import type { KeyOwner, KeyRing } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails } from '../notices/mail-limits.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { DispatchTerms } from './dispatching.ts';

export interface CreateDispatchDependencies {
  keyRing: KeyRing;
  audit: AuditTrail;
  /** The secret of a receiver's link: the same for the same receiver and generation each time. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: SecretHasher;
  /** What receivers must show at least besides their link, whoever sends. */
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
  terms: DispatchTerms;
  now: Instant;
}

/**
 * Makes a dispatch in a transaction that holds the lock of its account: the rows, a mail to each
 * receiver, the record. The key of the day on which it expires must be in the key ring.
 */
export async function createDispatch(
  repositories: Pick<Repositories, 'audit' | 'dispatches' | 'files' | 'outbox'>,
  dependencies: CreateDispatchDependencies,
  actor: Actor,
  { kind, account, receivers, files, terms, now }: NewDispatch,
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
  await repositories.files.moveToDispatch(
    rewrap(dependencies.keyRing, files, dispatch),
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

/** Moves each file's key from the bucket of the tray to that of the day the drop expires. */
function rewrap(keyRing: KeyRing, files: readonly StoredFile[], { expiresAt }: Dispatch) {
  const bucket = expiryBucket(expiresAt);
  return files.map((file) => {
    const owner = { fileId: file.id, accountId: file.accountId };
    const wrappedKey = keyRing.wrap(getFileKey(keyRing, file, owner), owner, bucket);
    return { id: file.id, wrappedKey, keyBucket: bucket };
  });
}

function getFileKey(
  keyRing: KeyRing,
  { name, wrappedKey, keyBucket }: StoredFile,
  owner: KeyOwner,
): Buffer {
  try {
    return keyRing.unwrap(wrappedKey, owner, keyBucket);
  } catch (error) {
    if (!isIntegrityFault(error)) throw error;
    throw new ValiseError(
      'file_unreadable',
      `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent.`,
      { cause: error },
    );
  }
}
