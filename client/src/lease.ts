import { ValiseError, ValiseProblem } from './problem.ts';
import type { Transport } from './transport.ts';

/** An item that was handed out, and the token that says so. */
export interface HandedOut {
  id: string;
  lease: string;
}

export interface HeldLease {
  /** Fires when it is lost: another program may have the item from then on. */
  signal: AbortSignal;
  /** No lease hands it out again. Throws `lease_lost` where another program may have it. */
  acknowledge(): Promise<void>;
  /** It can be handed out again at once. A lease that is over already is no failure. */
  release(): Promise<void>;
  /** It comes back after so many seconds. */
  putOff(laterSeconds: number): Promise<void>;
}

/** Renews a lease until it is acknowledged, released or lost. */
export function holdLease(
  transport: Transport,
  { id, lease }: HandedOut,
  seconds: number,
): HeldLease {
  const path = `/inbox/${encodeURIComponent(id)}`;
  const lost = new AbortController();
  const ended = new AbortController();

  async function renewUntilEnded(): Promise<void> {
    const thirdMs = (seconds * 1000) / 3;
    let endsAt = performance.now() + seconds * 1000;
    let pauseMs = thirdMs;
    while (await waited(pauseMs, ended.signal)) {
      const askedAt = performance.now();
      try {
        const answer = await transport.attempt({
          method: 'POST',
          path: `${path}/renew`,
          json: { lease, seconds },
          signal: ended.signal,
          timeoutMs: thirdMs,
        });
        await answer.body?.cancel();
        endsAt = askedAt + seconds * 1000;
        pauseMs = thirdMs;
      } catch (error) {
        const isRefused = error instanceof ValiseProblem && error.retry === 'never';
        if (isRefused || performance.now() >= endsAt) {
          // Who has given it back by now has lost nothing.
          if (!ended.signal.aborted) lost.abort(error);
          return;
        }
        pauseMs = Math.min(5000, thirdMs / 2);
      }
    }
  }

  // It ends by itself: a failure is told by `lost`.
  void renewUntilEnded();

  return {
    signal: lost.signal,
    async acknowledge(): Promise<void> {
      ended.abort();
      await transport.read({
        ...{ method: 'POST', path: `${path}/ack`, json: { lease } },
        isRepeatable: true,
      });
    },
    async release(): Promise<void> {
      ended.abort();
      try {
        await transport.attempt({ method: 'POST', path: `${path}/release`, json: { lease } });
      } catch (error) {
        // It comes back when the lease ends, which is later and no harm.
        if (!(error instanceof ValiseError)) throw error;
      }
    },
    async putOff(laterSeconds: number): Promise<void> {
      ended.abort();
      const json = { lease, seconds: laterSeconds };
      await transport.read({
        ...{ method: 'POST', path: `${path}/renew`, json },
        isRepeatable: true,
      });
    },
  };
}

/** Whether the time passed before the signal. A program whose work is done does not stay for it. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, true);
  // Browsers have a number there.
  if (typeof timer === 'object') timer.unref();
  const stop = (): void => {
    resolve(false);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
