/**
 * Compares how long a wrong password takes for a known and for an unknown address: `npm run sign-in-times`.
 * The program prints the medians side by side. They should be at most 5 ms apart: whoever measures must not
 * learn who has an account.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Form } from './person.ts';
import { accept, invite, openForm } from './person.ts';
import { startServerProcess } from './server-process.ts';
import { percentile, spread } from './statistics.ts';
import { launcher } from './valise.ts';

const rounds = Number(process.argv[2] ?? 100);
const kinds = ['known', 'unknown', 'invited'] as const;

async function send(
  address: string,
  { cookie, csrf }: Form,
  fields: Record<string, string>,
  client = '192.0.2.1',
): Promise<number> {
  const answer = await fetch(address, {
    method: 'POST',
    // Each attempt comes from a network of its own, as the proxy says: none is blocked.
    headers: { cookie, 'x-forwarded-for': client },
    body: new URLSearchParams({ csrf, ...fields }),
    redirect: 'manual',
  });
  await answer.text();
  return answer.status;
}

const dir = await mkdtemp(join(tmpdir(), 'valise-sign-in-times-'));
const dataDir = join(dir, 'data');
try {
  const link = await invite(dataDir, 'known@example.com');
  await invite(dataDir, 'invited@example.com');
  const server = await startServerProcess({
    name: 'valise',
    command: launcher,
    args: [
      ...['serve', '--data', dataDir, '--port', '0', '--log-format', 'json'],
      ...['--trusted-proxies', '127.0.0.1'],
    ],
    logFile: `${dataDir}.log`,
    findUrl: (log) => /"address":"([^"]+)"[^\n]*is serving/.exec(log)?.[1],
  });
  try {
    await accept(`${server.url}${link}`);
    const form = await openForm(`${server.url}/sign-in`);
    const times: Record<(typeof kinds)[number], number[]> = { known: [], unknown: [], invited: [] };
    for (let round = 0; round < rounds + 3; round += 1) {
      for (const at of kinds.keys()) {
        // Another order in each round: nobody is always measured after the same one.
        const kind = kinds[(at + round) % kinds.length] ?? 'known';
        const client = `10.${at}.${round >> 8}.${round & 255}`;
        const fields = { email: `${kind}@example.com`, password: `wrong ${round}` };
        const begun = performance.now();
        const status = await send(`${server.url}/sign-in`, form, fields, client);
        const took = performance.now() - begun;
        if (status !== 422) throw new Error(`An attempt was answered ${status}`);
        // The first rounds warm the server up.
        if (round >= 3) times[kind].push(took);
      }
    }
    for (const kind of kinds) {
      const { median, low, high } = spread(times[kind]);
      const p95 = percentile(times[kind], 95);
      const shown = [median, p95, low, high].map((value) => `${value.toFixed(1)} ms`);
      const [middle = '', most = '', least = '', longest = ''] = shown;
      console.log(`${kind.padEnd(8)} median ${middle}, p95 ${most}, ${least} to ${longest}`);
    }
    const pairs = times.known.map((took, round) => took - (times.unknown[round] ?? Number.NaN));
    const medians = spread(times.known).median - spread(times.unknown).median;
    const [apart, paired] = [medians, spread(pairs).median].map((value) => value.toFixed(2));
    console.log(`known less unknown, ${rounds} rounds: ${apart} ms; by pairs: ${paired} ms`);
  } finally {
    await server.stop();
  }
} finally {
  await rm(dir, { recursive: true });
}
