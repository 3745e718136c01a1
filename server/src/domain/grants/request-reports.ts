import type { LinkMail } from '../dispatches/follow-receivers.ts';
import { linkMailOf } from '../dispatches/follow-receivers.ts';
import type { Part } from '../dispatches/sent-reports.ts';
import { partOf } from '../dispatches/sent-reports.ts';
import type { Account } from '../model/account.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import { endReasonOf } from '../model/dispatch.ts';
import type {
  CameBack,
  RequestEntry,
  RequestLimits,
  RequestReceiver,
  RequestState,
} from '../model/file-request.ts';
import type { DispatchId, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { MadeBetween } from '../model/sent.ts';
import { nothingHere } from '../model/valise-error.ts';
import { listLinkMails } from '../notices/link-mail-pause.ts';

interface Dependencies {
  database: Pick<Repositories, 'fileRequests' | 'outbox'>;
  clock: Clock;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
}

/** A request of a list, after which the list goes on. */
export interface RequestPlace {
  id: DispatchId;
  createdAt: Instant;
}

export interface RequestsWanted extends MadeBetween {
  state: RequestState | undefined;
  reference: string | undefined;
  after: RequestPlace | undefined;
  limit: number;
}

/** One who was asked, or a link, and how far they are. */
export interface FollowedAsked extends RequestReceiver {
  state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
  mail: LinkMail | undefined;
  /** The secret of its page; undefined once the link has ended. */
  secret: string | undefined;
}

/** A request with what is set and what came, without its receivers. */
export interface FollowedRequest extends RequestEntry {
  limits: RequestLimits | undefined;
}

export type RequestReports = ReturnType<typeof createRequestReports>;

/** What an account has asked for, for programs. Reading changes nothing. */
export function createRequestReports({ database, clock, linkSecret }: Dependencies) {
  const { fileRequests } = database;

  async function follow(
    request: RequestEntry,
    receivers: readonly RequestReceiver[],
  ): Promise<FollowedAsked[]> {
    const now = clock.now();
    const mails = await listLinkMails(
      database,
      receivers.map(({ id }) => id),
    );
    return receivers.map((receiver) => {
      const { id, linkHash, linkGeneration } = receiver;
      const isOpen = linkHash !== undefined && endReasonOf(request, now) === undefined;
      const state = stateOf(request, receiver, now);
      return {
        ...receiver,
        state,
        revokedAt: receiver.revokedAt ?? (state === 'revoked' ? request.endedAt : undefined),
        mail: linkMailOf(mails.get(id)?.[0]),
        secret: isOpen ? linkSecret(id, linkGeneration) : undefined,
      };
    });
  }

  return {
    /** Newest first. */
    async list(
      { id }: Pick<Account, 'id'>,
      { state, reference, after, limit, createdFrom, createdBefore }: RequestsWanted,
    ): Promise<Part<RequestEntry, RequestPlace>> {
      const requests = await fileRequests.list(id, {
        ...{ state, reference, createdFrom, createdBefore },
        ...{ now: clock.now(), limit: limit + 1 },
        ...{ after: after?.id, afterCreatedAt: after?.createdAt },
      });
      return partOf(requests, limit, ({ dispatch }) => dispatch);
    },

    /** Throws `not_found` for one of another account. */
    async get({ id: accountId }: Pick<Account, 'id'>, id: string): Promise<FollowedRequest> {
      const request = idPattern.test(id)
        ? await fileRequests.find(accountId, id as DispatchId)
        : undefined;
      if (request === undefined) throw nothingHere();
      return { ...request, limits: await fileRequests.findLimits(request.dispatch.id) };
    },

    /** Those who were asked by a request that `get` returned, in order, after one of them. */
    async listReceivers(
      request: RequestEntry,
      { after, limit }: { after: number | undefined; limit: number },
    ): Promise<Part<FollowedAsked, number>> {
      const page = { after, limit: limit + 1 };
      const { items, next } = partOf(
        await fileRequests.listReceivers(request.dispatch.id, page),
        limit,
        ({ position }) => position,
      );
      return { items: await follow(request, items), next };
    },

    /** One of those who were asked by a request that `get` returned. Throws `not_found`. */
    async getReceiver(request: RequestEntry, receiverId: string): Promise<FollowedAsked> {
      const found = idPattern.test(receiverId)
        ? await fileRequests.findReceiver(request.dispatch.id, receiverId as ReceiverId)
        : undefined;
      const [receiver] = found === undefined ? [] : await follow(request, [found]);
      if (receiver === undefined) throw nothingHere();
      return receiver;
    },

    /** What came through a request that `get` returned, newest first. */
    async listItems(
      { dispatch }: RequestEntry,
      { after, limit }: { after: Pick<CameBack, 'token' | 'at'> | undefined; limit: number },
    ): Promise<Part<CameBack, CameBack>> {
      const page = { after, limit: limit + 1, now: clock.now() };
      return partOf(await fileRequests.listReturns(dispatch.id, page), limit, (item) => item);
    },
  };
}

/** Who has sent something has done what was asked, whatever ends afterwards. */
function stateOf(
  request: RequestEntry,
  { came, revokedAt, openedAt }: RequestReceiver,
  now: Instant,
): FollowedAsked['state'] {
  if (came.returns > 0) return 'completed';
  if (revokedAt !== undefined) return 'revoked';
  const end = endReasonOf(request, now);
  if (end !== undefined) return end;
  return openedAt === undefined ? 'waiting' : 'opened';
}
