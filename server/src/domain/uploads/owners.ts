import type { Delivery } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Draft } from '../model/draft.ts';
import type { AccountId, DispatchId, DraftId, ReceiverId } from '../model/ids.ts';
import type { IncomingUpload, UploadOwnerId } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';

/** A grant as the holder of one of its links uses it. */
export interface GrantUse extends Delivery {
  /** The browser, where the link has no address, so that several people may have it; undefined: without a cookie. */
  visitorHash?: Buffer | undefined;
}

/** A grant as one of its receivers uses it. */
export interface GrantRef {
  grantId: DispatchId;
  receiverId: ReceiverId;
  /** Empty for a link without an address. */
  email: string;
  linkHash: Buffer | undefined;
  /** The account that made the grant. */
  accountId: AccountId;
  visitorHash: Buffer | undefined;
}

export function grantRefOf({ dispatch, receiver, sender, visitorHash }: GrantUse): GrantRef {
  const { id: receiverId, email, linkHash } = receiver;
  return { grantId: dispatch.id, receiverId, email, linkHash, accountId: sender.id, visitorHash };
}

/** A draft, as uploads to it refer to it. */
export interface DraftRef {
  draftId: DraftId;
  accountId: AccountId;
}

/** What uploads belong to, as it was found: the grant that a contact uses, or a draft. */
export type UploadOwner = GrantUse | { draft: Draft };

export type OwnerRef = GrantRef | DraftRef;

export function ownerRefOf(owner: UploadOwner): OwnerRef {
  if (!('draft' in owner)) return grantRefOf(owner);
  return { draftId: owner.draft.id, accountId: owner.draft.accountId };
}

export function ownerIdOf(owner: OwnerRef): UploadOwnerId {
  return 'draftId' in owner ? owner.draftId : owner.receiverId;
}

/** Who the trail says sent files: nobody knows the holder of a link without an address. */
export function contactOf(grant: Pick<GrantRef, 'email'>): string {
  return isBareLink(grant) ? 'anonymous' : grant.email;
}

/**
 * Throws `not_found` unless the link or the draft lives and its account is not disabled, now and until the transaction
 * ends: this may have changed since the first byte.
 */
export async function refuseEndedOwner(
  repositories: Pick<Repositories, 'accounts' | 'dispatches' | 'drafts'>,
  owner: OwnerRef,
  now: Instant,
): Promise<void> {
  const account = await repositories.accounts.lock(owner.accountId);
  const isLive = await ('draftId' in owner
    ? isUnsent(repositories, owner, now)
    : isLiveGrant(repositories, owner, now));
  if (!isLive || account === undefined || account.disabledAt !== undefined) {
    throw new ValiseError('not_found', 'The request for files ended while they were being sent.');
  }
}

async function isLiveGrant(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  { linkHash, receiverId }: GrantRef,
  now: Instant,
): Promise<boolean> {
  const live = linkHash && (await dispatches.findByLink(linkHash, now))?.receiver.id;
  return live === receiverId;
}

async function isUnsent(
  { drafts }: Pick<Repositories, 'drafts'>,
  { draftId, accountId }: DraftRef,
  now: Instant,
): Promise<boolean> {
  const draft = await drafts.find(draftId, now);
  return draft?.accountId === accountId && draft.dispatchId === undefined;
}

/** What an upload keeps of the browser that began it. */
export function visitorOf(owner: OwnerRef): Pick<IncomingUpload, 'visitorHash'> {
  if ('draftId' in owner || owner.visitorHash === undefined) return {};
  return { visitorHash: owner.visitorHash };
}
