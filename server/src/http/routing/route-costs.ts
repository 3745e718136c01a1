import type { FastifyRequest } from 'fastify';
import { hour } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { RateCounter, TransferSlots } from '../../domain/ports/coordination.ts';
import type { SecretHasher } from '../../domain/ports/hashers.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { sourceOf } from './access.ts';
import type { Cost, Services } from './route.ts';

interface Dependencies {
  slots: TransferSlots;
  hasher: Pick<SecretHasher, 'fingerprint'>;
  counter: RateCounter;
  /** The limit of requests a minute through one link; 0: none. */
  requestsPerLink: number;
}

export type RouteCosts = ReturnType<typeof createRouteCosts>;

/** Counts requests against the limits of their routes. */
export function createRouteCosts({ slots, hasher, counter, requestsPerLink }: Dependencies) {
  function linkOf({ params }: FastifyRequest): string | null {
    const { secret } = params as { secret?: string };
    return secret === undefined ? null : hasher.fingerprint(secret);
  }

  /** Throws `too_many_requests` when too many came through the link. */
  async function countRequest(link: string): Promise<void> {
    const [made] = await counter.count([link]);
    if (made === undefined || made.count <= requestsPerLink) return;
    const retryAfterSeconds = Math.ceil(made.msLeft / 1000);
    throw new ValiseError(
      'too_many_requests',
      `This link may be used ${requestsPerLink} times a minute. Try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
  }

  return {
    /** Whether there is anything to count: a request that need not wait is not made to. */
    isCounted(cost: Cost, request: FastifyRequest): boolean {
      return cost === 'transfer' || (cost === 'request' && requestsPerLink > 0 && hasLink(request));
    },

    /** Runs the handler, if the limits allow it. A transfer holds its slot until it has ended. */
    async run(cost: Cost, request: FastifyRequest, work: () => unknown): Promise<unknown> {
      const link = linkOf(request);
      if (link !== null && requestsPerLink > 0) await countRequest(link);
      // A request for the headers only transfers nothing.
      if (cost !== 'transfer' || request.method === 'HEAD') return await work();
      const release = await slots.take({ link, network: networkFor(request) });
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function hasLink({ params }: FastifyRequest): boolean {
  return (params as { secret?: string }).secret !== undefined;
}

/** A client on this machine may be a proxy, for many clients. */
function networkFor(request: FastifyRequest): string | null {
  const network = networkOf(sourceOf(request));
  return network.startsWith('127.') || network === '0:0:0:0' ? null : network;
}

export type RequestRate = ReturnType<typeof createRequestRate>;

/** Counts the requests of each account in a minute, where the operator set a limit (0: none). */
export function createRequestRate(perMinute: number, counter: RateCounter) {
  return {
    isLimited: perMinute > 0,

    /** Throws `too_many_requests` when the account is over the limit. */
    async count(accountId: AccountId): Promise<void> {
      if (perMinute === 0) return;
      const [made] = await counter.count([accountId]);
      if (made === undefined || made.count <= perMinute) return;
      const retryAfterSeconds = Math.ceil(made.msLeft / 1000);
      throw new ValiseError(
        'too_many_requests',
        `This account may make ${perMinute} requests a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}

/** Wrong links from one network in a minute. People open one; only an attacker needs more. */
export const maxMisses = 20;

export type LinkMisses = ReturnType<typeof createLinkMisses>;

/** Counts requests with unknown links for one kind of page. Valid links are never limited. */
export function createLinkMisses(
  { counters, auditOnce }: Pick<Services, 'counters' | 'auditOnce'>,
  page: 'download' | 'upload' | 'reminder' | 'no mail',
) {
  return {
    /** Throws `too_many_requests` when there were too many from this network, and records that. */
    async count(stranger: Actor): Promise<void> {
      const network = networkOf(stranger.source);
      const [missed] = await counters.links.count([`${page} ${network}`]);
      if (missed === undefined || missed.count <= maxMisses) return;
      await auditOnce.record(
        stranger,
        { action: 'links.guessed', object: network, outcome: 'refused', details: { page } },
        { subject: network, periodMs: hour },
      );
      const retryAfterSeconds = Math.ceil(missed.msLeft / 1000);
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
