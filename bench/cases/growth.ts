import type { Contestant } from '../contest.ts';
import { caller } from '../load/caller.ts';
import { load } from '../load/load.ts';
import type { Valise } from '../valise.ts';
import { mailLink, startValise, startValiseServer, uploadText } from '../valise.ts';
import { filesOf } from '../valise-host.ts';
import { operation } from './answer.ts';
import type { Case, Scale } from './case.ts';
import { sender } from './send.ts';
import { starter } from './start.ts';

/** What is in a history of which only the rest of the store grows. */
export const ownDrops = 10;
const fileBytes = 64 * 1024;
const connections = 4;
/** One call after another: what counts is what one costs. */
export const oneConnection = 1;

type Begin = (name: string, dataDir: string, scale: Scale) => Promise<Contestant>;

/** The same act in stores that hold more and more of others: its cost should not follow. */
function growthCase(name: string, title: string, unit: Case['unit'], begin: Begin): Case {
  return {
    name: `growth-${name}`,
    title: `${title}, as the store grows`,
    unit,
    async start({ filledStore, scale }) {
      const contestants: Contestant[] = [];
      for (const drops of storeSizes(scale.storedDrops)) {
        contestants.push(await begin(storeName(drops), await filledStore(drops), scale));
      }
      return contestants;
    },
  };
}

/** Powers of ten from 1,000, up to what was asked for. */
export function storeSizes(largest: number): number[] {
  const sizes: number[] = [];
  for (let size = 1000; size <= largest; size *= 10) sizes.push(size);
  return sizes;
}

export function storeName(drops: number): string {
  return `valise, ${drops.toLocaleString('en')} drops`;
}

/** How many drops a contestant's store held, by its name; undefined for any other. */
export function findStoredDrops(name: string): number | undefined {
  const [, drops] = /^valise, ([\d,]+) drops$/.exec(name) ?? [];
  return drops === undefined ? undefined : Number(drops.replaceAll(',', ''));
}

function whileServing(begin: (name: string, valise: Valise, scale: Scale) => Promise<Contestant>) {
  const started: Begin = async (name, dataDir, scale) =>
    await begin(name, await startValise(dataDir), scale);
  return started;
}

const history = whileServing((name, valise, scale) => {
  const request = operation(valise, 'get_history');
  const seconds = scale.loadSeconds;
  return Promise.resolve(
    caller({ name, server: valise.server, request, connections: oneConnection, seconds }),
  );
});

const page = whileServing(async (name, valise, scale) => {
  await uploadText(valise, `page-${performance.now()}.txt`, 'to be looked at');
  const path = await mailLink(valise, 'createdrop');
  const request = { method: 'GET' as const, path, headers: {} };
  const seconds = scale.loadSeconds;
  return caller({ name, server: valise.server, request, connections: oneConnection, seconds });
});

const upload = whileServing((name, valise, scale) => {
  const { smallUpload, clear } = filesOf(valise);
  const files = Math.ceil(scale.smallFiles / 5);
  return Promise.resolve({
    name,
    server: valise.server,
    async run(round) {
      const { answers, seconds, cpuSeconds, p99Seconds } = await load({
        url: valise.server.url,
        request: smallUpload(fileBytes),
        connections,
        until: { answers: files },
        firstNumber: round * 2 * files,
      });
      return { work: answers, seconds, clientCpuSeconds: cpuSeconds, p99Seconds };
    },
    tidy: clear,
  });
});

const send = whileServing((name, valise, scale) =>
  Promise.resolve(sender(name, valise, { receivers: 1, seconds: scale.loadSeconds })),
);

const start: Begin = (name, dataDir) =>
  Promise.resolve(starter(name, () => startValiseServer(dataDir, { settleMs: 0 })));

/** The account itself has 10 drops in its history and 10 in its inbox, however many others have. */
export const growthCases: readonly Case[] = [
  growthCase('history', 'get_history with 10 + 10 entries', 'calls', history),
  growthCase('page', 'download page', 'calls', page),
  growthCase('upload', 'upload of 64 KiB', 'files', upload),
  growthCase('createdrop', 'createdrop to 1 receiver', 'time', send),
  growthCase('start', 'cold start', 'time', start),
];
