export type TransfersUnderWay = ReturnType<typeof createTransfersUnderWay>;

/**
 * Downloads from their first byte until they are written down, which is later than their answer
 * ends: who stops a server must wait for it.
 */
export function createTransfersUnderWay() {
  const underWay = new Set<Promise<unknown>>();
  return {
    async follow<Result>(transfer: Promise<Result>): Promise<Result> {
      underWay.add(transfer);
      try {
        return await transfer;
      } finally {
        underWay.delete(transfer);
      }
    },

    /** Resolves once none is under way. Those whose client is gone end soon. */
    async ended(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
