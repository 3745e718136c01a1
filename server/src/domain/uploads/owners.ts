import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Draft } from '../model/draft.ts';
import { refuseEndedKey } from '../model/api-key.ts';
import type { AccountId, ApiKeyId, DispatchId, DraftId, ReceiverId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { SignedIn } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';

/** What uploads belong to until they are sent. */
export type UploadOwner = GrantOwner | DraftOwner | AccountOwner;

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

/** An account whose program uploads files first, and says later to whom they go. */
export interface AccountOwner {
  kind: 'account';
  id: AccountId;
  accountId: AccountId;
  /** The API key of the request: nothing is stored for one that has ended meanwhile. */
  keyId: ApiKeyId;
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

export function accountOwner({
  account: { id },
  keyId,
}: Pick<SignedIn, 'account' | 'keyId'>): AccountOwner {
  return { kind: 'account', id, accountId: id, keyId };
}

/** Who the trail says sent files: nobody knows the holder of a link without an address. */
export function contactOf(grant: Pick<GrantOwner, 'email'>): string {
  return isBareLink(grant) ? 'anonymous' : grant.email;
}

/**
 * Throws `not_found`, or `unauthorized` for a program, unless the owner lives and its account is not disabled, now and
 * until the transaction ends: this may have changed since the first byte.
 */
export async function refuseEndedOwner(
  repositories: Pick<Repositories, 'accounts' | 'apiKeys' | 'dispatches' | 'drafts'>,
  owner: UploadOwner,
  now: Instant,
): Promise<void> {
  const account = await repositories.accounts.lock(owner.accountId);
  if (
    !(await isLive(repositories, owner, now)) ||
    account === undefined ||
    account.disabledAt !== undefined
  ) {
    throw ownerEnded(owner);
  }
}

const endedTexts: Record<UploadOwner['kind'], string> = {
  grant: 'The request for files ended while they were being sent.',
  draft: 'The draft that these files are for was sent or removed.',
  account: 'The account was disabled while the upload ran.',
};

export function ownerEnded({ kind }: Pick<UploadOwner, 'kind'>): ValiseError {
  return new ValiseError(kind === 'account' ? 'unauthorized' : 'not_found', endedTexts[kind]);
}

async function isLive(
  repositories: Pick<Repositories, 'apiKeys' | 'dispatches' | 'drafts'>,
  owner: UploadOwner,
  now: Instant,
): Promise<boolean> {
  if (owner.kind === 'draft') return await isUnsent(repositories, owner, now);
  if (owner.kind === 'grant') return await isLiveGrant(repositories, owner, now);
  await refuseEndedKey(repositories, owner.accountId, owner.keyId, now);
  return true;
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
