import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Draft } from '../model/draft.ts';
import type { AccountId, DispatchId, DraftId, ReceiverId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';

/** What uploads belong to until they are sent. */
export type UploadOwner = GrantOwner | DraftOwner;

/** A grant as the holder of one of its links uses it. */
export interface GrantOwner {
  kind: 'grant';
  /** The receiver: each has uploads of their own. */
  id: ReceiverId;
  /** The account that made the grant. */
  accountId: AccountId;
  grantId: DispatchId;
  expiresAt: Instant;
  /** Empty for a link without an address. */
  email: string;
  linkHash: Buffer | undefined;
  /** The browser, where the link has no address, so that several people may have it; undefined: without a cookie. */
  visitorHash: Buffer | undefined;
}

export interface DraftOwner {
  kind: 'draft';
  id: DraftId;
  accountId: AccountId;
}

export function grantOwner(
  { dispatch, receiver, sender }: Delivery,
  visitorHash?: Buffer,
): GrantOwner {
  const { id, email, linkHash } = receiver;
  const { id: grantId, expiresAt } = dispatch;
  const accountId = sender.id;
  return { kind: 'grant', id, accountId, grantId, expiresAt, email, linkHash, visitorHash };
}

export function draftOwner({ id, accountId }: Pick<Draft, 'id' | 'accountId'>): DraftOwner {
  return { kind: 'draft', id, accountId };
}

/** Who the trail says sent files: nobody knows the holder of a link without an address. */
export function contactOf(grant: Pick<GrantOwner, 'email'>): string {
  return isBareLink(grant) ? 'anonymous' : grant.email;
}

/**
 * Throws `not_found` unless the owner lives and its account is not disabled, now and until the transaction ends: this
 * may have changed since the first byte.
 */
export async function refuseEndedOwner(
  repositories: Pick<Repositories, 'accounts' | 'dispatches' | 'drafts'>,
  owner: UploadOwner,
  now: Instant,
): Promise<void> {
  const account = await repositories.accounts.lock(owner.accountId);
  const isLive = await (owner.kind === 'draft'
    ? isUnsent(repositories, owner, now)
    : isLiveGrant(repositories, owner, now));
  if (!isLive || account === undefined || account.disabledAt !== undefined) {
    throw ownerEnded(owner);
  }
}

const endedTexts: Record<UploadOwner['kind'], string> = {
  grant: 'The request for files ended while they were being sent.',
  draft: 'The draft that these files are for was sent or removed.',
};

export function ownerEnded({ kind }: Pick<UploadOwner, 'kind'>): ValiseError {
  return new ValiseError('not_found', endedTexts[kind]);
}

async function isLiveGrant(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  { linkHash, id }: GrantOwner,
  now: Instant,
): Promise<boolean> {
  const live = linkHash && (await dispatches.findByLink(linkHash, now))?.receiver.id;
  return live === id;
}

async function isUnsent(
  { drafts }: Pick<Repositories, 'drafts'>,
  { id, accountId }: DraftOwner,
  now: Instant,
): Promise<boolean> {
  const draft = await drafts.find(id, now);
  return draft?.accountId === accountId && draft.dispatchId === undefined;
}

/** What an upload keeps of the browser that began it. */
export function visitorOf(owner: UploadOwner): Pick<IncomingUpload, 'visitorHash'> {
  if (owner.kind !== 'grant' || owner.visitorHash === undefined) return {};
  return { visitorHash: owner.visitorHash };
}
