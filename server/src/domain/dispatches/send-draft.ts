import { placeFiles } from '../files/place-files.ts';
import type { FilePath } from '#protocol/file-folder.ts';
import type { Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Dispatch } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { DispatchId, DraftId } from '../model/ids.ts';
import type { CompleteUpload, IncomingUpload } from '../model/incoming-upload.ts';
import { countedBytes, inChosenOrder } from '../model/incoming-upload.ts';
import type { Command } from '../ports/command-runner.ts';
import type { DispatchOrder } from './create-dispatch.ts';
import { createDispatch, isPrepared } from './create-dispatch.ts';
import { noDraft, noFiles, noReceivers } from './refusals.ts';

/** A drop takes the files of a draft to its receivers. */
export interface DraftOrder extends DispatchOrder {
  draft: SentDraft;
}

/** A draft as it was when it was sent. */
export interface SentDraft {
  id: DraftId;
  version: number;
  /** Under distinct addresses. The members of groups are among them. */
  receivers: readonly Receiver[];
  /** Its complete uploads, with the names and the folders of the files that they become. */
  files: readonly (CompleteUpload & FilePath)[];
}

/**
 * Creates the drop, and uses up the draft; returns the drop that the draft was sent as before, if it was. Undefined,
 * and nothing has changed, when the order does not fit what is there. Throws `not_found` for a draft that is gone.
 */
export const sendDraft: Command<DraftOrder, DispatchId | undefined> = {
  name: 'sendDraft',

  async run(transaction, order) {
    const { repositories } = transaction;
    const { account, draft, now } = order;
    const { receivers } = draft;
    const current = await repositories.accounts.lock(account.id);
    const found = await repositories.drafts.find(draft.id, now);
    if (found?.accountId !== account.id) throw noDraft();
    if (found.dispatchId !== undefined) return found.dispatchId;
    if (found.version !== draft.version) return undefined;
    const uploads = inChosenOrder(await repositories.uploads.listFor(draft.id));
    if (!isPrepared(order, { receivers, files: uploads })) return undefined;

    if (receivers.length === 0 && order.terms.anyone !== true) throw noReceivers();
    if (uploads.length === 0) throw noFiles();
    const sender = { ...order, account: current ?? account };
    const sending = { receivers, files: uploads };
    const { dispatch, files } = await createDispatch(transaction, 'drop', sender, sending);
    await keepAsFiles(repositories, { complete: draft.files, unsent: files, come: [] }, dispatch);
    await repositories.drafts.markSent(draft.id, dispatch.id);
    return dispatch.id;
  },
};

/** The files of a drop, before they have their names in it. */
interface NewContents {
  complete: SentDraft['files'];
  /** The uploads that these are, as they are in the database. */
  unsent: readonly IncomingUpload[];
  /** Files that follow them, and were no uploads. */
  come: readonly Omit<StoredFile, 'dispatchId' | 'createdAt'>[];
}

/** Turns uploads into files of the drop, and adds those that were none, under distinct names and paths. */
export async function keepAsFiles(
  { files, uploads }: Pick<Repositories, 'files' | 'uploads'>,
  { complete, unsent, come }: NewContents,
  { id: dispatchId, createdAt }: Dispatch,
): Promise<void> {
  const byId = new Map(complete.map((file) => [file.id, file]));
  await uploads.remove(unsent.map(({ id }) => id));
  const uploaded = unsent.map(({ id, accountId, mediaType, wrappedKey, keyBucket, ...rest }) => {
    const whole = byId.get(id);
    if (whole === undefined) throw new Error(`Upload ${id} was not prepared`);
    return { ...whole, accountId, mediaType, wrappedKey, keyBucket, sizeBytes: countedBytes(rest) };
  });
  for (const file of placeFiles([...uploaded, ...come])) {
    await files.addToDispatch({ ...file, dispatchId, createdAt });
  }
}
