import type { DispatchOverview } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Actor } from '../model/principal.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { LockedDelivery, ShownSessions } from '../second-factor/receiver-sessions.ts';
import { findLack } from '../second-factor/receiver-sessions.ts';
import type { Allowance } from '../uploads/allowance.ts';
import { findAllowance } from '../uploads/allowance.ts';
import { grantOwner } from '../uploads/owners.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import type { Grant, GrantDependencies, GrantUpload } from './grant-upload.ts';
import { openGrantUpload } from './grant-upload.ts';
import { sendUploads } from './send-uploads.ts';

interface Dependencies extends GrantDependencies {
  resumableUploads: Pick<ResumableUploads, 'complete'>;
  hasher: TokenHasher;
}

export type Grants = ReturnType<typeof createGrants>;

/** What a contact with an upload page can do with its link. */
export function createGrants(dependencies: Dependencies) {
  const { database, hasher, clock, limits } = dependencies;

  /** The grant as one browser uses it. Who has a link with an address is known by the address. */
  function recognise(grant: Grant, browser: string): Grant {
    const { receiver } = grant;
    if (!isBareLink(receiver)) return grant;
    const visitorHash = hasher.hash('upload visitor', receiver.id, browser);
    return { ...grant, owner: { ...grant.owner, visitorHash } };
  }

  return {
    /**
     * Authorises the upload page: undefined for a link that is unknown, expired or revoked, or whose
     * account was disabled, indistinguishably. Viewing changes nothing. Where a code is demanded, nothing
     * is revealed without the session of a browser that entered one. `browser` distinguishes those who have a
     * link without an address.
     */
    async findByLink(
      secret: string,
      shown: ShownSessions = {},
      browser?: string,
    ): Promise<Grant | LockedDelivery | undefined> {
      const linkHash = hasher.hash('link', secret);
      const delivery = await database.dispatches.findByLink(linkHash, clock.now());
      if (delivery?.dispatch.kind !== 'grant') return undefined;
      if (delivery.sender.disabledAt !== undefined) return undefined;
      const lacks = await findLack(dependencies, delivery, shown);
      if (lacks !== undefined) return { ...delivery, isLocked: true, lacks };
      const grant = { ...delivery, isLocked: false, owner: grantOwner(delivery) } as const;
      return browser === undefined ? grant : recognise(grant, browser);
    },

    recognise,

    /** What was sent back through the link before, newest first; without an address: by this browser. */
    async listReturns({ receiver, owner: { visitorHash } }: Grant): Promise<DispatchOverview[]> {
      if (!isBareLink(receiver)) return await database.dispatches.listReturns(receiver.id);
      if (visitorHash === undefined) return [];
      return await database.dispatches.listReturns(receiver.id, visitorHash);
    },

    async allowanceOf({ owner }: Grant): Promise<Allowance> {
      return await findAllowance(database, owner, limits);
    },

    /** Throws `insufficient_storage` when the disk is nearly full. */
    async beginReturn(grant: Grant): Promise<GrantUpload> {
      return await openGrantUpload(dependencies, grant);
    },

    /** Puts finished uploads into the account's inbox and notifies the account; returns their names. */
    async send(
      actor: Actor,
      grant: Grant,
      ids: readonly string[],
      message: string | undefined,
      from?: string,
    ): Promise<string[]> {
      return await sendUploads(dependencies, grant, actor, { ids, message, from });
    },
  };
}
