import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from '../contract/wire.ts';
import { eventually } from '../harness/eventually.ts';
import { withSeed } from '../harness/seeded-random.ts';
import type { RunningServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { operatorOf } from '../journeys/operator.ts';
import { TusClient } from '../harness/tus-client.ts';

const cuts = 100;
const kills = 4;
const sizeBytes = 24_000_000;
const ranges = 40;
/** The first sweep of a start spares what is younger than this. */
const sweepSlackMs = 2_500;

const folder = await mkdtemp(join(tmpdir(), 'valise-nonces-'));
after(() => rm(folder, { recursive: true }));
const nonceLog = join(folder, 'nonces');
const recorder = join(import.meta.dirname, 'record-nonces.ts');

const never = new Promise<Buffer>(() => undefined);

/** Who was lent an upload page, and no other mail was sent. */
async function clientOf(server: RunningServer): Promise<TusClient> {
  const [mail] = await operatorOf(server).listSettledMails();
  return new TusClient(server, new URL(mail?.links[0] ?? assert.fail('no mail')).pathname);
}

test('an upload cut a hundred times and killed arrives as it was sent, under no nonce twice', async (t) => {
  await withSeed(async (random) => {
    const { server, clients } = await startExchange(['anna'], {
      env: { NODE_OPTIONS: `--import=${recorder}`, NONCE_LOG: nonceLog },
    });
    const { anna } = clients;
    await lendPage(anna, ['bob@example.org']);
    const bob = await clientOf(server);
    const content = Buffer.from(random.bytes(sizeBytes));
    const upload = await bob.create('video.mov', sizeBytes);

    let offset = 0;
    let grown = 0;
    for (let cut = 0; cut < cuts; cut += 1) {
      const rest = content.subarray(offset);
      await bob.breakOff(upload, offset, rest, random.below(Math.ceil((2 * rest.length) / 100)));
      const isKilled = cut % (cuts / kills) === cuts / kills - 1;
      if (isKilled) {
        // In the middle of a request whose last byte never comes, however slow the machine is.
        const lost = bob
          .appendPieces(upload, offset, [rest.subarray(0, rest.length >> 3), never])
          .catch(() => undefined);
        await sleep(random.below(30));
        await server.kill();
        await lost;
        await server.start();
      }
      const reached = await bob.offsetOf(upload);
      assert.ok(reached >= offset, `${reached} is behind ${offset}`);
      if (reached > offset) grown += 1;
      offset = reached;
      if (offset === sizeBytes) break;
    }
    assert.ok(grown > cuts / 2, `only ${grown} of the cut requests brought something`);
    if (offset < sizeBytes) {
      assert.equal((await bob.append(upload, offset, content.subarray(offset))).status, 204);
    }
    const sent = await bob.send([upload], 'In pieces.');
    assert.equal(sent.status, 200, sent.text());

    const { inbox } = await anna.get<History>('get_history');
    const url = inbox[0]?.url ?? assert.fail('Nothing has arrived.');
    const whole = await anna.download(url, 'video.mov');
    assert.ok(whole.body.equals(content), 'the file is what was sent');
    for (let round = 0; round < ranges; round += 1) {
      const start = random.below(sizeBytes);
      const end = start + random.below(sizeBytes - start);
      const headers = { range: `bytes=${start}-${end}` };
      const part = await anna.download(url, 'video.mov', { headers });
      assert.equal(part.status, 206);
      assert.ok(part.body.equals(content.subarray(start, end + 1)), `from ${start} to ${end}`);
    }

    const pairs = (await readFile(nonceLog, 'utf8')).trimEnd().split('\n');
    t.diagnostic(`${pairs.length} encryptions; ${grown} of ${cuts} cut requests brought something`);
    assert.ok(pairs.length > sizeBytes / 2 ** 18, 'encryptions were written down');
    assert.equal(new Set(pairs).size, pairs.length, 'a key and nonce were used twice');
  });
});

test('what a kill or a withdrawn upload leaves behind is swept', async () => {
  const { server, clients } = await startExchange(['anna']);
  await lendPage(clients.anna, ['bob@example.org']);
  const bob = await clientOf(server);
  const content = Buffer.alloc(3_000_000, 'x');
  const reached = 1_000_000;
  const kept = await bob.create('kept', content.length);
  assert.equal((await bob.append(kept, 0, content.subarray(0, reached))).status, 204);
  const withdrawn = await bob.create('withdrawn', content.length);
  assert.equal((await bob.append(withdrawn, 0, content.subarray(0, reached))).status, 204);
  assert.equal((await storedFiles(server.dataDir)).whole.length, 2);
  assert.equal((await bob.terminate(withdrawn)).status, 204);

  const lost = bob.append(kept, reached, content.subarray(reached)).catch(() => undefined);
  await server.kill();
  await lost;
  await sleep(sweepSlackMs);
  await server.start();
  const offset = await bob.offsetOf(kept);
  await eventually('only the kept segments are stored', async () => {
    const { whole, incoming } = await storedFiles(server.dataDir);
    return whole.length === (offset > reached ? 2 : 1) && incoming.length === 0 ? true : undefined;
  });
  await assert.rejects(bob.offsetOf(withdrawn), /404/);
  if (offset < content.length) {
    assert.equal((await bob.append(kept, offset, content.subarray(offset))).status, 204);
  }
  assert.equal((await bob.send([kept], '')).status, 200);
});
