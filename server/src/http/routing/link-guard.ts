import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkAccess } from '#protocol/access.ts';
import type { OpenDelivery } from '../../domain/downloads/link-downloads.ts';
import type { DraftOwner } from '../../domain/uploads/owners.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { Actor } from '../../domain/model/principal.ts';
import type { LockedDelivery } from '../../domain/second-factor/receiver-sessions.ts';

/** What each kind of link opens. A code is demanded of no one where the page is open already, or not there. */
export interface LinkTargets {
  download: OpenDelivery;
  upload: Grant;
  'download code': LockedDelivery | undefined;
  'upload code': LockedDelivery | undefined;
  draft: { owner: DraftOwner };
  reminder: Delivery;
  mail: Delivery;
}

/** A link that was resolved, and who uses it. */
export interface OpenedLink<Target> {
  target: Target;
  secret: string;
  actor: Actor;
}

/**
 * Resolves the links of one kind. Throws `not_found`, `code_needed` or `too_many_requests`; undefined where it has
 * answered the request itself.
 */
export type LinkGuard<Target> = (
  request: FastifyRequest,
  reply: FastifyReply,
  access: LinkAccess,
) => Promise<OpenedLink<Target> | undefined>;

export type LinkGuards = { readonly [To in LinkAccess['to']]: LinkGuard<LinkTargets[To]> };
