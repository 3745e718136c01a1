import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { languages } from '../../i18n/language.ts';
import { scriptedPagePolicy } from '../connection/response-headers.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { renderUploadPage } from './upload-page.ts';
import type { UploadPageFixture } from './upload-page-fixture.ts';
import { alice, formOf, openUploadPageFixture } from './upload-page-fixture.ts';

const browser = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' };
const program = { accept: 'application/json' };

function post(
  { app }: UploadPageFixture,
  url: string,
  form: ReturnType<typeof formOf>,
  headers: Record<string, string>,
) {
  const { payload } = form;
  return app.inject({ method: 'POST', url, payload, headers: { ...form.headers, ...headers } });
}

async function countReturns(
  { database }: UploadPageFixture,
  receiver: { id: string },
): Promise<number> {
  type ReceiverId = Parameters<typeof database.dispatches.listReturns>[0];
  return (await database.dispatches.listReturns(receiver.id as ReceiverId)).length;
}

describe('the upload page', () => {
  test('says who asks for what, until when and how much', async (t) => {
    const side = await openUploadPageFixture(
      t,
      '--grant-max-files',
      '20',
      '--grant-max-bytes',
      '10GB',
    );
    const { url } = await side.lend();
    const page = await side.app.inject({ url, headers: browser });
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /alice@clinic\.example asks you for files/);
    assert.match(page.body, /Please send the signed contract\./);
    assert.match(page.body, /Open until<\/dt>\s*<dd><time datetime="20/);
    assert.match(page.body, /Up to 20 files, 10 GB in total/);
    assert.equal(page.headers['content-security-policy'], scriptedPagePolicy);
    assert.doesNotMatch(page.body, /<script(?! type="module" src="\/assets\/)| style=| on\w+=/);
  });

  test('speaks the language of the contact, else of the browser, else of the operator', async (t) => {
    const side = await openUploadPageFixture(t, '--language', 'fi');
    const swedish = await side.lend({}, { language: 'sv' });
    const unknown = await side.lend();
    const french = { ...browser, 'accept-language': 'fr-CH' };
    const languageOf = async (url: string, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec((await side.app.inject({ url, headers })).body)?.[1];
    assert.equal(await languageOf(swedish.url, french), 'sv');
    assert.equal(await languageOf(unknown.url, french), 'fr');
    assert.equal(await languageOf(unknown.url, { accept: 'text/html' }), 'fi');
    assert.equal(await languageOf(`${swedish.url}?lang=pl`, french), 'pl');
  });

  test('can be looked at as often as a mail scanner likes, and changes nothing', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url } = await side.lend();
    const before = await side.database.audit.findHead();
    for (let count = 0; count < 25; count += 1) {
      for (const method of ['GET', 'HEAD'] as const) {
        assert.equal((await side.app.inject({ method, url, headers: browser })).statusCode, 200);
      }
    }
    assert.deepEqual(await side.database.audit.findHead(), before);
  });

  test('takes a photo from a camera, without scripts too', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url } = await side.lend();
    const { body } = await side.app.inject({ url, headers: browser });
    const field = /<input class="camera-input"[^>]*>/.exec(body)?.[0] ?? '';
    assert.match(field, /type="file" name="file" accept="image\/\*" capture="environment"/);
    assert.doesNotMatch(body, /type="file"[^>]* required/, 'one of two fields suffices');
    const form = formOf(['file', '', ''], ['file', 'jpeg', 'image.jpg'], ['message', '']);
    assert.equal((await post(side, url, form, browser)).statusCode, 303);
    assert.match((await side.app.inject({ url, headers: browser })).body, /image\.jpg/);
    const none = formOf(['file', '', ''], ['file', '', ''], ['message', 'x']);
    const refused = await post(side, url, none, browser);
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /No file was chosen\./);
  });

  test('draws no box for a message without words', async (t) => {
    const side = await openUploadPageFixture(t);
    for (const message of ['', ' \n ', undefined]) {
      const { body } = await side.app.inject({ url: (await side.lend({ message })).url });
      assert.match(body, /class="beside send-back"/);
      assert.doesNotMatch(body, /class="letter"/);
    }
    const { body } = await side.app.inject({ url: (await side.lend()).url });
    assert.match(body, /class="letter"/);
  });

  test('writes how many files it takes as each language writes numbers', async (t) => {
    const side = await openUploadPageFixture(t, '--grant-max-files', '12345');
    const { url } = await side.lend();
    for (const language of languages) {
      const { body } = await side.app.inject({ url: `${url}?lang=${language}` });
      const [, facts = ''] = /<dl class="slip-facts">([^]*?)<\/dl>/.exec(body) ?? [];
      assert.match(facts, /12(?:[^0-9]|&[^;]+;)345/, language);
    }
  });

  test('names nobody who asks without showing an address, and no contact', () => {
    const page = renderUploadPage({
      serviceName: 'Valise',
      supportAddress: undefined,
      language: 'en',
      translation: ourTranslations.en,
      timeZone: 'UTC',
      secret: 'x'.repeat(43),
      query: '',
      sender: undefined,
      senderEmail: undefined,
      asksName: false,
      called: undefined,
      message: undefined,
      expiresAt: Date.UTC(2026, 10, 22),
      allowance: { files: 5, bytes: undefined, fileBytes: undefined },
      room: { files: 5, bytes: undefined, fileBytes: undefined },
      sent: [{ at: Date.UTC(2026, 10, 15), from: '', files: [{ name: 'a.txt', sizeBytes: 1 }] }],
      begun: [],
      refusal: undefined,
    });
    assert.match(page, /You have been asked for files/);
    assert.match(page, /The recipient has been notified\./);
    assert.doesNotMatch(page, /undefined|@/);
  });
});

