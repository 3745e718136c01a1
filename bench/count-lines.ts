/** Counts the lines of the functions that one request runs: `npm run count-lines [-- --list]`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CountedFunction } from './coverage.ts';
import { coverageEnvironment, functionsOfEveryRound, takeCoverage } from './coverage.ts';
import { accept, invite, valueOf } from './person.ts';
import type { Valise } from './valise.ts';
import {
  callValise,
  chooseReceivers,
  createValiseData,
  mailLink,
  startValise,
  uploadText,
} from './valise.ts';

const text = 'x'.repeat(64 * 1024);
/** By then a request has done what it does after its answer, such as log lines and records. */
const settleMs = 300;
/** The intervals between rounds differ by this, so that what a job does each second is not in each of them. */
const staggerMs = 250;
const tus = { 'tus-resumable': '1.0.0' };
const person = 'ann@example.com';

interface Act {
  name: string;
  /** Does what must be done before, and returns the request. */
  prepare(round: number): Promise<() => Promise<void>>;
}

interface Count {
  name: string;
  functions: CountedFunction[];
}

interface Rounds {
  /** Rounds that do not count: what runs only once or fills a cache. */
  warmUps: number;
  counted: number;
}

/** Starts a server in one process, and finds the functions that each act runs in it. */
export async function countActs(rounds: Rounds): Promise<Count[]> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-count-lines-'));
  try {
    const dataDir = join(dir, 'data');
    const coverageFile = join(dir, 'coverage');
    await createValiseData(dataDir);
    const invitation = await invite(dataDir, person);
    const env = coverageEnvironment(coverageFile);
    const valise = await startValise(dataDir, { workers: '1', hasNoBundle: true, env });
    try {
      const cookie = await accept(`${valise.server.url}${invitation}`);
      const counts: Count[] = [];
      for (const act of await actsOn(valise, cookie)) {
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
    await sleep(settleMs + staggerMs * Math.max(0, round - warmUps));
    await takeCoverage(pid, coverageFile);
    await send();
    await sleep(settleMs);
    const coverage = await takeCoverage(pid, coverageFile);
    if (round >= warmUps) taken.push(coverage);
  }
  return { name: act.name, functions: await functionsOfEveryRound(taken) };
}

async function actsOn(valise: Valise, cookie: string): Promise<Act[]> {
  await uploadText(valise, 'sent.txt', text);
  const { url } = valise.server;
  const page = `${url}${await mailLink(valise, 'createdrop')}`;
  const link = /"(\/d\/[\w-]+\/files\/[^"]+)"/.exec(await (await fetch(page)).text())?.[1];
  if (link === undefined) throw new Error('The download page names no file');
  const uploadPage = `${url}${await mailLink(valise, 'givedrop')}`;
  return [
    {
      name: 'CGI upload',
      prepare: (round) => Promise.resolve(() => uploadText(valise, `upload-${round}.txt`, text)),
    },
    {
      name: 'download by link',
      prepare: () => Promise.resolve(() => request(`${url}${link}`, {})),
    },
    {
      name: 'tus PATCH',
      prepare: (round) => prepareTus(`${uploadPage}/tus`, `tus-${round}.txt`),
    },
    { name: 'createdrop', prepare: (round) => prepareDrop(valise, round) },
    { name: 'Send', prepare: (round) => prepareDraft(url, cookie, round) },
  ];
}

async function prepareTus(endpoint: string, name: string): Promise<() => Promise<void>> {
  const created = await fetch(endpoint, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(text.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = created.headers.get('location');
  if (location === null) throw new Error(`${endpoint} answered ${created.status}`);
  const headers = {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  return () => request(new URL(location, endpoint).href, { method: 'PATCH', headers, body: text });
}

async function prepareDrop(valise: Valise, round: number): Promise<() => Promise<void>> {
  await uploadText(valise, `drop-${round}.txt`, text);
  await chooseReceivers(valise, [`receiver-${round}@example.com`]);
  return async () => {
    await callValise(valise, 'createdrop', { desttime: 86_400, ddmessage: 'for counting' });
  };
}

/** A stored draft with an uploaded file; the request presses Send. */
async function prepareDraft(
  url: string,
  cookie: string,
  round: number,
): Promise<() => Promise<void>> {
  const headers = { cookie };
  const page = await (await fetch(`${url}/app/send`, { headers })).text();
  const path = /action="(\/app\/send\/[\w-]{22})"\s+data-endpoint/.exec(page)?.[1];
  const endpoint = /data-endpoint="([^"]+)"/.exec(page)?.[1];
  if (path === undefined || endpoint === undefined) throw new Error('The Send page has no form');
  const post = (form: string, fields: Record<string, string>): Promise<void> => {
    const body = new FormData();
    // The token comes first.
    for (const name of ['csrf', 'ticket', 'version', 'page']) {
      const value = valueOf(name, form);
      if (value !== undefined) body.set(name, value);
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return request(`${url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
  };
  await post(page, { act: 'remember', chosen: '[]' });
  const upload = await prepareTus(`${url}${endpoint}`, `draft-${round}.txt`);
  await upload();
  const stored = await (await fetch(`${url}${path}`, { headers })).text();
  return () =>
    post(stored, { receivers: `receiver-${round}@example.com`, lifetime: '7', act: 'send' });
}

async function request(url: string, options: RequestInit): Promise<void> {
  const answer = await fetch(url, options);
  const body = await answer.text();
  if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}: ${body}`);
}

function render({ name, functions }: Count, isListed: boolean): string {
  const files = new Set(functions.map(({ file }) => file)).size;
  const lines = functions.reduce((sum, each) => sum + each.lines, 0);
  const head = `${name}: ${lines} lines of ${functions.length} functions that ran, in ${files} files\n`;
  if (!isListed) return head;
  const list = functions
    .toSorted((a, b) => b.lines - a.lines)
    .map(
      (each) =>
        `${String(each.lines).padStart(5)} ${each.file}:${each.firstLine} ${each.name} (${each.threads.join(', ')})\n`,
    );
  return head + list.join('');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
  for (const count of await countActs({ warmUps: 3, counted: 5 })) {
    process.stdout.write(render(count, values.list));
  }
}
