import type { Account } from '../model/account.ts';
import type { Instant, TtlUnit } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { FileId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { KeyBucket } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails } from '../notices/mail-limits.ts';
import type { Command } from '../ports/command-runner.ts';

/** A drop takes the files of the tray to the receivers that were chosen; a grant gives these an upload page. */
export interface NewDispatch {
  kind: 'drop' | 'grant';
  actor: Actor;
  account: Account;
  terms: DispatchTerms;
  claim: IdempotencyClaim | undefined;
  now: Instant;
  /** Whether an upload of the account runs, whose files a drop would leave out. */
  isUploading: boolean;
  /** What receivers must show besides their link. */
  secondFactor: SecondFactorMode;
  mailLimits: MailLimits;
  /** One for each receiver, up to the limit of receivers. */
  links: readonly NewLink[];
  /** Of each file in the tray; none for a grant. */
  keys: readonly DropKey[];
}

/** The link of a receiver, who is not known yet. */
export type NewLink = Pick<DispatchReceiver, 'id' | 'linkHash' | 'inboxToken'>;

/** A tray file's key, wrapped for the day on which a drop expires. */
export interface DropKey {
  fileId: FileId;
  /** The bucket in which the file's key was. */
  from: KeyBucket;
  /** Undefined when the key cannot be unwrapped any more. */
  wrappedKey: Buffer | undefined;
}

export interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
}

/**
 * Creates a dispatch: the rows, a mail to each receiver, the record. It uses up what was chosen: the
 * receivers, and for a drop the tray. Undefined, and nothing has changed, when there are receivers without
 * a link or files without a key: they were chosen, uploaded or rewrapped since these were made.
 */
export const createDispatch: Command<NewDispatch, Dispatched | undefined> = {
  name: 'createDispatch',

  async run({ repositories, audit, randomness }, order) {
    const { kind, account, terms, claim, now, isUploading, links } = order;
    const current = await repositories.accounts.lock(account.id);
    const receivers = await repositories.contacts.listReceivers(account.id);
    const files = kind === 'drop' ? await repositories.files.listTray(account.id) : [];
    const keys = new Map(order.keys.map((key) => [key.fileId, key]));
    const isPrepared =
      (receivers.length <= links.length || receivers.length > order.mailLimits.maxReceivers) &&
      files.every(({ id, keyBucket }) => keys.get(id)?.from === keyBucket);
    if (!isPrepared) return undefined;
    if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };

    await refuseNoReceivers(repositories, account, receivers);
    const isListed = current?.filesListedAt !== undefined;
    if (kind === 'drop') refuseUnsendable(files, { isListed, isUploading });
    if (terms.assertion !== undefined) {
      const tray = kind === 'drop' ? files : await repositories.files.listTray(account.id);
      refuseDifference('receivers', terms.assertion, receivers.map(emailOf));
      refuseDifference('files', terms.assertion, tray.map(nameOf));
    }
    await refuseTooManyMails(repositories, account, receivers.length, now, order.mailLimits);

    const dispatch: Dispatch = {
      id: newId(randomness),
      accountId: account.id,
      kind,
      createdAt: now,
      expiresAt: now + terms.lifetimeMs,
      ttl: terms.ttl,
      ttlUnit: terms.ttlUnit,
      message: terms.message,
      secondFactor: order.secondFactor,
      origin: undefined,
    };
    const linked = receivers.map((receiver, at) => linkedBy(links[at], receiver));
    await repositories.dispatches.add(dispatch, linked);
    const keyBucket = expiryBucket(dispatch.expiresAt);
    await repositories.files.moveToDispatch(
      files.map((file) => ({ id: file.id, wrappedKey: getKey(keys, file), keyBucket })),
      dispatch.id,
    );
    await repositories.outbox.add(
      linked.map(({ id, email }) => ({
        id: newId(randomness),
        kind: kind === 'drop' ? ('download' as const) : ('upload' as const),
        to: email,
        accountId: account.id,
        receiverId: id,
        createdAt: now,
      })),
    );
    await audit.record(repositories, order.actor, {
      action: kind === 'drop' ? 'drop.created' : 'grant.created',
      object: dispatch.id,
      outcome: 'ok',
      details: { receivers: linked.length, files: files.length, expiresAt: dispatch.expiresAt },
    });
    await repositories.contacts.replaceReceivers(account.id, []);
    return { isReplay: false };
  },
};