describe('a form from a browser', () => {
  test('brings the contact back to a page that keeps saying what arrived', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url, receiver } = await side.lend();
    const form = formOf(
      ['file', 'one', 'contract.pdf'],
      ['file', '', 'empty.txt'],
      ['message', 'Two files,\r\nas promised'],
    );
    const answer = await post(side, url, form, { ...browser, origin: 'null' });
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, url);

    const page = await side.app.inject({ url, headers: browser });
    assert.match(page.body, /Your files have arrived/);
    assert.match(page.body, /contract\.pdf[^]*3 bytes[^]*empty\.txt/);
    assert.match(page.body, /alice@clinic\.example has been notified\./);
    assert.match(page.body, /Send more/);
    const [sent] = await side.database.dispatches.listReturns(receiver.id);
    assert.equal(sent?.dispatch.message, 'Two files,\nas promised');
  });

  test('keeps the language that was chosen from the menu', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url } = await side.lend();
    const chosen = `${url}?lang=sv`;
    const page = await side.app.inject({ url: chosen, headers: browser });
    assert.match(page.body, /<html lang="sv"/);
    assert.match(page.body, /href="\?lang=fi"/);
    assert.ok(page.body.includes(`action="${chosen}"`));

    const refused = await post(side, chosen, formOf(['message', 'x']), browser);
    assert.match(refused.body, /<html lang="sv"/);
    assert.ok(refused.body.includes(`action="${chosen}"`));
    const sent = await post(side, chosen, formOf(['file', 'one', 'a.txt']), browser);
    assert.equal(sent.headers.location, chosen);
    const odd = await post(side, `${url}?lang=//evil`, formOf(['file', 'one', 'b.txt']), browser);
    assert.equal(odd.headers.location, url);
  });

  test('without a file is shown again, with the message that was typed', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url, receiver } = await side.lend();
    const form = formOf(['file', '', ''], ['message', 'I <b>forgot</b>']);
    const answer = await post(side, url, form, browser);
    assert.equal(answer.statusCode, 409);
    assert.match(answer.body, /role="alert"[^]*No file was chosen/);
    assert.match(answer.body, /I &lt;b&gt;forgot&lt;\/b&gt;<\/textarea/);
    assert.equal(await countReturns(side, receiver), 0);
  });

  test('over a limit is shown again, and names the file', async (t) => {
    const side = await openUploadPageFixture(t, '--max-file-size', '10B', '--grant-max-files', '2');
    const { url, receiver } = await side.lend();
    const large = formOf(['file', 'x', 'small.txt'], ['file', 'x'.repeat(11), 'large.txt']);
    const refused = await post(side, url, large, browser);
    assert.equal(refused.statusCode, 413);
    assert.match(refused.body, /<bdi>large\.txt<\/bdi>/);
    assert.match(refused.body, /Nothing was sent/);
    const many = formOf(['file', '', 'a'], ['file', '', 'b'], ['file', '', 'c']);
    assert.equal((await post(side, url, many, browser)).statusCode, 413);
    assert.equal(await countReturns(side, receiver), 0);

    const fits = formOf(['file', '', 'a'], ['file', '', 'b']);
    assert.equal((await post(side, url, fits, browser)).statusCode, 303);
    const page = await side.app.inject({ url, headers: browser });
    assert.match(page.body, /You have reached the limit of this page/);
    assert.doesNotMatch(page.body, /<form/);
  });

  test('that breaks off in the middle leaves nothing', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url, receiver } = await side.lend();
    const form = formOf(['file', 'whole', 'a.txt'], ['file', 'x'.repeat(1000), 'b.txt']);
    const cut = { ...form, payload: form.payload.subarray(0, form.payload.length - 200) };
    const answer = await post(side, url, cut, program);
    assert.equal(answer.statusCode, 400);
    assert.equal(await countReturns(side, receiver), 0);
  });
});

