import type { DispatchOrder } from '../dispatches/create-dispatch.ts';
import { createDispatch, isPrepared } from '../dispatches/create-dispatch.ts';
import { dispatchEnded } from '../dispatches/change-dispatch.ts';
import type { SentDraft } from '../dispatches/send-draft.ts';
import { keepAsFiles } from '../dispatches/send-draft.ts';
import type { SharedFile } from '../drafts/drop-again.ts';
import { keepShared, keepSources } from '../drafts/drop-again.ts';
import type { Receiver } from '../model/contact.ts';
import type { DispatchId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { countedBytes } from '../model/incoming-upload.ts';
import type { StoredFile } from '../model/file.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import type { Command, Transaction } from '../ports/command-runner.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { findAllowance, refuseOverAllowance } from '../uploads/allowance.ts';
import type { AccountOwner } from '../uploads/owners.ts';
import { refuseEndedOwner } from '../uploads/owners.ts';

/** A file in one blob that came with the request that sends it, and has no row yet. */
export type NewFile = Pick<
  StoredFile,
  'id' | 'name' | 'folder' | 'mediaType' | 'sizeBytes' | 'sha256' | 'store' | 'keyBucket'
>;

/** A program sends uploads of its account, files of an earlier drop and files that came with the request. */
export interface FilesOrder extends DispatchOrder {
  /** The account, with the key of the request: nothing is sent for one that has ended meanwhile. */
  owner: AccountOwner;
  limits: UploadLimits;
  /** Under distinct addresses. The members of groups are among them. */
  receivers: readonly Receiver[];
  /** Its complete uploads, in the order of the request. */
  uploads: SentDraft['files'];
  /** The files of an earlier drop, as uploads that share their contents. */
  again: { drop: DispatchId; files: readonly SharedFile[] } | undefined;
  received: readonly NewFile[];
  /** Of a request with an `Idempotency-Key`. */
  claim: RepeatClaim | undefined;
}

/**
 * Creates the drop, and uses up the uploads. Undefined, and nothing has changed, when the order does not fit what is
 * there. Throws `dispatch_ended` when the earlier drop has ended.
 */
export const sendFiles: Command<FilesOrder, DispatchId | undefined> = {
  name: 'sendFiles',
  // The blobs of uploads have rows already, so that no sweep treats them as orphans.
  blobKeys: ({ received }) => received.map(({ id }) => id),
  // Each locks the row of the account.
  turnOf: ({ account }) => account.id,

  async run(transaction, order) {
    const { repositories } = transaction;
    const { owner, receivers, received, again } = order;
    await refuseEndedOwner(repositories, owner, order.now);
    const uploads = await findAll(transaction, order);
    const shared = again?.files.map(({ upload }) => upload) ?? [];
    const files = uploads && [...uploads, ...shared];
    if (files === undefined || !isPrepared(order, { receivers, files: [...files, ...received] })) {
      return undefined;
    }
    await keepAgain(transaction, order);
    const account = (await repositories.accounts.find(owner.accountId)) ?? order.account;
    const sender = { ...order, account };
    const sending = { receivers, files: [...files, ...received] };
    const { dispatch, files: keyed } = await createDispatch(transaction, 'drop', sender, sending);
    const keys = new Map(keyed.map((file) => [file.id, file]));
    const unsent = files.map((file) => ({ ...file, ...keys.get(file.id) }));
    const complete = [...order.uploads, ...(again?.files.map(asComplete) ?? [])];
    const come = received.map((file) => {
      const { wrappedKey } = keys.get(file.id) ?? {};
      if (wrappedKey === undefined) throw new Error(`File ${file.id} has no key`);
      return { ...file, wrappedKey, accountId: account.id, segments: undefined };
    });
    await keepAsFiles(repositories, { complete, unsent, come }, dispatch);
    await settle(repositories, order.claim, { drop: dispatch.id }, order.now);
    return dispatch.id;
  },
};

/** The uploads as they are now; undefined where one is gone. */
async function findAll(
  { repositories: { uploads } }: Pick<Transaction, 'repositories'>,
  { owner, uploads: wanted }: FilesOrder,
): Promise<IncomingUpload[] | undefined> {
  const found: IncomingUpload[] = [];
  for (const { id } of wanted) {
    const upload = await uploads.find(id);
    if (upload?.ownerId !== owner.id) return undefined;
    found.push(upload);
  }
  return found;
}

/** Files that are sent again count as unsent ones for a moment, as those of a draft do. */
async function keepAgain(
  { repositories, events }: Pick<Transaction, 'repositories' | 'events'>,
  { actor, owner, limits, account, again }: FilesOrder,
): Promise<void> {
  if (again === undefined) return;
  const allowance = await findAllowance(repositories, owner, limits);
  const begun = await repositories.uploads.sumFor(owner.id);
  const bytes = again.files.reduce((sum, { upload }) => sum + countedBytes(upload), 0);
  refuseOverAllowance(allowance, begun.files + again.files.length, begun.bytes + bytes);
  if (!(await keepShared(repositories, again.files))) throw dispatchEnded();
  await keepSources(repositories, again.files);
  await events.tell(repositories, actor, {
    action: 'drop.reused',
    account,
    ids: { dispatch: again.drop },
    details: { files: again.files.length },
  });
}

function asComplete({ upload, segments }: SharedFile): SentDraft['files'][number] {
  const { id, name, folder, completion, contentId } = upload;
  if (completion === undefined) throw new Error(`Upload ${id} is not whole`);
  const store = segments.parts.at(-1)?.store ?? '';
  const shared = contentId === undefined ? {} : { contentId };
  return { id, name, folder, sha256: completion.sha256, store, segments, ...shared };
}
