import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { brokenStream, inboxOf, openGrantPages } from '../../testing/grant-pages.ts';
import { createRepeatedActs, recordedAtOnce } from '../audit/record-repeated.ts';
import { createSpentKeys } from '../expiry/spent-keys.ts';
import { day, hour } from '../model/clock.ts';
import { finishSegment } from '../../testing/finished.ts';

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

test('the sweeper leaves the segments of uploads and files alone, and takes every other', async (context) => {
  const page = await openGrantPages(context);
  const { begin, append, uploadWhole, grants, grantOf, bob, vault, expiry, blobs } = page;
  const whole = await uploadWhole('whole');
  await grants.send(actor, await grantOf(bob), [whole.id], undefined);
  const part = await begin(10);
  await append(part.id, 0, 'part');
  const orphan = vault.beginSegment(vault.beginSegmented(), []);
  await orphan.write([Buffer.from('orphan')]);
  const { blobKey } = await finishSegment(orphan);
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
