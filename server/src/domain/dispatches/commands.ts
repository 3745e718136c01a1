import { distinctName } from '../files/distinct-name.ts';
import type { Account } from '../model/account.ts';
import type { Instant, TtlUnit } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { ReceiptMode } from '../model/draft.ts';
import type { StoredFile } from '../model/file.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { claimKey, findEarlier } from '../model/idempotency.ts';
import type { DispatchId, DraftId, FileId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { CompleteUpload, IncomingUpload } from '../model/incoming-upload.ts';
import { inChosenOrder } from '../model/incoming-upload.ts';
import type { KeyBucket } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails } from '../notices/mail-limits.ts';
import type { Command } from '../ports/command-runner.ts';
import { noFiles, noReceivers, uploadInProgress } from './refusals.ts';
import { sentMarks, takeRepeatedAway } from './repeated-send.ts';

/**
 * A drop takes files to receivers: those of the tray to the receivers that were chosen, or those of a draft to the
 * receivers of the draft. A grant gives the chosen receivers an upload page.
 */
export interface NewDispatch {
  kind: 'drop' | 'grant';
  actor: Actor;
  account: Account;
  terms: DispatchTerms;
  claim: IdempotencyClaim | undefined;
  /** The draft that is sent; undefined: the tray and the chosen receivers are. */
  draft: SentDraft | undefined;
  now: Instant;
  /** Whether an upload of the account runs, whose files a drop would leave out. */
  isUploading: boolean;
  /** What receivers must show besides their link. */
  secondFactor: SecondFactorMode;
  mailLimits: MailLimits;
  /** One for each receiver, up to the limit of receivers. */
  links: readonly NewLink[];
  /** Of each file in the tray or the draft; none for a grant. */
  keys: readonly DropKey[];
}

/** A draft as it was when it was sent. */
export interface SentDraft {
  id: DraftId;
  /** Under distinct addresses. The members of groups are among them. */
  receivers: readonly Receiver[];
  /** Its complete uploads. */
  files: readonly CompleteUpload[];
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

export interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
  /** The drop or grant; undefined where a client's earlier request made it. */
  dispatchId: DispatchId | undefined;
  /** How many files a repeat took out of the tray. */
  trayRemoved: number;
}

/**
 * Creates a dispatch: the rows, a mail to each receiver, the record. It uses up what was chosen: the
 * receivers and the tray, or the draft. Undefined, and nothing has changed, when there are receivers without
 * a link or files without a key: they were chosen, uploaded or rewrapped since these were made.
 */
export const createDispatch: Command<NewDispatch, Dispatched | undefined> = {
  name: 'createDispatch',

  async run(transaction, order) {
    const { repositories, audit, randomness } = transaction;
    const { kind, account, terms, claim, now, isUploading, links } = order;
    const current = await repositories.accounts.lock(account.id);
    const sentBefore = await findSentDraft(repositories, order);
    if (sentBefore !== undefined) return { isReplay: true, dispatchId: sentBefore, trayRemoved: 0 };
    const receivers =
      order.draft?.receivers ?? (await repositories.contacts.listReceivers(account.id));
    const earlier = await findEarlier(repositories, account.id, claim, now);
    if (earlier !== undefined) {
      const trayRemoved = await takeRepeatedAway(transaction, order, receivers, earlier.sent);
      return { isReplay: true, dispatchId: undefined, trayRemoved };
    }
    const isOfTray = kind === 'drop' && order.draft === undefined;
    const tray = isOfTray ? await repositories.files.listTray(account.id) : [];
    const files = order.draft === undefined ? tray : await listUploads(repositories, order.draft);
    const keys = new Map(order.keys.map((key) => [key.fileId, key]));
    const isPrepared =
      (receivers.length <= links.length || receivers.length > order.mailLimits.maxReceivers) &&
      files.every(({ id, keyBucket }) => keys.get(id)?.from === keyBucket);
    if (!isPrepared) return undefined;

    await refuseNoReceivers(repositories, order, receivers);
    const isListed = order.draft !== undefined || current?.filesListedAt !== undefined;
    if (kind === 'drop') refuseUnsendable(files, { isListed, isUploading });
    if (terms.assertion !== undefined) {
      const uploaded = isOfTray ? tray : await repositories.files.listTray(account.id);
      refuseDifference('receivers', terms.assertion, receivers.map(emailOf));
      refuseDifference('files', terms.assertion, uploaded.map(nameOf));
    }
    await refuseTooManyMails(
      repositories,
      current ?? account,
      receivers.length,
      now,
      order.mailLimits,
    );

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
      ...(terms.downloadLimit === undefined ? {} : { downloadLimit: terms.downloadLimit }),
      ...(terms.receipts === undefined ? {} : { receipts: terms.receipts }),
      origin: undefined,
    };
    const linked = receivers.map((receiver, at) => linkedBy(links[at], receiver));
    await repositories.dispatches.add(dispatch, linked);
    const keyBucket = expiryBucket(dispatch.expiresAt);
    const rewrapped = files.map((file) => ({ ...file, wrappedKey: getKey(keys, file), keyBucket }));
    if (order.draft === undefined) await repositories.files.moveToDispatch(rewrapped, dispatch.id);
    else await keepAsFiles(repositories, order.draft, rewrapped, dispatch);
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
    await repositories.pastReceivers.note(account.id, linked, now);
    if (order.draft === undefined) await repositories.contacts.replaceReceivers(account.id, []);
    else await repositories.drafts.markSent(order.draft.id, dispatch.id);
    const marks = claim && sentMarks(audit, receivers, tray);
    await claimKey(repositories, account.id, claim, now, marks);
    return { isReplay: false, dispatchId: dispatch.id, trayRemoved: 0 };
  },
};

