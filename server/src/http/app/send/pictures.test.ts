import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { DispatchOverview } from '../../../domain/model/dispatch.ts';
import { pictured, sampleJpeg, samplePng } from '../../../testing/sample-pictures.ts';
import { askForLink } from '../inbox/inbox-fixture.ts';
import { host } from '../people-fixture.ts';
import { openSendFixture, toZoe, tus } from './send-fixture.ts';

const jpeg = sampleJpeg(300, 200);

/** Alice sends a file with a picture, and one without, to Bob, who has an account too. */
async function open(t: TestContext, ...args: string[]) {
  const fixture = await openSendFixture(t, ...args);
  const { app, alice, begin, upload, post, database, installation } = fixture;
  const bob = await fixture.addPerson('bob@example.com');

  /** Sends a picture as the script of the page does. */
  function keep(url: string, bytes: Buffer, headers: Record<string, string> = {}) {
    const all = { host, 'content-type': 'image/webp', ...headers };
    return app.inject({ method: 'PUT', url, headers: all, payload: bytes });
  }

  /** Where the picture of an upload goes. */
  function pictureOf(upload: { url: string }): string {
    return upload.url.replace('/tus/', '/pictures/');
  }

  async function send(fields: Record<string, string> = {}): Promise<DispatchOverview> {
    const { path, endpoint } = await begin();
    const address = pictureOf(await upload(endpoint, 'a.jpg', pictured));
    const kept = await keep(address, jpeg);
    assert.equal(kept.statusCode, 204, kept.body);
    await upload(endpoint, 'b.txt', pictured);
    const sent = await post(path, { ...toZoe, receivers: bob.account.email, ...fields });
    assert.equal(sent.statusCode, 303, sent.body);
    assert.equal((await keep(address, jpeg)).statusCode, 404, 'the draft was sent');
    const [drop] = await database.dispatches.list({ accountId: alice.account.id, limit: 1 });
    return drop ?? assert.fail();
  }

  /** The pages of a drop that show its picture, and the picture on each. */
  function addressesOf({ dispatch, receivers, files }: DispatchOverview) {
    const [receiver = assert.fail()] = receivers;
    const { id = '' } = files.find(({ name }) => name === 'a.jpg') ?? {};
    const link = `/d/${installation.linkSecret(receiver.id, 0)}`;
    const item = `/app/inbox/${receiver.inboxToken}`;
    const own = `/app/sent/${dispatch.id}`;
    const at = (page: string) => ({ page, picture: `${page}/pictures/${id}` });
    return { link: at(link), item: at(item), own: at(own), receiver };
  }

  const visit = (url: string, headers = {}) => app.inject({ url, headers: { host, ...headers } });
  return { ...fixture, bob, keep, pictureOf, send, addressesOf, visit };
}

const image = { accept: 'image/avif,image/webp,*/*;q=0.8' };
const html = { accept: 'text/html' };

