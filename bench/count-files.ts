/** Counts the source files that one request runs through: `npm run count-files [-- --list]`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { coverageEnvironment, filesOfEveryRound, takeCoverage } from './coverage.ts';
import type { Valise } from './valise.ts';
import { createValiseData, mailLink, startValise, uploadText } from './valise.ts';

const text = 'x'.repeat(64 * 1024);
/** By then a request has done what it does after its answer, such as log lines and records. */
const settleMs = 300;
const tus = { 'tus-resumable': '1.0.0' };

interface Act {
  name: string;
  /** The most files that it may run through. */
  bar: number;
  /** Does what must be done before, and returns the request. */
  prepare(round: number): Promise<() => Promise<void>>;
}

interface Count {
  name: string;
  bar: number;
  /** The files, with the threads that ran them. */
  threadsOf: ReadonlyMap<string, readonly string[]>;
}

interface Rounds {
  /** Rounds that do not count: what runs only once or fills a cache. */
  warmUps: number;
  counted: number;
}

/** Starts a server in one process, and counts the files of each act in it. */
export async function countFiles(rounds: Rounds): Promise<Count[]> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-count-files-'));
  try {
    const dataDir = join(dir, 'data');
    const coverageFile = join(dir, 'coverage');
    await createValiseData(dataDir);
    const env = coverageEnvironment(coverageFile);
    const valise = await startValise(dataDir, { workers: '1', hasNoBundle: true, env });
    try {
      const counts: Count[] = [];
      for (const act of await actsOn(valise)) {
        counts.push(await countOne(valise.server.pid, act, coverageFile, rounds));
      }
      return counts;
    } finally {
      await valise.server.stop();
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}

async function countOne(
  pid: number,
  act: Act,
  coverageFile: string,
  { warmUps, counted }: Rounds,
): Promise<Count> {
  const taken = [];
  for (let round = 0; round < warmUps + counted; round += 1) {
    const send = await act.prepare(round);
    await sleep(settleMs);
    await takeCoverage(pid, coverageFile);
    await send();
    await sleep(settleMs);
    const coverage = await takeCoverage(pid, coverageFile);
    if (round >= warmUps) taken.push(coverage);
  }
  return { name: act.name, bar: act.bar, threadsOf: filesOfEveryRound(taken) };
}

async function actsOn(valise: Valise): Promise<Act[]> {
  await uploadText(valise, 'sent.txt', text);
  const page = `${valise.server.url}${await mailLink(valise, 'createdrop')}`;
  const link = /"(\/d\/[\w-]+\/files\/[^"]+)"/.exec(await (await fetch(page)).text())?.[1];
  if (link === undefined) throw new Error('The download page names no file');
  const uploadPage = `${valise.server.url}${await mailLink(valise, 'givedrop')}`;
  return [
    {
      name: 'CGI upload',
      bar: 50,
      prepare: (round) => Promise.resolve(() => uploadText(valise, `upload-${round}.txt`, text)),
    },
    {
      name: 'download by link',
      bar: 45,
      prepare: () => Promise.resolve(() => request(`${valise.server.url}${link}`, {})),
    },
    { name: 'tus PATCH', bar: 45, prepare: (round) => prepareTus(uploadPage, `tus-${round}.txt`) },
  ];
}

async function prepareTus(page: string, name: string): Promise<() => Promise<void>> {
  const created = await fetch(`${page}/tus`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(text.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = created.headers.get('location');
  if (location === null) throw new Error(`${page} answered ${created.status}`);
  const headers = {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  return () => request(new URL(location, page).href, { method: 'PATCH', headers, body: text });
}

async function request(url: string, options: RequestInit): Promise<void> {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
}

function render({ name, bar, threadsOf }: Count, isListed: boolean): string {
  const byThread = new Map<string, number>();
  for (const thread of [...threadsOf.values()].flat()) {
    byThread.set(thread, (byThread.get(thread) ?? 0) + 1);
  }
  const threads = [...byThread].map(([thread, files]) => `${thread} ${files}`).join(', ');
  const head = `${name}: ${threadsOf.size} files (bar: ${bar}; ${threads})\n`;
  if (!isListed) return head;
  const list = [...threadsOf].map(([file, names]) => `  ${file} (${names.join(', ')})\n`);
  return head + list.join('');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
  for (const count of await countFiles({ warmUps: 3, counted: 5 })) {
    process.stdout.write(render(count, values.list));
  }
}
