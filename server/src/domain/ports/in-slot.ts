import type { HashClaim, HashSlots } from './coordination.ts';

/** Hashes once it is its turn. Throws `unavailable` when too many wait. */
export async function inSlot<Result>(
  slots: HashSlots,
  claim: HashClaim,
  hash: () => Promise<Result>,
): Promise<Result> {
  const release = await slots.take(claim);
  try {
    return await hash();
  } finally {
    release();
  }
}
