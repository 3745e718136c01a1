/**
 * What comes over a pipe is sent as it comes. `E2E_LARGE_BYTES` says how much, such as 3000000000 over a line that is
 * cut each 100 MB.
 */
import assert from 'node:assert/strict';
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Readable as Source } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { connect } from '../../client/node/connect.ts';
import type { Drop } from '../../client/src/types.ts';
import { keyFor } from '../harness/add-account.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, launcher } from '../harness/valise-command.ts';
import { largeBytes } from '../journeys/hash-files.ts';

const MiB = 2 ** 20;
const bytesBetweenCuts = Math.max(8e6, largeBytes / 30);

const { server } = await startExchange(['alice']);
const line = await openCuttableProxy(() => server.url);
const key = keyFor('alice@example.com');
const folder = await mkdtemp(join(tmpdir(), 'valise-pipe-'));
after(() => rm(folder, { recursive: true }));
const keyFile = join(folder, 'key');
await writeFile(keyFile, key);
const env = { XDG_CONFIG_HOME: folder, VALISE_URL: line.url, VALISE_KEY_FILE: keyFile };
const jobs = join(folder, 'valise/sends');
const valise = connect({ url: line.url, key });

/** The same bytes each time, but for those after `sameBytes`. */
function* pipe(totalBytes: number, sameBytes = totalBytes, otherSeed = 2): Generator<Buffer> {
  const random = new SeededRandom(1);
  const other = new SeededRandom(otherSeed);
  const pieceBytes = 128 * 1024;
  for (let at = 0; at < totalBytes; at += pieceBytes) {
    const length = Math.min(pieceBytes, totalBytes - at);
    yield Buffer.from((at < sameBytes ? random : other).bytes(length));
  }
}

function sha256Of(content: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const piece of content) hash.update(piece);
  return hash.digest('hex');
}

type Run = ChildProcessByStdio<Writable, Readable, Readable>;

function start(reference: string, content: Iterable<Buffer>): Run {
  const to = ['--to', 'bob@example.com', '--reference', reference, '--json'];
  const run = spawn(launcher, ['send', '-', '--name', 'dump.bin', ...to], {
    env: cleanEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A run that is killed takes no more.
  run.stdin.on('error', () => undefined);
  Source.from(content).pipe(run.stdin);
  return run;
}

async function untilEnd(run: Run) {
  const [[status], stdout, stderr] = await Promise.all([
    once(run, 'close') as Promise<[number | null]>,
    text(run.stdout),
    text(run.stderr),
  ]);
  return { status, stdout, stderr };
}

async function untilSent(run: Run): Promise<Drop> {
  const { status, stdout, stderr } = await untilEnd(run);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as Drop;
}

/** Kills a run in the middle of what it sends, once the server has some of it. */
async function killAfter(run: Run, bytes: number): Promise<void> {
  const ended = once(run, 'exit');
  await line.cutAfter(bytes);
  run.kill('SIGKILL');
  await ended;
  line.mend();
}

async function demandOnlyDrop(reference: string, { id }: Drop): Promise<void> {
  const drops = await Array.fromAsync(valise.drops());
  const found = drops.filter((drop) => drop.reference === reference);
  assert.deepEqual(
    found.map((drop) => drop.id),
    [id],
  );
  assert.deepEqual(await readdir(jobs), []);
  const headers = { authorization: `Bearer ${key}` };
  const left = await fetch(`${server.url}/api/v1/uploads`, { headers });
  assert.deepEqual(((await left.json()) as { items: unknown[] }).items, []);
}

describe('standard input', () => {
  test('of any length arrives once, over a line that breaks, a server that restarts, and runs that are killed', async (t) => {
    const mostCuts = Math.floor(largeBytes / bytesBetweenCuts) - 1;
    const acts = ['restart', 'kill the run', 'kill the server', 'kill the run'];
    const before = line.carriedBytes();
    let run = start('large', pipe(largeBytes));
    for (let cut = 1; cut <= mostCuts; cut += 1) {
      await line.cutAfter(bytesBetweenCuts);
      const act = cut % Math.floor(mostCuts / acts.length) === 0 ? acts.shift() : undefined;
      if (act === 'restart') await server.restart();
      if (act === 'kill the server') {
        await server.kill();
        await server.start();
      }
      if (act === 'kill the run') {
        const ended = once(run, 'exit');
        run.kill('SIGKILL');
        await ended;
        run = start('large', pipe(largeBytes));
      }
      line.mend();
    }
    assert.deepEqual(acts, []);
    const drop = await untilSent(run);
    // What a line holds when it is cut is lost, which is more than 5 % where it is cut each 8 MB.
    const mostTwice = Math.max(0.05, (mostCuts * 2 * MiB) / largeBytes);
    const carried = line.carriedBytes() - before;
    const twice = carried / largeBytes - 1;
    t.diagnostic(`${largeBytes} bytes, ${mostCuts} cuts, ${(twice * 100).toFixed(2)} % sent twice`);
    assert.ok(twice <= mostTwice, `${twice * 100} % was sent twice`);
    assert.deepEqual(
      drop.files.map(({ name, sha256 }) => [name, sha256]),
      [['dump.bin', sha256Of(pipe(largeBytes))]],
    );
    await demandOnlyDrop('large', drop);
  });

  test('that begins differently in a repeated run is another send', async () => {
    await killAfter(start('other', pipe(12 * MiB)), 5 * MiB);
    const [job = ''] = await readdir(jobs);
    const stored = JSON.parse(await readFile(join(jobs, job), 'utf8')) as object;
    assert.deepEqual(Object.keys(stored).sort(), ['input', 'key', 'pid', 'uploads']);
    const other = [...pipe(6 * MiB, 0)];
    const run = start('other', other);
    const { status, stdout, stderr } = await untilEnd(run);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /does not begin as in an earlier run/);
    const drop = JSON.parse(stdout) as Drop;
    assert.equal(drop.files[0]?.sha256, sha256Of(other));
    await demandOnlyDrop('other', drop);
  });

  test('that differs later on is not mixed with what was sent, and the next run begins anew', async () => {
    for (const other of [[...pipe(12 * MiB, 2 * MiB)], [...pipe(3 * MiB)]]) {
      await killAfter(start('later', pipe(12 * MiB)), 6 * MiB);
      const { status, stderr } = await untilEnd(start('later', other));
      assert.equal(status, 7, stderr);
      assert.match(stderr, /Run it again/);
    }
    const drop = await untilSent(start('later', pipe(3 * MiB)));
    assert.equal(drop.files[0]?.sha256, sha256Of(pipe(3 * MiB)));
    await demandOnlyDrop('later', drop);
  });
});
