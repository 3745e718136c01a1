import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../client/node/connect.ts';
import type { LeasedItem } from '../../client/src/inbox.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { openLineBack } from './line-back.ts';

const MiB = 2 ** 20;
const { server } = await startExchange(['alice', 'bob']);
const alice = connect({ url: server.url, key: keyFor('alice@example.com') });
const bob = connect({ url: server.url, key: keyFor('bob@example.com') });
const folder = await mkdtemp(join(tmpdir(), 'valise-receiving-'));
after(() => rm(folder, { recursive: true }));

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sendToBob(files: Record<string, Buffer | string>, reference = ''): Promise<void> {
  await alice.send({
    files: Object.entries(files).map(([name, content]) => ({
      name,
      content: Buffer.from(content),
    })),
    to: ['bob@example.com'],
    message: 'Hello',
    ...(reference !== '' && { reference }),
  });
}

/** What is there, taken as a program takes it. */
async function takeAll(): Promise<LeasedItem[]> {
  const items: LeasedItem[] = [];
  for await (const item of bob.inbox({ follow: false })) {
    items.push(item);
    await item.ack();
  }
  return items;
}

describe('the inbox of the library', () => {
  test('hands out each item once, with what its sender wrote, and ends when nothing is left', async () => {
    await sendToBob({ 'a.txt': 'a' }, 'one');
    await sendToBob({ 'b.txt': 'b' }, 'two');
    const items = await takeAll();
    assert.deepEqual(
      items.map(({ reference, sender, message }) => [reference, sender.email, message]),
      [
        ['one', 'alice@example.com', 'Hello'],
        ['two', 'alice@example.com', 'Hello'],
      ],
    );
    assert.deepEqual(await takeAll(), []);
    const listed = await Array.fromAsync(bob.inboxItems({ state: 'acknowledged' }));
    assert.equal(listed.length, 2);
  });

  test('gives back what is held when the work throws', async () => {
    await sendToBob({ 'c.txt': 'c' }, 'thrown');
    await assert.rejects(async () => {
      for await (const item of bob.inbox({ seconds: 600 })) throw new Error(item.reference ?? '');
    }, /thrown/);
    assert.deepEqual(
      (await takeAll()).map(({ reference }) => reference),
      ['thrown'],
    );
  });

  test('waits for what comes, and ends with its signal', async () => {
    const stop = new AbortController();
    const items = bob.inbox({ signal: stop.signal });
    const first = items.next();
    await sendToBob({ 'd.txt': 'd' }, 'waited');
    const found = await first;
    assert.ok(found.done !== true);
    assert.equal(found.value.reference, 'waited');
    await found.value.ack();
    const none = items.next();
    stop.abort();
    assert.equal((await none).done, true);
  });

  test('keeps a lease for as long as the work takes, and tells when it is lost', async () => {
    await sendToBob({ 'e.txt': 'e' }, 'long');
    const items = bob.inbox({ seconds: 2 });
    const found = await items.next();
    assert.ok(found.done !== true);
    const item = found.value;
    // Longer than its lease: nobody else is given it.
    await sleep(3000);
    assert.deepEqual(await takeAll(), []);
    const isLost = (): boolean => item.signal.aborted;
    assert.equal(isLost(), false);
    const release = await fetch(`${server.url}/api/v1/inbox/${item.id}/release`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keyFor('bob@example.com')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ lease: item.lease }),
    });
    assert.equal(release.status, 200);
    if (!isLost()) await once(item.signal, 'abort');
    await assert.rejects(item.ack(), { code: 'lease_lost', status: 409 });
    await items.return(undefined);
    assert.equal((await takeAll()).length, 1);
  });

  test('streams a file, and goes on where the line broke', async () => {
    await takeAll();
    const bytes = randomBytes(6 * MiB);
    await sendToBob({ 'film.mov': bytes }, 'line');
    const line = await openLineBack(server.url);
    const overLine = connect({
      url: line.url,
      key: keyFor('bob@example.com'),
      patienceSeconds: 60,
    });
    const [found] = await Array.fromAsync(overLine.inboxItems({ state: 'new' }));
    const [file] = found?.files ?? [];
    assert.ok(file !== undefined);
    line.cutEvery(2 * MiB);
    const hash = createHash('sha256');
    let length = 0;
    for await (const piece of file.stream() as unknown as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      length += piece.length;
    }
    assert.deepEqual([length, hash.digest('hex')], [bytes.length, sha256Of(bytes)]);
    assert.ok(line.cuts() >= 2, `${line.cuts()} cuts`);
    assert.ok(line.carried() < 8 * MiB, 'little came twice');
  });

  test('refuses bytes that are not those of the sender, and leaves no file of them', async () => {
    const line = await openLineBack(server.url);
    const overLine = connect({ url: line.url, key: keyFor('bob@example.com'), patienceSeconds: 5 });
    const [item] = await Array.fromAsync(overLine.inboxItems({ state: 'new' }));
    assert.ok(item !== undefined);
    line.spoil();
    const to = join(folder, 'spoiled');
    await assert.rejects(item.saveTo(to), { name: 'ValiseMismatch' });
    assert.deepEqual(await readdir(to), []);
  });

  test('saves under safe names, beside what is there, and follows no link', async () => {
    await takeAll();
    await sendToBob({ '.profile': 'p', 'a.txt': 'new', 'link.txt': 'l', '-rf': 'dash' });
    const to = join(folder, 'saved');
    await mkdir(to);
    await writeFile(join(to, 'a.txt'), 'mine');
    await writeFile(join(folder, 'outside'), 'outside');
    await symlink(join(folder, 'outside'), join(to, 'link.txt'));
    const [item] = await Array.fromAsync(bob.inboxItems({ state: 'new' }));
    const saved = (await item?.saveTo(to)) ?? [];
    assert.deepEqual(saved.map(({ path }) => path.slice(to.length + 1)).sort(), [
      '-rf',
      '_profile',
      'a (2).txt',
      'link (2).txt',
    ]);
    assert.equal(await readFile(join(to, 'a.txt'), 'utf8'), 'mine');
    assert.equal(await readFile(join(folder, 'outside'), 'utf8'), 'outside');
    assert.equal(await readFile(join(to, 'a (2).txt'), 'utf8'), 'new');
    assert.deepEqual(
      (await readdir(to)).filter((name) => name.endsWith('.part')),
      [],
    );
    await takeAll();
  });

  test('saves an empty file, shows one item, and deletes it', async () => {
    await sendToBob({ 'empty.txt': '' });
    const [{ id } = assert.fail()] = await Array.fromAsync(bob.inboxItems({ state: 'new' }));
    const item = await bob.inboxItem(id);
    const [saved] = await item.saveTo(join(folder, 'empty'));
    assert.equal((await readFile(saved?.path ?? '')).length, 0);
    await bob.removeItem(id);
    await assert.rejects(bob.inboxItem(id), { status: 404 });
  });
});