function linkedBy(link: NewLink | undefined, receiver: Receiver): DispatchReceiver {
  if (link === undefined) throw new Error('A receiver has no link');
  return { ...receiver, ...link, linkGeneration: 0 };
}

const emailOf = ({ email }: Contact): string => email;
const nameOf = ({ name }: StoredFile): string => name;

function getKey(keys: ReadonlyMap<FileId, DropKey>, { id, name }: StoredFile): Buffer {
  const wrappedKey = keys.get(id)?.wrappedKey;
  if (wrappedKey !== undefined) return wrappedKey;
  throw new ValiseError(
    'file_unreadable',
    `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent.`,
  );
}

async function refuseNoReceivers(
  { contacts }: Pick<Repositories, 'contacts'>,
  account: Account,
  receivers: readonly Receiver[],
): Promise<void> {
  if (!(await contacts.hasAny(account.id))) {
    throw new ValiseError('no_contacts', 'There is no contact yet. Add one first.');
  }
  if (receivers.length === 0) {
    throw new ValiseError('no_receivers', 'No receiver is chosen. Set the receivers first.');
  }
}

/** When an upload that blocks a drop may have ended. */
const uploadRetrySeconds = 5;

function refuseUnsendable(
  tray: readonly StoredFile[],
  { isListed, isUploading }: { isListed: boolean; isUploading: boolean },
): void {
  if (!isListed) {
    throw new ValiseError('files_not_listed', 'The list of uploaded files is not initialised.');
  }
  if (isUploading) throw uploadInProgress();
  if (tray.length === 0) {
    throw new ValiseError('no_files', 'There is no file to send. Upload one first.');
  }
}

export function uploadInProgress(): ValiseError {
  return new ValiseError(
    'upload_in_progress',
    'An upload is still running and its files would be left out. Send again when it has ended.',
    { retryAfterSeconds: uploadRetrySeconds },
  );
}

/** The terms of a dispatch. */
export interface DispatchTerms {
  lifetimeMs: number;
  /** The lifetime as the sender wrote it. */
  ttl: string;
  /** The unit in which it was written; left out where there are no units. */
  ttlUnit?: TtlUnit;
  message: string | undefined;
  /** What must be set before a send. */
  assertion?: DispatchAssertion;
}

/** What a client expects to be set. Clients that share an account learn that another one was faster. */
export interface DispatchAssertion {
  /** Addresses in lower case; undefined to expect nothing. */
  receivers: readonly string[] | undefined;
  /** Names of the files in the tray; undefined to expect nothing. */
  files: readonly string[] | undefined;
}

const mostNamed = 5;

/** Throws `state_conflict` where what is set is not what the client expects. */
function refuseDifference(
  field: keyof DispatchAssertion,
  assertion: DispatchAssertion,
  set: readonly string[],
): void {
  const named = assertion[field];
  if (named === undefined) return;
  const [asserted, isSet] = [new Set(named), new Set(set)];
  const missing = Array.from(asserted).filter((name) => !isSet.has(name));
  const extra = set.filter((name) => !asserted.has(name));
  if (missing.length === 0 && extra.length === 0) return;
  const parts = [
    ...(missing.length === 0 ? [] : [`not set: ${inShort(missing)}`]),
    ...(extra.length === 0 ? [] : [`set beside them: ${inShort(extra)}`]),
  ];
  throw new ValiseError(
    'state_conflict',
    `The ${field} are not those that were named (${parts.join('; ')}). Nothing was sent.`,
  );
}

function inShort(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}
