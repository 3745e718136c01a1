import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, listBlobs, readAll } from '../../testing/exchange-fixture.ts';
import { brokenStream, heldStream, openGrantPages } from '../../testing/grant-pages.ts';
import { readerOf } from '../../testing/samples.ts';

describe('an upload with a key', () => {
  const file = {
    name: 'a.txt',
    mediaType: 'text/plain',
    fingerprint: '',
    metadata: 'key MQ==',
    sizeBytes: 6,
  };
  const isKeyed = true;

  test('that is asked for again is where its bytes are, and no request writes any longer', async (context) => {
    const { append, resumableUploads, grantOf, bob } = await openGrantPages(context);
    const grant = await grantOf(bob);
    assert.equal(await resumableUploads.findBegun(grant.owner, file), undefined);
    const { id } = await resumableUploads.begin(actor, grant.owner, file, { isKeyed });
    const dead = heldStream('abc');
    const writing = append(id, 0, dead.content, dead.cutOff);
    await dead.taken;
    const known = await resumableUploads.findBegun(grant.owner, file);
    assert.deepEqual([known?.id, known?.receivedBytes], [id, 3]);
    assert.equal((await writing).receivedBytes, 3);
    const again = await resumableUploads.begin(actor, grant.owner, file, { isKeyed });
    assert.deepEqual([again.id, again.receivedBytes], [id, 3]);
    assert.equal((await resumableUploads.list(grant.owner)).length, 1);
  });

  test('of another receiver, or that has expired, is another', async (context) => {
    const { resumableUploads, grantOf, bob, carl, clock } = await openGrantPages(context);
    const grant = await grantOf(bob);
    const { id, expiresAt } = await resumableUploads.begin(actor, grant.owner, file, { isKeyed });
    const other = await resumableUploads.begin(actor, (await grantOf(carl)).owner, file, {
      isKeyed,
    });
    assert.notEqual(other.id, id);
    clock.advance(expiresAt - clock.now());
    assert.equal(await resumableUploads.findBegun(grant.owner, file), undefined);
    assert.notEqual((await resumableUploads.begin(actor, grant.owner, file, { isKeyed })).id, id);
  });

  test('that came as a whole and broke off leaves nothing, and can come again', async (context) => {
    const page = await openGrantPages(context);
    const { grants, resumableUploads, grantOf, bob } = page;
    const grant = await grantOf(bob);
    const broken = { isKeyed, content: brokenStream('abc') };
    await assert.rejects(
      resumableUploads.receive(actor, grant.owner, { ...file, ...broken }),
      /The line broke/,
    );
    assert.deepEqual(await resumableUploads.list(grant.owner), []);
    assert.deepEqual(await listBlobs(page), []);
    async function* whole() {
      yield await Promise.resolve([Buffer.from('abcdef')]);
    }
    const brought = { isKeyed, content: whole() };
    const { id } = await resumableUploads.receive(actor, grant.owner, { ...file, ...brought });
    const sent = await grants.send(actor, grant, [id], undefined);
    assert.deepEqual(sent, ['a.txt']);
    const [entry] = (await page.inbox.readHistory(readerOf(page.alice))).inbox;
    const open = await page.inbox.openFile(readerOf(page.alice), entry?.token ?? '', 'a.txt');
    assert.equal(await readAll(open.read(0, 6)), 'abcdef');
  });
});
