import type { Outcome, RepeatClaim } from '../../domain/model/repeat.ts';
import type { Exchange } from '../routing/operation.ts';
import type { Services } from '../routing/route.ts';

/** The claim of a request with an `Idempotency-Key`; undefined without one. */
export type Claim = RepeatClaim | undefined;

/** A request whose body is a stream. */
interface StreamedWork<Done extends Outcome> {
  /** `claimOf` makes the claim from what the body came to: digests, names. */
  act: (claimOf: (...streamed: string[]) => Claim) => Promise<Done>;
  /** Reads the body without keeping any of it, and resolves with what `act` would give to `claimOf`. */
  measure: () => Promise<readonly string[]>;
}

/**
 * Carries out requests of API v1 once for each `Idempotency-Key`. `act` passes the claim on to the domain, which
 * settles it in the transaction of the act (`settle`, `domain/model/repeat.ts`). What both resolve with is the outcome,
 * of this request or of the one that it repeats: the handler makes its answer from that and from what is there now.
 */
export function createOnce({ repeats }: Pick<Services, 'repeats'>) {
  async function onceStreamed<Done extends Outcome>(
    exchange: Exchange,
    work: StreamedWork<Done>,
  ): Promise<Done> {
    if (exchange.keyed === undefined) return await work.act(() => undefined);
    const { outcome, isReplay } = await repeats.once(exchange.keyed, work);
    if (isReplay) exchange.setHeader('idempotent-replayed', 'true');
    return outcome;
  }

  async function once<Done extends Outcome>(
    exchange: Exchange,
    act: (claim: Claim) => Promise<Done>,
  ): Promise<Done> {
    return await onceStreamed(exchange, {
      act: (claimOf) => act(claimOf()),
      measure: () => Promise.resolve([]),
    });
  }

  return { once, onceStreamed };
}
