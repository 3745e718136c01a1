import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { noAddress } from '../../domain/model/dispatch.ts';
import { bytesType, version } from '../tus/tus-fixture.ts';
import { formOf, openUploadPageFixture } from './upload-page-fixture.ts';
import type { UploadPageFixture } from './upload-page-fixture.ts';

/** One browser with a link: it keeps cookies, unless told otherwise. */
function openBrowser({ app }: UploadPageFixture, url: string, { keepsCookies = true } = {}) {
  let cookie: string | undefined;

  function noteCookie(answer: LightMyRequestResponse): LightMyRequestResponse {
    const given = answer.headers['set-cookie'];
    if (keepsCookies && given !== undefined) cookie = String(given).split(';')[0];
    return answer;
  }

  async function ask(
    options: { method?: 'GET' | 'POST' | 'HEAD' | 'PATCH'; path?: string; payload?: Buffer },
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const { method = 'GET', path = url, payload } = options;
    const sent = { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }), ...headers };
    return noteCookie(
      await app.inject({ method, url: path, headers: sent, ...(payload ? { payload } : {}) }),
    );
  }

  return {
    ask,
    open: async () => (await ask({})).body,
    sendForm: async (fileName: string, from: string) => {
      const form = formOf(['file', 'content', fileName], ['from', from]);
      return await ask({ method: 'POST', payload: form.payload }, form.headers);
    },
    /** Announces a file; returns the address of its upload. */
    begin: async (fileName: string) => {
      const metadata = `filename ${Buffer.from(fileName).toString('base64')}`;
      const headers = { ...version, 'upload-length': '10', 'upload-metadata': metadata };
      const answer = await ask({ method: 'POST', path: `${url}/tus` }, headers);
      assert.equal(answer.statusCode, 201, answer.body);
      return String(answer.headers.location);
    },
  };
}

async function openShared(context: Parameters<typeof openUploadPageFixture>[0]) {
  const side = await openUploadPageFixture(context, '--grant-max-files', '5');
  const { url } = await side.lend({}, { email: noAddress, nick: '' });
  return { side, url };
}

describe('a link that several people have', () => {
  test('does not say that it is for its reader only, as a link of one person does', async (t) => {
    const { side, url } = await openShared(t);
    const own = await side.lend({}, { email: 'zoe@example.org', nick: 'Zoe' });
    assert.doesNotMatch(await openBrowser(side, url).open(), /for you only/);
    assert.match(await openBrowser(side, own.url).open(), /for you only/);
  });

  test('shows the files that were sent through it to the browser that sent them only', async (t) => {
    const { side, url } = await openShared(t);
    const [anna, bo] = [openBrowser(side, url), openBrowser(side, url)];
    await anna.open();
    assert.equal((await anna.sendForm('diagnosis.pdf', 'Anna Berg')).statusCode, 303);
    assert.match(await anna.open(), /diagnosis\.pdf/);
    assert.doesNotMatch(await bo.open(), /diagnosis|Anna Berg|Your files have arrived/);
    await bo.sendForm('x-ray.png', 'Bo Lind');
    assert.match(await bo.open(), /x-ray\.png/);
    assert.doesNotMatch(await anna.open(), /x-ray|Bo Lind/);
  });

  test('shows the files that were begun through it to the browser that began them only', async (t) => {
    const { side, url } = await openShared(t);
    const [anna, bo] = [openBrowser(side, url), openBrowser(side, url)];
    await anna.open();
    const upload = await anna.begin('diagnosis.pdf');
    const id = upload.slice(upload.lastIndexOf('/') + 1);
    assert.match(await anna.open(), new RegExp(`data-upload="${id}"`));
    const page = await bo.open();
    assert.doesNotMatch(page, new RegExp(`diagnosis|${id}`));
    // What others began takes its room all the same.
    assert.match(page, /data-limits="\{&#34;files&#34;:4/);
    // Who announces the same file begins one of their own.
    assert.notEqual(await bo.begin('diagnosis.pdf'), upload);
    const part = { ...version, ...bytesType, 'upload-offset': '0' };
    const payload = Buffer.from('hello');
    const continued = await anna.ask({ method: 'PATCH', path: upload, payload }, part);
    assert.equal(continued.statusCode, 204, continued.body);
  });

  test('asks a browser that sent files before for no name again', async (t) => {
    const { side, url } = await openShared(t);
    const anna = openBrowser(side, url);
    assert.match(await anna.open(), /name="from"[^>]*value=""/);
    await anna.sendForm('a.pdf', 'Anna Berg');
    assert.match(await anna.open(), /name="from"[^>]*value="Anna Berg"/);
  });

  test('says what arrived to a browser that keeps no cookies, once', async (t) => {
    const { side, url } = await openShared(t);
    const shy = openBrowser(side, url, { keepsCookies: false });
    await shy.open();
    const answer = await shy.sendForm('a.pdf', 'Anna Berg');
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /Your files have arrived[\s\S]*a\.pdf/);
    assert.doesNotMatch(await shy.open(), /a\.pdf/);
  });

  test('recognises a browser by a cookie of the page that scripts cannot read', async (t) => {
    const { side, url } = await openShared(t);
    const answer = await openBrowser(side, url).ask({});
    const cookie = String(answer.headers['set-cookie']);
    assert.match(
      cookie,
      new RegExp(
        `^valise-[0-9a-f]{16}=[\\w-]{43}; Max-Age=\\d+; Path=${url}; HttpOnly; SameSite=Lax$`,
      ),
    );
    const named = await side.lend();
    const ofNamed = await openBrowser(side, named.url).ask({});
    assert.equal(ofNamed.headers['set-cookie'], undefined);
  });
});

test('a link of one person shows what was sent through it in every browser', async (t) => {
  const { side } = await openShared(t);
  const { url } = await side.lend();
  const [atHome, atWork] = [openBrowser(side, url), openBrowser(side, url)];
  await atHome.sendForm('contract.pdf', '');
  await atHome.begin('more.pdf');
  assert.match(await atWork.open(), /contract\.pdf[\s\S]*more\.pdf/);
});
