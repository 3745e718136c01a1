import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { idFor, sampleUpload } from '../../testing/samples.ts';
import { pictured, sampleJpeg, samplePng } from '../../testing/sample-pictures.ts';
import { day } from '../model/clock.ts';
import type { Draft, DraftContents } from '../model/draft.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import { draftOwner } from '../uploads/owners.ts';
import { createExpiry } from '../expiry/expiry.ts';
import { mostPictures } from './commands.ts';

const zoe = { receivers: [{ email: 'zoe@example.com' }] };
const jpeg = sampleJpeg(320, 200);

/** Alice has a draft with two files, of which one has a picture. */
async function open(context: TestContext) {
  const pages = await openDraftPages(context);
  const { alice, begin, addFile, drafts, pictures, database } = pages;

  async function beginPictured(contents: Partial<DraftContents> = {}): Promise<[Draft, FileId]> {
    const draft = await begin({ ...zoe, ...contents });
    const { id } = await addFile(draft, 'a.jpg', pictured);
    await addFile(draft, 'b.txt', pictured);
    await pictures.keep(draftOwner(draft), id, jpeg);
    return [draft, id];
  }

  async function send(draft: Draft): Promise<DispatchId> {
    return await drafts.send(actor, alice, draft.id, 'UTC');
  }

  async function getDispatch(id: DispatchId) {
    return ((await database.dispatches.find(id)) ?? assert.fail()).dispatch;
  }

  /** The names of the files of a drop that have a picture. */
  async function namesOf(id: DispatchId): Promise<string[]> {
    const files = await database.files.listInDispatch(id);
    const sizes = await pictures.listSizes(await getDispatch(id), files);
    return files.filter((file) => sizes.has(file.id)).map(({ name }) => name);
  }

  return { ...pages, beginPictured, send, getDispatch, namesOf };
}

test('an owner of uploads has a thousand pictures at most', async (context) => {
  const { alice, begin, addFile, pictures, database } = await open(context);
  const draft = await begin(zoe);
  await database.transact(async (repositories) => {
    for (let made = 0; made < mostPictures; made += 1) {
      const upload = sampleUpload(alice, draft, String(made));
      await repositories.uploads.add(upload);
      await repositories.pictures.add({ contentId: upload.id, width: 1, height: 1, sealed: jpeg });
    }
  });
  const { id } = await addFile(draft, 'a.jpg', pictured);
  await assert.rejects(pictures.keep(draftOwner(draft), id, jpeg), { code: 'too_large' });
  await database.pictures.forget([idFor('upload 0')]);
  await pictures.keep(draftOwner(draft), id, jpeg);
});

