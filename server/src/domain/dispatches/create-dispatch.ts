import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Receiver } from '../model/contact.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { KeyBucket } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails, refuseTooManyReceivers } from '../notices/mail-limits.ts';
import type { Transaction } from '../ports/command-runner.ts';
import { mailsToNew } from './change-dispatch.ts';
import { anyone } from './anyone-links.ts';
import { refuseOutliving } from './sent-on.ts';
import { tellInboxes } from './tell-inboxes.ts';
import type { DispatchTerms } from './dispatch-terms.ts';

/** A dispatch, as far as it is prepared before its transaction. */
export interface DispatchOrder {
  actor: Actor;
  account: Account;
  terms: DispatchTerms;
  now: Instant;
  /** What receivers must show besides their link. */
  secondFactor: SecondFactorMode;
  mailLimits: MailLimits;
  /** One for each receiver, up to the limit of receivers, and one for anyone where that is wanted. */
  links: readonly NewLink[];
  /** Of each file. */
  keys: readonly DropKey[];
}

/** The link of a receiver, who is not known yet. */
export type NewLink = Pick<DispatchReceiver, 'id' | 'linkHash' | 'inboxToken'>;

/** The key of a file that was not sent yet, wrapped for the day on which a drop expires. */
export interface DropKey {
  fileId: FileId;
  /** The bucket in which the file's key was. */
  from: KeyBucket;
  /** Undefined when the key cannot be unwrapped any more. */
  wrappedKey: Buffer | undefined;
}

/** A file of the tray, or an upload of a draft. */
type Unsent = Pick<StoredFile, 'id' | 'name' | 'keyBucket'>;

/** What is sent, and to whom. */
interface Sending<File extends Unsent> {
  receivers: readonly Receiver[];
  files: readonly File[];
}

/** False when receivers have no link or files no key: they were chosen, uploaded or rewrapped since these were made. */
export function isPrepared(
  { links, keys, mailLimits, terms }: DispatchOrder,
  { receivers, files }: Sending<Unsent>,
): boolean {
  const needed = receivers.length + (terms.anyone === true ? 1 : 0);
  const buckets = new Map(keys.map(({ fileId, from }) => [fileId, from]));
  return (
    (needed <= links.length || receivers.length > mailLimits.maxReceivers) &&
    files.every(({ id, keyBucket }) => buckets.get(id) === keyBucket)
  );
}

/**
 * Adds a dispatch with its receivers, a mail to each of them, and the record. Returns it, and the files with their keys
 * for it, which the caller moves. The account must be locked, and the order prepared.
 */
export async function createDispatch<File extends Unsent>(
  { repositories, events, randomness }: Transaction,
  kind: 'drop' | 'grant',
  { actor, account, terms, now, secondFactor, mailLimits, links, keys }: DispatchOrder,
  { receivers, files }: Sending<File>,
) {
  if (terms.notify === 'none') refuseTooManyReceivers(receivers.length, mailLimits.maxReceivers);
  else await refuseTooManyMails(repositories, account, receivers.length, now, mailLimits);
  const dispatch: Dispatch = {
    id: terms.password?.dispatchId ?? newId(randomness),
    accountId: account.id,
    kind,
    createdAt: now,
    expiresAt: now + terms.lifetimeMs,
    ttl: terms.ttl,
    ttlUnit: terms.ttlUnit,
    ...(terms.title === undefined ? {} : { title: terms.title }),
    message: terms.message,
    secondFactor,
    ...(terms.password === undefined ? {} : { passwordHash: terms.password.hash }),
    ...(terms.downloadLimit === undefined ? {} : { downloadLimit: terms.downloadLimit }),
    ...(terms.receipts === undefined ? {} : { receipts: terms.receipts }),
    ...(terms.reference === undefined ? {} : { reference: terms.reference }),
    ...(terms.notify === undefined ? {} : { notify: terms.notify }),
    origin: undefined,
  };
  await refuseOutliving(
    repositories,
    files.map(({ id }) => id),
    { now, expiresAt: dispatch.expiresAt },
  );
  const linked = receivers.map((receiver, at) => linkedBy(links[at], receiver));
  const open = terms.anyone === true ? [linkedBy(links[receivers.length], anyone())] : [];
  await repositories.dispatches.add(dispatch, [...linked, ...open]);
  await events.tell(repositories, actor, {
    action: kind === 'drop' ? 'drop.created' : 'grant.created',
    account,
    ids: { dispatch: dispatch.id },
    details: {
      receivers: linked.length,
      files: files.length,
      expiresAt: dispatch.expiresAt,
      ...(open.length > 0 && { anyone: true }),
    },
    mails: mailsToNew(dispatch, linked),
  });
  await tellInboxes({ events }, repositories, actor, dispatch, linked);
  await repositories.pastReceivers.note(account.id, linked, now);
  const keyBucket = expiryBucket(dispatch.expiresAt);
  const byId = new Map(keys.map(({ fileId, wrappedKey }) => [fileId, wrappedKey]));
  const rewrapped = files.map((file) => ({
    ...file,
    wrappedKey: byId.get(file.id) ?? refuseUnreadable(file),
    keyBucket,
  }));
  return { dispatch, files: rewrapped };
}

function linkedBy(link: NewLink | undefined, receiver: Receiver): DispatchReceiver {
  if (link === undefined) throw new Error('A receiver has no link');
  return { ...receiver, ...link, linkGeneration: 0 };
}

function refuseUnreadable({ name }: Unsent): never {
  throw new ValiseError(
    'file_unreadable',
    `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent.`,
  );
}
