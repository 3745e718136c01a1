import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DraftId } from '../../../domain/model/ids.ts';
import { openSendFixture } from './send-fixture.ts';

const saved = { receivers: 'zoe@example.com', message: 'Kept', act: 'save' };
const files = { 'a.txt': 'text' };

async function open(...args: Parameters<typeof openSendFixture>) {
  const fixture = await openSendFixture(...args);
  const { begin, post, alice } = fixture;
  const { path } = await begin();
  await post(path, saved, { files });
  const id = path.slice(path.lastIndexOf('/') + 1);

  /** Discards the draft, and reads the next page. */
  async function discard(back?: string) {
    const answer = await post(path, { act: 'discard', ...(back === undefined ? {} : { back }) });
    assert.equal(answer.statusCode, 303, answer.body);
    const location = String(answer.headers.location);
    return { location, body: (await alice.get(location)).body };
  }

  return { ...fixture, path, id, discard };
}

/** The form of the notice, as a browser without scripts sends it. */
function undoIn(body: string): { act: string; back: string } {
  const [notice = assert.fail(body)] =
    /<div class="note is-good" role="status">[^]*?<\/div>/.exec(body) ?? [];
  assert.match(notice, /Draft discarded\. You can undo this until \d\d:\d\d\./);
  const [, back = ''] = /name="back" value="([^"]+)"/.exec(notice) ?? [];
  return { act: 'restore', back };
}

describe('Discard', () => {
  test('on the Send page offers Undo, which opens the draft again with all that it had', async (context) => {
    const { path, discard, post, alice } = await open(context);
    const { location, body } = await discard();
    assert.match(location, /^\/app\/send\?discarded=/);
    assert.equal((await alice.get(path)).statusCode, 404);
    const undone = await post(path, undoIn(body));
    assert.equal(undone.headers.location, path);
    const page = await alice.get(path);
    assert.match(page.body, /data-name="a\.txt"/);
    assert.match(page.body, /Kept<\/textarea>/);
    // The address of the notice says nothing any more.
    assert.doesNotMatch((await alice.get(location)).body, /success-notice/);
  });

  test('in the list on Home and on the page of another draft stays there, and so does Undo', async (context) => {
    const { begin, path, discard, post, alice } = await open(context);
    const other = await begin();
    await post(other.path, { ...saved, message: 'Other' });
    for (const [place, page] of [
      ['home', '/app/'],
      [other.path.slice(-22), other.path],
    ] as const) {
      assert.match((await alice.get(page)).body, new RegExp(`name="back" value="${place}"`));
      const { location, body } = await discard(place);
      assert.ok(location.startsWith(`${page}?discarded=`), location);
      assert.doesNotMatch(body, />a\.txt</);
      const undone = await post(path, undoIn(body));
      assert.equal(undone.headers.location, page);
      assert.match((await alice.get(page)).body, /a\.txt/);
    }
  });

  test('leads nowhere else than to pages of ours', async (context) => {
    const { discard } = await open(context);
    const { location } = await discard('https://evil.example/');
    assert.match(location, /^\/app\/send\?discarded=/);
  });

  test('in two tabs, Undo after its time and Delete now are answered with a page', async (context) => {
    const { path, id, discard, post, alice, database } = await open(context);
    const first = await discard('home');
    const second = await discard('home');
    assert.equal(first.location, second.location);
    const { back } = undoIn(second.body);
    const deleted = await post(path, { act: 'delete', back });
    assert.equal(deleted.headers.location, '/app/');
    assert.equal((await database.uploads.listGarbage(10)).length, 1);
    assert.doesNotMatch((await alice.get(first.location)).body, /success-notice/);
    const late = await post(path, { act: 'restore', back: id });
    assert.equal(late.headers.location, '/app/send?discarded=gone');
    const { body } = await alice.get('/app/send?discarded=gone');
    assert.match(body, /This draft has been deleted and can no longer be restored\./);
  });

  test('is undone by its owner alone', async (context) => {
    const { path, id, discard, post, addPerson, database } = await open(context);
    const { location } = await discard('home');
    const eve = await addPerson('eve@example.com');
    assert.doesNotMatch((await eve.get(location)).body, /success-notice/);
    for (const act of ['restore', 'delete', 'discard']) {
      await post(path, { act, back: 'home' }, { person: eve });
    }
    assert.ok(await database.drafts.findDiscarded(id as DraftId, Date.now()));
  });

  test('ends uploads that run, which say so', async (context) => {
    const { begin, post, upload, app } = await openSendFixture(context);
    const { path, endpoint } = await begin();
    await upload(endpoint, 'a.txt', 'text');
    await post(path, { act: 'discard' });
    const headers = { 'tus-resumable': '1.0.0', host: 'localhost:8080', 'upload-length': '3' };
    const refused = await app.inject({ method: 'POST', url: endpoint, headers });
    assert.equal(refused.statusCode, 404);
  });
});
