import { deepStrictEqual } from 'node:assert/strict';
import type { Contestant } from '../contest.ts';
import { load } from '../load/load.ts';
import { startBareFastify } from '../references/bare-fastify.ts';
import type { ServerProcess } from '../server-process.ts';
import { callValise, createValiseData, startValise } from '../valise.ts';
import type { Bench, Case } from './case.ts';

const contactCount = 20;

/** Headers that belong to the connection or the moment; every server sets its own. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

export const jsonCase: Case = {
  name: 'json',
  title: 'JSON call (contacts_read)',
  unit: 'calls',
  async start(bench) {
    const dataDir = await bench.newDir('valise');
    await createValiseData(dataDir);
    const valise = await startValise(dataDir);
    await callValise(valise, 'contacts_add', sampleContacts());

    const url = valise.address('cgi/contacts_read.cgi');
    const answer = await readAnswer(url, valise.headers);
    const { pathname } = new URL(url);
    const bare = await startBareFastify(await bench.newDir('bare-fastify'), {
      path: pathname,
      headers: answer.headers,
      body: JSON.parse(answer.body),
    });
    const bareUrl = `${bare.url}${pathname}`;
    deepStrictEqual(await readAnswer(bareUrl, valise.headers), answer, 'both answer the same');

    return [
      caller(bench, valise.server, url, valise.headers),
      caller(bench, bare, bareUrl, valise.headers),
    ];
  },
};

function caller(
  { connections, loadSeconds }: Bench,
  server: ServerProcess,
  url: string,
  headers: Readonly<Record<string, string>>,
): Contestant {
  return {
    server,
    async run() {
      const result = await load({ url, headers, connections, seconds: loadSeconds });
      return {
        work: result.answers,
        seconds: result.seconds,
        clientCpuSeconds: result.cpuSeconds,
      };
    },
  };
}

async function readAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ headers: Record<string, string>; body: string }> {
  const answer = await fetch(url, { headers });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body}`);
  const kept = [...answer.headers].filter(([name]) => !ownHeaders.includes(name));
  return { headers: Object.fromEntries(kept), body };
}

function sampleContacts(): object[] {
  return Array.from({ length: contactCount }, (_, index) => ({
    email: `contact-${index}@example.com`,
    number: `4670000${String(index).padStart(4, '0')}`,
    language: 'en',
    groups: ['partners', 'measurement'],
    nick: `Contact ${index}`,
  }));
}
