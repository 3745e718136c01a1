import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** How long another machine may take before it counts as out of reach. */
export const reachMs = 3_000;

interface Target {
  host: string;
  port: number;
  /** Speaks TLS from the start, and lets only these vouch for the other side where they are given. */
  tls?: { ca: Buffer | undefined } | undefined;
}

/**
 * Connects, and hangs up again. Resolves with what the other side says first where it is to speak
 * first. Throws when it is out of reach.
 */
export async function reach(
  target: Target,
  { speaksFirst }: { speaksFirst: boolean },
): Promise<string> {
  const { host, port, tls } = target;
  const signal = AbortSignal.timeout(reachMs);
  const socket: Socket = tls
    ? connectSecurely({ host, port, servername: host, ca: tls.ca })
    : connect({ host, port });
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal });
    if (!speaksFirst) return '';
    const [greeting] = (await once(socket, 'data', { signal })) as [Buffer];
    return greeting.toString('latin1');
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${reachMs / 1000} s`, { cause: error });
    throw error;
  } finally {
    socket.destroy();
  }
}
