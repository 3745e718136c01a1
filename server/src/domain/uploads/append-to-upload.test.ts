import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { brokenStream, heldStream, inboxOf, openGrantPages } from '../../testing/grant-pages.ts';

describe('a request that goes on with an upload', () => {
  test('keeps its place when the line breaks before a byte came', async (context) => {
    const page = await openGrantPages(context);
    const { id } = await page.begin(5);
    assert.equal((await page.append(id, 0, brokenStream(''))).receivedBytes, 0);
    assert.deepEqual(await listBlobs(page), []);
  });

  test('goes on nowhere but where it is', async (context) => {
    const { begin, append, blobs } = await openGrantPages(context);
    const { id } = await begin(10);
    await append(id, 0, 'abc');
    for (const offset of [0, 2, 4, 10]) {
      await assert.rejects(append(id, offset, 'x'), { code: 'offset_conflict' });
    }
    assert.equal((await listBlobs({ blobs })).length, 1);
  });

  test('takes no more than it was said to hold, declared or not', async (context) => {
    const { begin, append, blobs } = await openGrantPages(context);
    const { id } = await begin(4);
    await append(id, 0, 'ab');
    await assert.rejects(append(id, 2, 'cde'), { code: 'too_large' });
    await assert.rejects(append(id, 2, brokenStream('cde')), { code: 'too_large' });
    assert.equal((await listBlobs({ blobs })).length, 1);
    assert.equal((await append(id, 2, 'cd')).receivedBytes, 4);
  });
});

describe('two requests for one upload', () => {
  test('do not write at once: the second is refused', async (context) => {
    const { begin, append } = await openGrantPages(context);
    const { id } = await begin(6);
    const first = heldStream('abc');
    const writing = append(id, 0, first.content);
    await first.taken;
    await assert.rejects(append(id, 0, 'xyz'), { code: 'upload_locked' });
    first.letGo();
    assert.equal((await writing).receivedBytes, 3);
    assert.equal((await append(id, 3, 'def')).receivedBytes, 6);
  });

  test('asking where it is cuts the writer off, and keeps what it had brought', async (context) => {
    const { begin, append, resumableUploads, grantOf, bob } = await openGrantPages(context);
    const { id } = await begin(6);
    const dead = heldStream('abc');
    const writing = append(id, 0, dead.content, dead.cutOff);
    await dead.taken;
    assert.equal((await resumableUploads.inspect((await grantOf(bob)).owner, id)).receivedBytes, 3);
    assert.equal((await writing).receivedBytes, 3);
  });

  test('one that is cancelled meanwhile leaves nothing', async (context) => {
    const { begin, append, resumableUploads, grantOf, bob, expiry, blobs, database } =
      await openGrantPages(context);
    const { id } = await begin(6);
    const held = heldStream('abc');
    const writing = append(id, 0, held.content, held.cutOff);
    await held.taken;
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, id);
    await writing;
    await assert.rejects(append(id, 3, 'def'), { code: 'not_found' });
    await expiry.reclaimGarbage();
    assert.deepEqual(await listBlobs({ blobs }), []);
    assert.deepEqual(await database.segments.list(id), []);
    assert.deepEqual(await database.uploads.listGarbage(10), []);
  });
});

test('the request that brings the last byte settles what the file has come to', async (context) => {
  const page = await openGrantPages(context);
  const { id } = await page.uploadWhole('whole');
  const { completion } = (await page.database.uploads.find(id)) ?? assert.fail();
  assert.deepEqual(completion?.sha256, createHash('sha256').update('whole').digest());
  await page.grants.send(actor, await page.grantOf(page.bob), [id], undefined);
  assert.deepEqual(await inboxOf(page), [['a.txt', 'whole']]);
});
