import { deepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { fillStore } from '../fill-store.ts';
import { caller } from '../load/caller.ts';
import type { LoadRequest } from '../load/load.ts';
import { startBareFastify } from '../references/bare-fastify.ts';
import type { Valise } from '../valise.ts';
import { callValise, createValiseData, mailLink, startValise, uploadText } from '../valise.ts';
import type { Case } from './case.ts';

const contactCount = 20;
/** Answers of so many entries are megabytes; a client that holds many of them would be the limit. */
const manyEntries = 10_000;

/** Headers that belong to the connection or the moment; every server sets its own. */
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

interface Question {
  name: string;
  title: string;
  /** Puts into a new data folder what the answer will be made of. */
  fill?: (dataDir: string) => Promise<void>;
  ask: (valise: Valise) => Promise<LoadRequest>;
  connections?: number;
}

/** An answer that reads and changes nothing, beside one Fastify route that sends the same. */
function answerCase({ name, title, fill, ask, connections }: Question): Case {
  return {
    name,
    title,
    unit: 'calls',
    async start({ newDir, scale }) {
      const dataDir = join(await newDir('valise'), 'data');
      await createValiseData(dataDir);
      await fill?.(dataDir);
      const valise = await startValise(dataDir);
      const request = await ask(valise);
      const answer = await readAnswer(valise.server.url, request);
      const bare = await startBareFastify(await newDir('bare-fastify'), {
        path: request.path,
        ...answer,
      });
      deepStrictEqual(await readAnswer(bare.url, request), answer, 'both answer the same');

      const calls = {
        request,
        connections: connections ?? scale.connections,
        seconds: scale.loadSeconds,
      };
      return [
        caller({ name: 'valise', server: valise.server, ...calls }),
        caller({ name: bare.name, server: bare, ...calls }),
      ];
    },
  };
}

export const contactsCase = answerCase({
  name: 'contacts',
  title: `contacts_read, ${contactCount} contacts`,
  ask: askForContacts,
});

/** Fills the address book. */
export async function askForContacts(valise: Valise): Promise<LoadRequest> {
  await callValise(valise, 'contacts_add', sampleContacts());
  return operation(valise, 'contacts_read');
}

export function historyCase(entries: number): Case {
  return answerCase({
    name: `history-${entries}`,
    title: `get_history, ${entries.toLocaleString('en')} entries`,
    fill: (dataDir) => fillStore(dataDir, { own: entries }),
    ask: (valise) => Promise.resolve(operation(valise, 'get_history')),
    ...(entries > manyEntries ? { connections: 2 } : {}),
  });
}

export const pageCase = answerCase({
  name: 'page',
  title: 'download page, 3 files',
  async ask(valise) {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadText(valise, name, name);
    return { method: 'GET', path: await mailLink(valise, 'createdrop'), headers: {} };
  },
});

export function operation({ path, headers }: Valise, name: string): LoadRequest {
  return { method: 'GET', path: path(`cgi/${name}.cgi`), headers };
}

async function readAnswer(
  url: string,
  { path, headers }: LoadRequest,
): Promise<{ headers: Record<string, string>; body: string }> {
  // As the load asks for it: `fetch` by itself accepts compressed answers.
  const answer = await fetch(`${url}${path}`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
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
