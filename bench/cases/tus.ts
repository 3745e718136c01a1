import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl, headerArguments } from '../curl.ts';
import type { TestFile } from '../test-file.ts';
import { createValiseData, mailLink, startValise } from '../valise.ts';
import type { Bench, Case } from './case.ts';

const version = { 'tus-resumable': '1.0.0' };

/** A resumable upload to the page that was lent to a contact, until it is in the account's inbox. */
export const tusCase: Case = {
  name: 'tus',
  title: 'tus upload to an upload page',
  unit: 'bytes',
  async start(bench) {
    const file = await bench.testFile(bench.scale.sizeBytes);
    const reference = bench.hosts.find(({ name }) => name === '@tus/server');
    const contestants = [await valiseContestant(bench, file)];
    if (reference === undefined) return contestants;
    const host = await reference.start(await bench.newDir('tus'));
    contestants.push({
      name: reference.name,
      server: host.server,
      run: (round) => timed(file, () => curl(...host.uploadArguments(file.path, `${round}.bin`))),
      tidy: () => host.clear(),
    });
    return contestants;
  },
};

async function valiseContestant(bench: Bench, file: TestFile): Promise<Contestant> {
  const dataDir = join(await bench.newDir('valise'), 'data');
  await createValiseData(dataDir);
  const valise = await startValise(dataDir);
  const page = `${valise.server.url}${await mailLink(valise, 'givedrop')}`;
  return {
    name: 'valise',
    server: valise.server,
    run: (round) =>
      timed(file, async () => {
        const location = await create(`${page}/tus`, file, `round-${round}.bin`);
        const result = await curl(
          ...headerArguments(pieceHeaders(0)),
          ...['--request', 'PATCH', '--upload-file', file.path],
          new URL(location, page).href,
        );
        await send(`${page}/send`, location.slice(location.lastIndexOf('/') + 1));
        return result;
      }),
  };
}

/** Sends a file to an upload page in pieces of a size, each in a request of its own. */
export async function uploadInPieces(
  page: string,
  file: TestFile,
  name: string,
  pieceBytes: number,
): Promise<void> {
  const location = await create(`${page}/tus`, file, name);
  const bytes = await readFile(file.path);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const answer = await fetch(new URL(location, page), {
      method: 'PATCH',
      headers: pieceHeaders(start),
      body: bytes.subarray(start, start + pieceBytes),
    });
    if (!answer.ok) throw new Error(`A piece was answered ${answer.status}`);
  }
  await send(`${page}/send`, location.slice(location.lastIndexOf('/') + 1));
}

function pieceHeaders(offset: number): Record<string, string> {
  return {
    ...version,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
}

/** All of it, with the start of curl, which is the same for both. */
async function timed(file: TestFile, work: () => Promise<{ clientCpuSeconds: number }>) {
  const startedAt = performance.now();
  const { clientCpuSeconds } = await work();
  return {
    work: file.sizeBytes,
    seconds: (performance.now() - startedAt) / 1000,
    clientCpuSeconds,
  };
}

async function create(url: string, file: TestFile, name: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...version,
      'upload-length': String(file.sizeBytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${url} answered ${answer.status}`);
  return location;
}

async function send(url: string, upload: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploads: [upload] }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