function linkedBy(link: NewLink | undefined, receiver: Receiver): DispatchReceiver {
  if (link === undefined) throw new Error('A receiver has no link');
  return { ...receiver, ...link, linkGeneration: 0 };
}

const emailOf = ({ email }: Contact): string => email;
const nameOf = ({ name }: Unsent): string => name;

/** A file of the tray, or an upload of a draft. */
type Unsent = Pick<StoredFile, 'id' | 'name' | 'keyBucket'>;

/** The drop that the draft became before. Throws `not_found` for a draft that is gone. */
async function findSentDraft(
  { drafts }: Pick<Repositories, 'drafts'>,
  { draft, account, now }: NewDispatch,
): Promise<DispatchId | undefined> {
  if (draft === undefined) return undefined;
  const current = await drafts.find(draft.id, now);
  if (current?.accountId !== account.id) throw noDraft();
  return current.dispatchId;
}

export function noDraft(): ValiseError {
  return new ValiseError('not_found', 'There is no such draft. It may have been sent or removed.');
}

/** The files of a draft. */
async function listUploads(
  { uploads }: Pick<Repositories, 'uploads'>,
  { id }: SentDraft,
): Promise<IncomingUpload[]> {
  return inChosenOrder(await uploads.listFor(id));
}

/** Turns the uploads of a draft into files of the drop, under distinct names. */
async function keepAsFiles(
  { files, uploads }: Pick<Repositories, 'files' | 'uploads'>,
  { files: complete }: SentDraft,
  unsent: readonly (StoredFile | IncomingUpload)[],
  dispatch: Dispatch,
): Promise<void> {
  const byId = new Map(complete.map((file) => [file.id, file]));
  const names = new Set<string>();
  await uploads.remove(unsent.map(({ id }) => id));
  for (const { id, accountId, mediaType, sizeBytes, wrappedKey, keyBucket, name } of unsent) {
    const whole = byId.get(id);
    if (whole === undefined) throw new Error(`Upload ${id} was not prepared`);
    const distinct = distinctName(name, (candidate) => names.has(candidate));
    names.add(distinct);
    await files.addToDispatch({
      ...whole,
      accountId,
      dispatchId: dispatch.id,
      name: distinct,
      mediaType,
      sizeBytes,
      wrappedKey,
      keyBucket,
      createdAt: dispatch.createdAt,
    });
  }
}

function getKey(keys: ReadonlyMap<FileId, DropKey>, { id, name }: Unsent): Buffer {
  const wrappedKey = keys.get(id)?.wrappedKey;
  if (wrappedKey !== undefined) return wrappedKey;
  throw new ValiseError(
    'file_unreadable',
    `The file ${JSON.stringify(name)} cannot be read any more, and nothing was sent.`,
  );
}

async function refuseNoReceivers(
  { contacts }: Pick<Repositories, 'contacts'>,
  { account, draft }: NewDispatch,
  receivers: readonly Receiver[],
): Promise<void> {
  if (draft === undefined && !(await contacts.hasAny(account.id))) {
    throw new ValiseError('no_contacts', 'There is no contact yet. Add one first.');
  }
  if (receivers.length === 0) throw noReceivers();
}

function refuseUnsendable(
  tray: readonly Unsent[],
  { isListed, isUploading }: { isListed: boolean; isUploading: boolean },
): void {
  if (!isListed) {
    throw new ValiseError('files_not_listed', 'The list of uploaded files is not initialised.');
  }
  if (isUploading) throw uploadInProgress();
  if (tray.length === 0) throw noFiles();
}

/** The terms of a dispatch. */
export interface DispatchTerms {
  lifetimeMs: number;
  /** The lifetime as the sender wrote it. */
  ttl: string;
  /** The unit in which it was written; left out where there are no units. */
  ttlUnit?: TtlUnit;
  message: string | undefined;
  /** How often each receiver may download each file; left out: any number of times. */
  downloadLimit?: number | undefined;
  /** Left out: as the notices of the account say. */
  receipts?: ReceiptMode | undefined;
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
