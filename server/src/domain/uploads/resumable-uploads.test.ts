import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { actor, listBlobs, readAll } from '../../testing/exchange-fixture.ts';
import { brokenStream, heldStream, openGrantPages } from '../../testing/grant-pages.ts';
import { readerOf } from '../../testing/samples.ts';
import { createRepeatedActs, recordedAtOnce } from '../audit/record-repeated.ts';
import { createSpentKeys } from '../expiry/spent-keys.ts';
import { day, hour } from '../model/clock.ts';

type Page = Awaited<ReturnType<typeof openGrantPages>>;
/** What Alice finds in her inbox, as [name, content] pairs. */
async function inboxOf({ inbox, alice }: Page): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const { token, files } of (await inbox.readHistory(readerOf(alice))).inbox) {
    for (const { name, sizeBytes } of files) {
      const open = await inbox.openFile(readerOf(alice), token, name);
      found.push([name, await readAll(open.read(0, sizeBytes))]);
    }
  }
  return found;
}

describe('an upload', () => {
  test('arrives in as many pieces as it takes, and is sent off as one file', async (context) => {
    const page = await openGrantPages(context);
    const { begin, append, resumableUploads, grants, grantOf, bob, database } = page;
    const { id } = await begin(12, 'hello.txt');
    assert.equal((await append(id, 0, 'Hel')).receivedBytes, 3);
    assert.equal((await append(id, 3, brokenStream('lo, '))).receivedBytes, 7);
    assert.equal((await append(id, 7, 'world')).receivedBytes, 12);
    assert.deepEqual(await inboxOf(page), []);

    const grant = await grantOf(bob);
    assert.deepEqual(await grants.send(actor, grant, [id], 'Here.'), ['hello.txt']);
    assert.deepEqual(await inboxOf(page), [['hello.txt', 'Hello, world']]);
    assert.deepEqual(await resumableUploads.list(grant.owner), []);
    const [sent] = await grants.listReturns(await grantOf(bob));
    assert.equal(sent?.dispatch.message, 'Here.');
    const mails = (await database.outbox.list(10)).map(({ kind }) => kind);
    assert.equal(mails.filter((kind) => kind === 'received').length, 1);
  });

  test('may be empty', async (context) => {
    const page = await openGrantPages(context);
    const { id } = await page.uploadWhole('', 'empty');
    await page.grants.send(actor, await page.grantOf(page.bob), [id], undefined);
    assert.deepEqual(await inboxOf(page), [['empty', '']]);
  });

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

  test('belongs to one receiver of one grant', async (context) => {
    const { begin, grants, resumableUploads, grantOf, carl } = await openGrantPages(context);
    const { id } = await begin(4);
    const grant = await grantOf(carl);
    const stranger = { offset: 0, declaredBytes: 0, content: brokenStream('x'), cutOff() {} };
    await assert.rejects(resumableUploads.inspect(grant.owner, id), { code: 'not_found' });
    await assert.rejects(resumableUploads.append(grant.owner, id, stranger), { code: 'not_found' });
    await assert.rejects(resumableUploads.cancel(actor, grant.owner, id), { code: 'not_found' });
    await assert.rejects(grants.send(actor, grant, [id], undefined), { code: 'invalid' });
    assert.deepEqual(await resumableUploads.list(grant.owner), []);
    await assert.rejects(resumableUploads.inspect(grant.owner, 'no id'), { code: 'not_found' });
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

describe('sending off', () => {
  test('names what has not arrived, and sends nothing', async (context) => {
    const page = await openGrantPages(context);
    const { grants, resumableUploads, grantOf, bob } = page;
    const whole = await page.uploadWhole('whole');
    const part = await page.begin(10, 'part.txt');
    await page.append(part.id, 0, 'abc');
    await assert.rejects(grants.send(actor, await grantOf(bob), [whole.id, part.id], undefined), {
      code: 'upload_in_progress',
      details: [{ field: 'part.txt', problem: '7 of 10 bytes are missing.' }],
    });
    assert.deepEqual(await inboxOf(page), []);
    assert.equal((await resumableUploads.list((await grantOf(bob)).owner)).length, 2);
  });

  test('needs an upload, known ones, and a plain message', async (context) => {
    const { grants, grantOf, bob, uploadWhole } = await openGrantPages(context);
    const grant = await grantOf(bob);
    const { id } = await uploadWhole('x');
    await assert.rejects(grants.send(actor, grant, [], undefined), { code: 'no_files' });
    await assert.rejects(grants.send(actor, grant, [id], 'a\u0000b'), {
      code: 'invalid',
    });
    const strange = [id, 'A'.repeat(22)];
    await assert.rejects(grants.send(actor, grant, strange, undefined), {
      code: 'invalid',
    });
    await grants.send(actor, grant, [id, id], undefined);
    await assert.rejects(grants.send(actor, grant, [id], undefined), { code: 'invalid' });
  });

  test('gives files of one name different ones', async (context) => {
    const page = await openGrantPages(context);
    const ids = [await page.uploadWhole('1'), await page.uploadWhole('2')].map(({ id }) => id);
    const grant = await page.grantOf(page.bob);
    const names = await page.grants.send(actor, grant, ids, undefined);
    assert.deepEqual(names, ['a.txt', 'a (2).txt']);
    assert.deepEqual(await inboxOf(page), [
      ['a.txt', '1'],
      ['a (2).txt', '2'],
    ]);
  });

  test('fails once the grant has ended, as beginning and going on do', async (context) => {
    const page = await openGrantPages(context);
    const { grants, resumableUploads, grantOf, bob, database, grantId, clock } = page;
    const whole = await page.uploadWhole('whole');
    const part = await page.begin(10);
    const grant = await grantOf(bob);
    await database.dispatches.end(grantId, clock.now());
    const file = {
      name: 'b',
      mediaType: 'text/plain',
      fingerprint: '',
      metadata: '',
      sizeBytes: 1,
    };
    const more = { offset: 0, declaredBytes: 0, content: brokenStream('x'), cutOff() {} };
    await assert.rejects(resumableUploads.begin(actor, grant.owner, file), { code: 'not_found' });
    await assert.rejects(resumableUploads.append(grant.owner, part.id, more), {
      code: 'not_found',
    });
    const sending = grants.send(actor, grant, [whole.id], undefined);
    await assert.rejects(sending, { code: 'not_found' });
  });
});

describe('the limits of a grant', () => {
  test('hold over everything sent and begun, as it was declared', async (context) => {
    const limits = { grantMaxFiles: 3, grantMaxBytes: 10, maxFileBytes: 9 };
    const page = await openGrantPages(context, limits);
    const { begin, uploadWhole, grants, resumableUploads, grantOf, bob } = page;
    await assert.rejects(begin(10), { code: 'too_large' });
    const four = await uploadWhole('four');
    await grants.send(actor, await grantOf(bob), [four.id], undefined);
    await assert.rejects(begin(7), { code: 'too_large' });
    const five = await begin(5);
    await assert.rejects(begin(2), { code: 'too_large' });
    const one = await begin(1);
    await assert.rejects(begin(0), { code: 'too_large' });
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, five.id);
    await begin(5);
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, one.id);
  });

  test('hold for uploads begun at once', async (context) => {
    const { begin } = await openGrantPages(context, { grantMaxFiles: 5 });
    const begun = await Promise.allSettled(Array.from({ length: 20 }, () => begin(1)));
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 5);
  });

  test('and so does the room in the store', async (context) => {
    const { begin, append } = await openGrantPages(
      context,
      { minFreeBytes: 1000 },
      { capacityBytes: 100_000 },
    );
    await assert.rejects(begin(99_500), { code: 'too_large' });
    const { id } = await begin(90_000);
    const other = await begin(90_000);
    await append(id, 0, 'x'.repeat(90_000));
    await assert.rejects(append(other.id, 0, 'x'.repeat(90_000)), {
      code: 'insufficient_storage',
    });
  });
});

describe('an upload that nobody goes on with', () => {
  test('is kept for two days after its last byte, and not longer', async (context) => {
    const { begin, append, clock, expiry, blobs, database } = await openGrantPages(context);
    const { id } = await begin(10);
    clock.advance(day);
    await append(id, 0, 'abc');
    clock.advance(2 * day - hour);
    assert.equal(await expiry.shredAbandonedUploads(), 0);
    clock.advance(hour);
    await assert.rejects(append(id, 3, 'def'), /* its grant is over too */ /no open grant/);
    assert.equal(await expiry.shredAbandonedUploads(), 1);
    assert.equal(await expiry.reclaimGarbage(), 1);
    assert.deepEqual(await listBlobs({ blobs }), []);
    assert.equal(await database.uploads.find(id), undefined);
  });

  test('is unreadable from the moment its grant is revoked, for all or for one', async (context) => {
    for (const revoke of ['all', 'one'] as const) {
      const { begin, append, database, control, grantId, bob, carl } =
        await openGrantPages(context);
      const { id } = await begin(10);
      await append(id, 0, 'abc');
      await control.revokeReceiver(actor, grantId, carl.email);
      assert.notEqual(await database.uploads.find(id), undefined);
      if (revoke === 'all') await control.revoke(actor, grantId);
      else await control.revokeReceiver(actor, grantId, bob.email);
      assert.equal(await database.uploads.find(id), undefined);
      assert.deepEqual(await database.uploads.listUsedBuckets(), []);
      const [last] = await database.audit.listNewest(1);
      assert.equal(last?.details['uploads'], 1);
    }
  });

  test('ends in the same moment as its grant', async (context) => {
    const { begin, append, database, expiry, clock } = await openGrantPages(context);
    const { id } = await begin(10);
    clock.advance(2 * day - hour);
    await append(id, 0, 'abc');
    clock.advance(day + hour);
    assert.equal(await expiry.endDueDispatches(), 1);
    assert.equal(await database.uploads.find(id), undefined);
    const [last] = await database.audit.listNewest(1);
    assert.deepEqual([last?.action, last?.details], ['grant.expired', { uploads: 1 }]);
  });

  test('is written down from its beginning to its end', async (context) => {
    const { begin, resumableUploads, grantOf, bob, grantId, clock, expiry, database } =
      await openGrantPages(context);
    const one = await begin(5, 'one.txt');
    const other = await begin(6, 'other.txt');
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, one.id);
    clock.advance(2 * day);
    await expiry.shredAbandonedUploads();
    const about = { contact: bob.email, grantId };
    const ofOne = { sizeBytes: 5, fileId: one.id, ...about };
    const records = (await database.audit.listNewest(4)).map(({ action, object, details }) => [
      action,
      object,
      details,
    ]);
    assert.deepEqual(records, [
      ['upload.begun', 'one.txt', ofOne],
      ['upload.begun', 'other.txt', { sizeBytes: 6, fileId: other.id, ...about }],
      ['upload.cancelled', 'one.txt', ofOne],
      ['upload.expired', other.id, {}],
    ]);
  });

  test('begun and cancelled without end costs a few records an hour', async (context) => {
    const { begin, resumableUploads, grantOf, bob, grantId, clock, database, events } =
      await openGrantPages(context);
    const head = (await database.audit.findHead())?.sequence ?? 0;
    const grant = await grantOf(bob);
    for (let count = 0; count < 60; count += 1) {
      const { id } = await begin(5, `${count}.txt`);
      await resumableUploads.cancel(actor, grant.owner, id);
    }
    assert.equal((await database.audit.list(head, 200)).length, 2 * recordedAtOnce);
    const now = clock.now();
    clock.advance(hour);
    const repeated = createRepeatedActs({ database, events, clock });
    assert.ok((await repeated.recordDue(new AbortController().signal)) > 0);
    const sums = await database.audit.list(head + 2 * recordedAtOnce, 200);
    const acts = 60 - recordedAtOnce;
    const details = { contact: bob.email, grantId, acts, firstAt: now, lastAt: now };
    assert.deepEqual(sums.map((sum) => [sum.action, sum.object, sum.details]).sort(), [
      ['upload.begun', '59.txt', details],
      ['upload.cancelled', '59.txt', details],
    ]);
  });

  test('goes with its link, and with its account', async (context) => {
    const { begin, append, database, expiry, blobs, bob, alice } = await openGrantPages(context);
    const { id } = await begin(10);
    await append(id, 0, 'abc');
    await database.dispatches.endLink(bob.id, 1);
    assert.equal(await expiry.shredAbandonedUploads(), 1);
    await database.dispatches.removeAll(alice.id);
    assert.equal(await expiry.shredAbandonedUploads(), 0);
    assert.equal(await expiry.reclaimGarbage(), 1);
    assert.deepEqual(await listBlobs({ blobs }), []);
  });

  test('moves to the key of the new day, and the old key is destroyed while it goes on', async (context) => {
    const page = await openGrantPages(context, { grantMaxFiles: 300 });
    const { begin, append, clock, keyRing, grants, grantOf, bob } = page;
    const { id, keyBucket } = await begin(6);
    // More than are moved at a time.
    for (let others = 0; others < 200; others += 1) await begin(6);
    clock.advance(day + 2 * hour);
    await append(id, 0, 'abc');
    const spentKeys = createSpentKeys({ ...page, actor, keyGraceMs: hour });
    await spentKeys.destroySpentKeys();
    await append(id, 3, 'd');
    clock.advance(hour);
    assert.equal(await spentKeys.destroySpentKeys(), 1);
    assert.ok(!(await keyRing.buckets()).includes(keyBucket));
    await append(id, 4, 'ef');
    await grants.send(actor, await grantOf(bob), [id], undefined);
    assert.deepEqual(await inboxOf(page), [['a.txt', 'abcdef']]);
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

test('the sweeper leaves the segments of uploads and files alone, and takes every other', async (context) => {
  const page = await openGrantPages(context);
  const { begin, append, uploadWhole, grants, grantOf, bob, vault, expiry, blobs } = page;
  const whole = await uploadWhole('whole');
  await grants.send(actor, await grantOf(bob), [whole.id], undefined);
  const part = await begin(10);
  await append(part.id, 0, 'part');
  const orphan = vault.beginSegment(vault.beginSegmented(), []);
  await orphan.write([Buffer.from('orphan')]);
  const { blobKey } = await orphan.finish();
  assert.equal(await expiry.sweepOrphans(Infinity), 1);
  assert.ok(!(await listBlobs({ blobs })).includes(blobKey));
  assert.deepEqual(await inboxOf(page), [['a.txt', 'whole']]);
  assert.equal((await append(part.id, 4, '123456')).receivedBytes, 10);
});

test('a file that came in segments leaves no blob when its time is over', async (context) => {
  const page = await openGrantPages(context);
  const { id } = await page.begin(6);
  await page.append(id, 0, 'abc');
  await page.append(id, 3, 'def');
  await page.grants.send(actor, await page.grantOf(page.bob), [id], undefined);
  page.clock.advance(4 * day);
  await page.expiry.endDueDispatches();
  await page.expiry.reclaimGarbage();
  assert.deepEqual(await listBlobs(page), []);
  assert.deepEqual(await page.database.segments.list(id), []);
});
