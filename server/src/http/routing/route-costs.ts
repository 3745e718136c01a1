import type { Cost } from '#protocol/operations/operation.ts';
import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { RateCounter, SlotClaim, TransferSlots } from '../../domain/ports/coordination.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { sourceOf } from '../connection/source-of.ts';
import { paramOf } from './read-input.ts';

interface Dependencies {
  slots: TransferSlots;
  hasher: Pick<TokenHasher, 'fingerprint'>;
  counter: RateCounter;
  /** The limit of requests a minute through one link; 0: none. */
  requestsPerLink: number;
}

export type RouteCosts = ReturnType<typeof createRouteCosts>;

/** Counts requests against the limits of their routes. */
export function createRouteCosts({ slots, hasher, counter, requestsPerLink }: Dependencies) {
  /** Throws `too_many_requests` when too many came through the link. */
  async function countRequest(link: string): Promise<void> {
    const [{ count, msLeft } = { count: 0, msLeft: 0 }] = await counter.count([link]);
    if (count > requestsPerLink) throw tooOften(requestsPerLink, Math.ceil(msLeft / 1000));
  }

  async function runInSlot(claim: SlotClaim, work: () => unknown): Promise<unknown> {
    const release = await slots.take(claim);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Runs the handler, if the limits allow it. A transfer holds its slot until it has ended. A request without a limit
   * is not made to wait.
   */
  return (cost: Cost, request: FastifyRequest, work: () => unknown): unknown => {
    const secret = cost === 'none' ? '' : paramOf(request, 'secret');
    const link = secret === '' ? null : hasher.fingerprint(secret);
    // A request for the headers only transfers nothing.
    const isTransfer = cost === 'transfer' && request.method !== 'HEAD';
    const run = isTransfer ? () => runInSlot({ link, network: networkFor(request) }, work) : work;
    return link !== null && requestsPerLink > 0 ? countRequest(link).then(run) : run();
  };
}

function tooOften(requestsPerLink: number, retryAfterSeconds: number): ValiseError {
  return new ValiseError(
    'too_many_requests',
    `This link may be used ${requestsPerLink} times a minute. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

/** A client on this machine may be a proxy, for many clients. */
function networkFor(request: FastifyRequest): string | null {
  const network = networkOf(sourceOf(request));
  return network.startsWith('127.') || network === '0:0:0:0' ? null : network;
}
