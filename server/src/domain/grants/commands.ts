import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventMail } from '../model/event.ts';
import type { StoredFile } from '../model/file.ts';
import type { Actor } from '../model/principal.ts';
import type { ValiseError } from '../model/valise-error.ts';
import { invalid } from '../model/valise-error.ts';
import type { Command } from '../ports/command-runner.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { findAllowance, refuseOverAllowance } from '../uploads/allowance.ts';
import type { GrantOwner } from '../uploads/owners.ts';
import { contactOf, refuseEndedOwner } from '../uploads/owners.ts';

/** What a contact sends back. */
export interface NewReturn {
  actor: Actor;
  grant: GrantOwner;
  limits: UploadLimits;
  dispatch: Dispatch;
  /** The account of the grant, as the receiver of the return. */
  lender: DispatchReceiver;
  /** In one blob, or complete uploads. */
  files: readonly StoredFile[];
  /** Whether the contact, who has an address, gets a mail that names the files. */
  isConfirmed: boolean;
}

/** Puts files into the inbox of the grant's account, and notifies the account and the contact. */
export const createReturn: Command<NewReturn, void> = {
  name: 'createReturn',
  // The blobs of uploads have rows already, so that no sweep treats them as orphans.
  blobKeys: ({ files }) => files.filter((file) => !isUpload(file)).map(({ id }) => id),

  async run({ repositories, events, clock }, order) {
    const { actor, grant, limits, dispatch, lender, files, isConfirmed } = order;
    await refuseEndedOwner(repositories, grant, clock.now());
    const allowance = await findAllowance(repositories, grant, limits);
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    refuseOverAllowance(allowance, files.length, bytes);
    const uploads = files.filter(isUpload).map(({ id }) => id);
    for (const id of uploads) {
      if ((await repositories.uploads.find(id)) === undefined) throw noUploads([id]);
    }
    await repositories.uploads.remove(uploads);
    await repositories.dispatches.add(dispatch, [lender]);
    for (const file of files) await repositories.files.addToDispatch(file);
    const mails: EventMail[] = [{ kind: 'received', to: lender.email, receiverId: lender.id }];
    if (isConfirmed && !isBareLink(grant)) {
      mails.push({ kind: 'returned', to: grant.email, receiverId: lender.id });
    }
    await events.tell(repositories, actor, {
      action: 'return.created',
      account: { id: grant.accountId },
      ids: {
        ...{ dispatch: dispatch.id, dispatchKind: 'return', receiver: lender.id },
        ...{ request: grant.grantId, item: lender.inboxToken },
      },
      details: { files: files.length, contact: contactOf(grant), grantId: grant.grantId },
      mails,
    });
  },
};

function isUpload({ segments }: StoredFile): boolean {
  return segments !== undefined;
}

export function noUploads(ids: readonly string[]): ValiseError {
  return invalid(
    ids.map((id) => ({ field: id, problem: 'There is no such upload. Send the file again.' })),
  );
}
