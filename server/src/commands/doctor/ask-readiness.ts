import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Config } from '../../config/settings.ts';
import { ownAddress } from './check-network.ts';

/** What `/readyz` answers. */
export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, string>;
}

/** Longer than a server takes to find out. */
const patienceMs = 5_000;

/** Asks the server on this machine. Throws when it gives no such answer. */
export async function askReadiness({
  host,
  port,
  tlsCertFile,
}: Pick<Config, 'host' | 'port' | 'tlsCertFile'>): Promise<Readiness> {
  const signal = AbortSignal.timeout(patienceMs);
  const target = { host: ownAddress(host), port, path: '/readyz', signal, agent: false } as const;
  // The certificate names the address that people use, and another check looks at it.
  const request =
    tlsCertFile === undefined ? get(target) : getSecurely({ ...target, rejectUnauthorized: false });
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  const answer = (await json(response)) as Partial<Readiness> | null;
  if (answer?.status === undefined || answer.checks === undefined) {
    throw new Error('another program answers there');
  }
  return { status: answer.status, checks: answer.checks };
}