describe('the picture of a file', () => {
  test('is on the page of its receiver, in the inbox and on that of its sender', async (t) => {
    const { send, addressesOf, visit, alice, bob, database } = await open(t);
    const { link, item, own, receiver } = addressesOf(await send());
    for (const [where, get] of [
      [link, visit],
      [item, bob.get],
      [own, alice.get],
    ] as const) {
      const page = await get(where.page, html);
      const images = page.body.match(/<img\s+src="[^"]*\/pictures\//g);
      assert.equal(images?.length, 1, 'one of both files has a picture');
      const shown = page.body.replaceAll(/\s+/g, ' ');
      assert.match(
        shown,
        new RegExp(`<img src="${where.picture}" width="300" height="200" alt=""`),
      );
      assert.match(shown, /loading="lazy"/);
      assert.match(shown, /src="\/assets\/gallery\.js"/);

      const picture = await get(where.picture, image);
      assert.equal(picture.statusCode, 200, where.picture);
      assert.deepEqual(picture.rawPayload, jpeg);
      assert.equal(picture.headers['content-type'], 'image/jpeg');
      assert.equal(picture.headers['x-content-type-options'], 'nosniff');
      assert.match(
        String(picture.headers['content-security-policy']),
        /^sandbox; default-src 'none'/,
      );
      assert.match(String(picture.headers['cache-control']), /no-store/);
      assert.equal(picture.headers['cross-origin-resource-policy'], 'same-origin');
      const other = await get(`${where.page}/pictures/${'A'.repeat(22)}`, image);
      assert.equal(other.statusCode, 404);
    }
    assert.deepEqual(await database.downloads.listFor(receiver.id), []);
  });

  test('is for nobody else', async (t) => {
    const { send, addressesOf, visit, alice, bob, addPerson } = await open(t);
    const first = addressesOf(await send());
    const second = addressesOf(await send());
    const eve = await addPerson('eve@example.com');
    for (const get of [eve.get, bob.get]) {
      assert.equal((await get(first.own.picture, image)).statusCode, 404);
    }
    for (const get of [eve.get, alice.get]) {
      assert.equal((await get(first.item.picture, image)).statusCode, 404);
    }
    for (const url of [first.own.picture, first.item.picture]) {
      assert.notEqual((await visit(url, image)).statusCode, 200);
    }
    const [, file = ''] = first.link.picture.split('/pictures/');
    const swapped = `${second.link.page}/pictures/${file}`;
    assert.equal((await visit(swapped, image)).statusCode, 404);
    const unknown = `/d/${'A'.repeat(43)}/pictures/${file}`;
    assert.equal((await visit(unknown, image)).statusCode, 404);
  });

  test('stays closed until the code was entered', async (t) => {
    const { send, addressesOf, visit, bob } = await open(t);
    const { link, item } = addressesOf(await send({ secondFactor: 'email' }));
    for (const [where, get] of [
      [link, visit],
      [item, bob.get],
    ] as const) {
      const picture = await get(where.picture, image);
      assert.equal(picture.statusCode, 403, where.picture);
      assert.equal(picture.json<{ error: string }>().error, 'code_needed');
      assert.doesNotMatch((await get(where.page, html)).body, /pictures/);
    }
  });

  test('is not shown where downloads are limited, nor after the end', async (t) => {
    const { send, addressesOf, visit, alice, bob } = await open(t);
    const limited = addressesOf(await send({ downloadLimit: '1' }));
    const drop = await send();
    const ended = addressesOf(drop);
    await alice.post(`/app/sent/${drop.dispatch.id}/revoke`);
    for (const { link, item, own } of [limited, ended]) {
      for (const [where, get] of [
        [link, visit],
        [item, bob.get],
        [own, alice.get],
      ] as const) {
        assert.equal((await get(where.picture, image)).statusCode, 404, where.picture);
        assert.doesNotMatch((await get(where.page, html)).body, /pictures\//);
      }
    }
  });
});

describe('the picture of an upload', () => {
  test('is taken with the ticket of the draft, from its own page, once all of the file is there', async (t) => {
    const { begin, upload, keep, pictureOf, app } = await open(t);
    const { endpoint } = await begin();
    const whole = pictureOf(await upload(endpoint, 'a.jpg', pictured));
    const foreign = await keep(whole, jpeg, { origin: 'https://evil.example' });
    assert.equal(foreign.statusCode, 403);
    const otherDraft = (await begin()).endpoint.replace(/tus$/, 'pictures');
    const elsewhere = `${otherDraft}/${whole.slice(whole.lastIndexOf('/') + 1)}`;
    const begun = await app.inject({
      method: 'POST',
      url: endpoint,
      headers: { ...tus, 'upload-length': '100', 'upload-metadata': 'filename Yi5qcGc=' },
    });
    const unfinished = pictureOf({ url: String(begun.headers.location) });
    for (const url of [elsewhere, unfinished]) {
      assert.equal((await keep(url, jpeg)).statusCode, 404, url);
    }
    assert.equal((await keep(whole, jpeg)).statusCode, 204);
  });

  test('is refused before it is read where it is too large, and otherwise when it is no picture', async (t) => {
    const { begin, upload, keep, pictureOf } = await open(t);
    const { endpoint } = await begin();
    const address = pictureOf(await upload(endpoint, 'a.jpg', 'x'.repeat(40_000)));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    for (const [bytes, headers] of [
      [samplePng(9, 9, 30_001), {}],
      [Buffer.alloc(0), {}],
      [svg, { 'content-type': 'image/png' }],
      [samplePng(9999, 9999), {}],
    ] as const) {
      const { statusCode, body } = await keep(address, bytes, headers);
      assert.equal(statusCode, 400, body);
    }
    const packed = await keep(address, jpeg, { 'content-encoding': 'gzip' });
    assert.equal(packed.statusCode, 415);
    assert.equal(
      (await keep(address, jpeg, { 'content-type': 'application/json' })).statusCode,
      204,
    );
  });

  test('comes through the link of a request, too, and is in the inbox', async (t) => {
    const { alice, app, upload, keep, pictureOf } = await open(t);
    const page = await askForLink(alice);
    const begun = await upload(`${page}/tus`, 'a.jpg', pictured);
    assert.equal((await keep(pictureOf(begun), jpeg)).statusCode, 204);
    const sent = await app.inject({
      method: 'POST',
      url: `${page}/send`,
      headers: { host, 'content-type': 'application/json' },
      payload: { uploads: [begun.url.slice(begun.url.lastIndexOf('/') + 1)], from: 'Zoë' },
    });
    assert.equal(sent.statusCode, 200, sent.body);
    const { body: list } = await alice.get('/app/inbox');
    const [, item = assert.fail(list)] = /href="(\/app\/inbox\/[\w-]{22})"/.exec(list) ?? [];
    const { body } = await alice.get(item);
    const [, picture = assert.fail(body)] = /<img\s+src="([^"]+)"/.exec(body) ?? [];
    assert.deepEqual((await alice.get(picture, image)).rawPayload, jpeg);
  });
});
