import type { AccountId, RunningRequestId } from '../model/ids.ts';
import type { Outcome, RepeatClaim, RepeatRepository, SettledRequest } from '../model/repeat.ts';
import { requestRunning } from '../model/repeat.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { End, UploadLeases } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** A request of API v1 with an `Idempotency-Key`. */
export interface KeyedRequest {
  accountId: AccountId;
  key: string;
  /** The operation, and all that makes it this request but for a body that is a stream. */
  content: readonly string[];
}

/** Makes the claim, from what else makes it this request: the digests of a body that is a stream. */
export type ClaimOf = (...streamed: string[]) => RepeatClaim;

export interface Work<Done extends Outcome> {
  /** Carries out the request, and settles the claim with its outcome in the transaction that does it. */
  act: (claimOf: ClaimOf) => Promise<Done>;
  /** Reads what `act` would give to `claimOf`, without keeping any of a body that is a stream. */
  measure: () => Promise<readonly string[]>;
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher'> {
  database: { idempotency: Pick<RepeatRepository, 'findSettled'> };
  leases: Pick<UploadLeases, 'acquire'>;
}

export type Repeats = ReturnType<typeof createRepeats>;

/** Requests that are carried out once, however often they are sent. */
export function createRepeats({ database, leases, hasher, clock }: Dependencies) {
  /** The right to carry out the request while no other request with its key is. */
  async function begin(id: RunningRequestId): Promise<End> {
    try {
      return await leases.acquire(id, () => {
        // Nobody takes over a request. One that lost its lease finds out when it settles its claim.
      });
    } catch (error) {
      throw error instanceof ValiseError && error.code === 'upload_locked'
        ? requestRunning()
        : error;
    }
  }

  return {
    /**
     * Resolves with what the request made, now or when it came first. Throws `request_running` while another request
     * with its key runs in any process, and `idempotency_mismatch` where that is another request.
     */
    async once<Done extends Outcome>(
      { accountId, key, content }: KeyedRequest,
      { act, measure }: Work<Done>,
    ): Promise<{ outcome: Done; isReplay: boolean }> {
      const keyHash = hasher.hash('repeat key', key);
      let claimed: RepeatClaim | undefined;
      const claimOf: ClaimOf = (...streamed) => {
        const requestHash = hasher.hash('repeated request', ...content, ...streamed);
        return (claimed = { accountId, keyHash, requestHash });
      };
      const find = () => database.idempotency.findSettled(accountId, keyHash, clock.now());
      const replay = (settled: SettledRequest, claim: RepeatClaim) => {
        if (!settled.requestHash.equals(claim.requestHash)) throw mismatch();
        // The same request of the same operation made it.
        return { outcome: settled.outcome as Done, isReplay: true };
      };

      const earlier = await find();
      if (earlier !== undefined) return replay(earlier, claimOf(...(await measure())));
      const end = await begin(keyHash.toString('base64url') as RunningRequestId);
      try {
        return { outcome: await act(claimOf), isReplay: false };
      } catch (error) {
        // Another request may have done it just before, or this one, whose commit was not answered.
        const settled = claimed && (await find().catch(() => undefined));
        if (settled === undefined || claimed === undefined) throw error;
        return replay(settled, claimed);
      } finally {
        await end();
      }
    },
  };
}

function mismatch(): ValiseError {
  return new ValiseError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
    { details: [{ field: 'Idempotency-Key', problem: 'was used before.', in: 'header' }] },
  );
}
