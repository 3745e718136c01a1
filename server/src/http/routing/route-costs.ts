import type { FastifyRequest } from 'fastify';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import type { RateCounter, TransferSlots } from '../../domain/ports/coordination.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { sourceOf } from './access.ts';
import type { Cost } from './route.ts';

interface Dependencies {
  slots: TransferSlots;
  hasher: Pick<SecretHasher, 'fingerprint'>;
  counter: RateCounter;
  /** How many requests a minute may come through one link; 0: any number. */
  requestsPerLink: number;
}

export type RouteCosts = ReturnType<typeof createRouteCosts>;

/** Makes requests count for what their routes cost. */
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
    /** Whether there is anything to count: who need not wait is not made to. */
    isCounted(cost: Cost, request: FastifyRequest): boolean {
      return cost === 'transfer' || (cost === 'request' && requestsPerLink > 0 && hasLink(request));
    },

    /** Runs what the request asks for, if it may. A transfer has its slot until that has ended. */
    async run(cost: Cost, request: FastifyRequest, work: () => unknown): Promise<unknown> {
      const link = linkOf(request);
      if (link !== null && requestsPerLink > 0) await countRequest(link);
      // Who asks for the headers alone transfers nothing.
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

/** Who comes from this machine may be a proxy, and stand for everybody. */
function networkFor(request: FastifyRequest): string | null {
  const network = networkOf(sourceOf(request));
  return network.startsWith('127.') || network === '0:0:0:0' ? null : network;
}