describe('the picture of a file', () => {
  test('is there once it is sent, for that file alone, and is sealed', async (context) => {
    const { beginPictured, send, getDispatch, namesOf, pictures, database } = await open(context);
    const [draft, id] = await beginPictured();
    const drop = await send(draft);
    assert.deepEqual(await namesOf(drop), ['a.jpg']);
    const dispatch = await getDispatch(drop);
    assert.deepEqual(
      await pictures.listSizes(dispatch, [{ id }]),
      new Map([[id, { width: 320, height: 200 }]]),
    );
    assert.deepEqual(await pictures.open(dispatch, id), { type: 'image/jpeg', bytes: jpeg });
    const kept = (await database.pictures.find(id)) ?? assert.fail();
    assert.ok(!kept.sealed.includes(jpeg.subarray(2)));
    const [other] = (await database.files.listInDispatch(drop)).filter((file) => file.id !== id);
    for (const none of [other?.id ?? '', 'no id']) {
      await assert.rejects(pictures.open(dispatch, none), { code: 'not_found' }, none);
    }
  });

  test('is small, and no other kind of file', async (context) => {
    const { begin, addFile, pictures } = await open(context);
    const draft = await begin(zoe);
    const { id } = await addFile(draft, 'a.jpg', 'x'.repeat(40_000));
    const small = await addFile(draft, 'icon.png', 'x'.repeat(32));
    const keep = (bytes: Buffer, to = id) => pictures.keep(draftOwner(draft), to, bytes);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const [reason, bytes, to] of [
      ['an SVG', svg, id],
      ['nothing', Buffer.alloc(0), id],
      ['too wide', samplePng(321, 1), id],
      ['too high', samplePng(1, 321), id],
      ['too many bytes', samplePng(9, 9, 30_001), id],
      ['larger than its file', samplePng(9, 9), small.id],
    ] as const) {
      await assert.rejects(keep(bytes, to), { code: 'bad_request' }, reason);
    }
    await keep(samplePng(320, 320, 30_000));
  });

  test('is kept for a whole upload of the same owner only, and the first one stays', async (context) => {
    const { begin, addFile, pictures, resumableUploads, beginPictured, send, getDispatch } =
      await open(context);
    const [draft, id] = await beginPictured();
    const other = await begin(zoe);
    const foreign = await addFile(other, 'c.jpg', pictured);
    const keep = (to: string, given = draft) =>
      pictures.keep(draftOwner(given), to, samplePng(1, 1));
    const file = { name: 'd.jpg', mediaType: 'image/jpeg', fingerprint: '', metadata: '' };
    const part = { ...file, sizeBytes: 100 };
    const begun = await resumableUploads.begin(actor, draftOwner(draft), part);
    for (const wrong of [foreign.id, begun.id, 'no id']) {
      await assert.rejects(keep(wrong), { code: 'not_found' }, wrong);
    }
    await resumableUploads.cancel(actor, draftOwner(draft), begun.id);
    await keep(id);
    const drop = await getDispatch(await send(draft));
    assert.equal((await pictures.open(drop, id)).type, 'image/jpeg');
    await assert.rejects(keep(id), { code: 'not_found' });
  });

  test('is shown nowhere while downloads are limited, and not after the end', async (context) => {
    const { beginPictured, send, getDispatch, namesOf, pictures, clock } = await open(context);
    const [limited, hidden] = await beginPictured({ downloadLimit: 1 });
    const limitedDrop = await send(limited);
    assert.deepEqual(await namesOf(limitedDrop), []);
    const opening = pictures.open(await getDispatch(limitedDrop), hidden);
    await assert.rejects(opening, { code: 'not_found' });

    const [draft, id] = await beginPictured();
    const drop = await getDispatch(await send(draft));
    clock.advance(drop.expiresAt - clock.now());
    assert.deepEqual(await namesOf(drop.id), []);
    await assert.rejects(pictures.open(drop, id), { code: 'not_found' });
  });

  test('goes along where its file is sent again, and stays for as long as anyone has it', async (context) => {
    const pages = await open(context);
    const { beginPictured, send, namesOf, drafts, alice, database, expiry, senderControl } = pages;
    const [draft, id] = await beginPictured();
    const first = await send(draft);
    const again = await drafts.beginAgain(actor, alice, first);
    const [shared] = await database.uploads.listFor(again.id);
    const replacing = pages.pictures.keep(draftOwner(again), shared?.id ?? '', samplePng(1, 1));
    await assert.rejects(replacing, { code: 'not_found' });
    await drafts.change(alice, again.id, { ...again, ...zoe });
    const second = await send(again);
    assert.deepEqual(await namesOf(second), ['a.jpg']);

    const verbs = senderControl.of(alice, 'drop');
    await verbs.revoke(actor, first);
    await expiry.reclaimGarbage();
    assert.deepEqual([await namesOf(first), await namesOf(second)], [[], ['a.jpg']]);
    await verbs.revoke(actor, second);
    assert.deepEqual(await namesOf(second), []);
    assert.notEqual(await database.pictures.find(id), undefined);
    await expiry.reclaimGarbage();
    assert.equal(await database.pictures.find(id), undefined);
  });

  test('is unreadable without the key of its file, and with that of another', async (context) => {
    const pages = await open(context);
    const { beginPictured, send, getDispatch, pictures, database, keyRing } = pages;
    const [draft, id] = await beginPictured();
    const other = await pages.addFile(draft, 'c.jpg', pictured);
    await pictures.keep(draftOwner(draft), other.id, samplePng(1, 1));
    const drop = await getDispatch(await send(draft));
    const stolen = (await database.pictures.find(other.id)) ?? assert.fail();
    await database.pictures.forget([id]);
    await database.pictures.add({ ...stolen, contentId: id });
    await assert.rejects(pictures.open(drop, id), { code: 'not_found' });
    await pictures.open(drop, other.id);
    await keyRing.destroy(await keyRing.buckets());
    await assert.rejects(pictures.open(drop, other.id), { code: 'not_found' });
  });

  test('ends with an upload that is removed', async (context) => {
    const { beginPictured, resumableUploads, expiry, database } = await open(context);
    const [draft, id] = await beginPictured();
    await resumableUploads.cancel(actor, draftOwner(draft), id);
    await expiry.reclaimGarbage();
    assert.equal(await database.pictures.find(id), undefined);
  });
});

test('who sends files through a link gives them pictures, too, until they are sent', async (context) => {
  const pages = await openGrantPages(context);
  const { bob, carl, grants, grantOf, ownerOf, uploadWhole, pictures, database, clock } = pages;
  const { id } = await uploadWhole(pictured, 'a.jpg');
  await assert.rejects(pictures.keep(await ownerOf(carl), id, jpeg), { code: 'not_found' });
  const owner = await ownerOf(bob);
  await pictures.keep(owner, id, jpeg);
  await grants.send(actor, await grantOf(bob), [id], undefined);
  const [sent] = await grants.listReturns(await grantOf(bob));
  const { dispatch } = sent ?? assert.fail();
  assert.equal((await pictures.open(dispatch, id)).type, 'image/jpeg');
  const late = await uploadWhole(pictured, 'late.jpg');
  clock.advance(3 * day);
  await assert.rejects(pictures.keep(owner, late.id, jpeg), { code: 'not_found' });
  const expiry = createExpiry({ ...pages, actor });
  await expiry.endDueDispatches();
  await expiry.shredAbandonedUploads();
  await expiry.reclaimGarbage();
  assert.equal(await database.pictures.find(late.id), undefined);
});