describe('a program', () => {
  test('is told in JSON what arrived, under which names', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url } = await side.lend();
    const form = formOf(['file', '1', 'scan.pdf'], ['file', '2', 'scan.pdf']);
    const answer = await post(side, url, form, program);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'done', files: ['scan.pdf', 'scan (2).pdf'] });
  });

  test('is told in JSON what is wrong', async (t) => {
    const side = await openUploadPageFixture(t, '--max-file-size', '10B');
    const { url } = await side.lend();
    const large = await post(side, url, formOf(['file', 'x'.repeat(11), 'a']), program);
    assert.deepEqual([large.statusCode, large.json<{ error: string }>().error], [413, 'too_large']);
    const nameless = await post(side, url, formOf(['file', 'x', '..']), program);
    assert.deepEqual(
      [nameless.statusCode, nameless.json<{ error: string }>().error],
      [422, 'invalid'],
    );
  });

  test('cannot make other sites send: only its own page and a person may', async (t) => {
    const side = await openUploadPageFixture(t);
    const { url, receiver } = await side.lend();
    const form = formOf(['file', 'x', 'a.txt']);
    for (const foreign of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: 'null' },
      { 'sec-fetch-site': 'same-origin, none' },
      { origin: 'https://evil.example' },
      { origin: 'https://localhost' },
    ]) {
      const answer = await post(side, url, form, { ...browser, host: 'localhost', ...foreign });
      assert.equal(answer.statusCode, 403, JSON.stringify(foreign));
    }
    assert.equal(await countReturns(side, receiver), 0);
    const own = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
    assert.equal((await post(side, url, form, { ...browser, ...own })).statusCode, 303);
    const person = { host: 'localhost', origin: 'null', 'sec-fetch-site': 'none' };
    assert.equal((await post(side, url, form, { ...browser, ...person })).statusCode, 303);
  });
});

test('links that are unknown, malformed, over, revoked or of a drop get one answer', async (t) => {
  const side = await openUploadPageFixture(t);
  const over = await side.lend({ expiresAt: Date.now() - 1 });
  const ended = await side.lend();
  await side.database.dispatches.end(ended.grant.id, Date.now());
  const revoked = await side.lend();
  await side.database.dispatches.endLink(revoked.receiver.id, 1);
  const drop = await side.lend({ kind: 'drop' });
  const urls = [over.url, ended.url, revoked.url, drop.url, `/u/${'x'.repeat(43)}`, '/u/short'];
  const bodies = new Set<string>();
  for (const url of urls) {
    const page = await side.app.inject({ url, headers: browser });
    assert.equal(page.statusCode, 404);
    assert.match(page.body, /This page is no longer available/);
    bodies.add(page.body);
    const sent = await post(side, url, formOf(['file', 'x', 'a.txt']), browser);
    assert.equal(sent.statusCode, 404);
    bodies.add(sent.body);
  }
  assert.equal(bodies.size, 1);
});

test('a name cannot break out of the receipt', async (t) => {
  const side = await openUploadPageFixture(t);
  const { url } = await side.lend();
  const names = ['<img src=x onerror=alert(1)>.txt', '%22><script>alert(1)</script>', "' on=x.txt"];
  const form = formOf(...names.map((name) => ['file', 'x', name] as [string, string, string]));
  assert.equal((await post(side, url, form, browser)).statusCode, 303);
  const page = await side.app.inject({ url, headers: browser });
  assert.match(page.body, /&lt;img src=x onerror=alert\(1\)&gt;\.txt/);
  assert.doesNotMatch(page.body, /<img src=x|<script>/);
});

test('what was sent back stands in the inbox and is downloaded byte for byte', async (t) => {
  const side = await openUploadPageFixture(t);
  const { url } = await side.lend();
  const content = randomBytes(300_000);
  const sent = await post(side, url, formOf(['file', content, 'röntgen 1.dcm']), program);
  assert.equal(sent.statusCode, 200);

  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;
  const index = await side.app.inject({ url: `/${alice.email}/`, headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(index.body)?.[1] ?? '';
  const account = (await side.database.accounts.findByEmail(alice.email)) ?? assert.fail();
  const [entry] = await side.database.dispatches.listInbox(account.email, Date.now());
  assert.equal(entry?.senderEmail, 'bob@example.com');
  const download = await side.app.inject({
    url: `/${alice.email}/${entry.token}/files/${encodeURIComponent('röntgen 1.dcm')}`,
    headers: { authorization, 'csrf-token': token },
  });
  assert.equal(download.statusCode, 200);
  assert.ok(download.rawPayload.equals(content));
});
