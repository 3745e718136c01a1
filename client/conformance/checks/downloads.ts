import { createHash } from 'node:crypto';
import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import { briefly, checksOf } from '../check.ts';
import { expect, expectEqual, expectError, expectMatch, expectStatus } from '../expect.ts';
import { doUpload, filePart } from '../multipart.ts';
import { newestInInbox, prepareDrop, sendFiles } from '../workflow.ts';

/** Longer than the pieces in which a server may keep files, and not a whole number of them. */
const content = Buffer.from(
  Array.from({ length: 800_001 }, (_, index) => (index * 31 + (index >> 9)) % 256),
);
const size = content.length;

interface Sent {
  get: (headers?: Record<string, string>, method?: string) => Promise<Answer>;
  whole: Answer;
  etag: string;
  lastModified: string;
}

/** Sends the file to the account itself, and fetches it once. */
async function sent(me: Account): Promise<Sent> {
  await sendFiles(me, [me.email], { 'data.bin': content }, { desttime: briefly });
  const { url } = await newestInInbox(me);
  const get: Sent['get'] = async (headers = {}, method = 'GET') =>
    await me.download(url, 'data.bin', { method, headers });
  const whole = await get();
  expectStatus(whole, 200);
  const { etag = '', 'last-modified': lastModified = '' } = whole.headers;
  return { get, whole, etag, lastModified };
}

const ranges: Record<string, [first: number, last: number]> = {
  'bytes=0-0': [0, 0],
  'bytes=0-99': [0, 99],
  'bytes=262100-262200': [262_100, 262_200],
  'bytes=262144-524287': [262_144, 524_287],
  'bytes=100-': [100, size - 1],
  'bytes=-100': [size - 100, size - 1],
  'bytes=-9999999': [0, size - 1],
  'bytes=800000-9999999': [800_000, 800_000],
};

const longAgo = 'Thu, 01 Jan 2004 00:00:00 GMT';

function conditions({ etag, lastModified }: Sent): [Record<string, string>, number][] {
  return [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"other", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    ...(lastModified === ''
      ? []
      : ([
          [{ 'if-modified-since': lastModified }, 304],
          [{ 'if-modified-since': longAgo }, 200],
          [{ 'if-none-match': '"other"', 'if-modified-since': lastModified }, 200],
          [{ 'if-unmodified-since': longAgo }, 412],
          [{ 'if-unmodified-since': lastModified }, 200],
        ] satisfies [Record<string, string>, number][])),
  ];
}

const oddName = 'å "ö" 100%+#?;\'*.bin';

export const downloadChecks = checksOf('Download (operation 11)', [
  {
    id: 'download/bytes',
    title: 'the exact bytes, with Content-Length, Content-Type, ETag and Accept-Ranges',
    async run({ me }) {
      const { whole } = await sent(me);
      expect(whole.body.equals(content), 'the bytes that were sent', whole);
      for (const [name, value] of [
        ['content-length', String(size)],
        ['content-type', 'application/octet-stream'],
        ['accept-ranges', 'bytes'],
        ['content-disposition', `attachment; filename="data.bin"; filename*=UTF-8''data.bin`],
      ] as const)
        expectEqual(whole.headers[name], value, `header ${name}`, whole);
      expectMatch(whole.headers.etag, /^"[^"]+"$/, 'header etag', whole);
    },
  },
  {
    id: 'download/digest',
    title: 'Repr-Digest is the SHA-256 of the file',
    async run({ me }) {
      const { whole } = await sent(me);
      const digest = createHash('sha256').update(content).digest('base64');
      expectEqual(whole.headers['repr-digest'], `sha-256=:${digest}:`, 'Repr-Digest', whole);
    },
  },
  {
    id: 'download/tricky-bytes',
    title: 'what was sent is what comes, also where it looks like the end of a form',
    async run({ me }) {
      const bytes = Buffer.from('\r\n--e2e-5d0f3c8\r\n--\r\n\r\n\0\xff\r\n--', 'latin1');
      await sendFiles(me, [me.email], { tricky: bytes, empty: '' }, { desttime: briefly });
      const { url } = await newestInInbox(me);
      const tricky = await me.download(url, 'tricky');
      expect(tricky.body.equals(bytes), 'the bytes that were sent', tricky);
      const empty = await me.download(url, 'empty');
      expectStatus(empty, 200);
      expectEqual(empty.headers['content-length'], '0', 'content-length', empty);
      const ofNothing = await me.download(url, 'empty', { headers: { range: 'bytes=0-' } });
      expectStatus(ofNothing, 416);
    },
  },
  {
    id: 'download/types',
    title: 'Content-Type is the stored media type; as an attachment, with the sandbox policy',
    async run({ me }) {
      const types = [
        ['hl7.txt', 'application/hl7-v2', 'application/hl7-v2'],
        [
          'letter.xml',
          'Application/XML; charset="ISO-8859-1"',
          'application/xml; charset=iso-8859-1',
        ],
        ['page.html', undefined, 'text/html'],
        ['data.json', 'application/json', 'application/json'],
      ] as const;
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      await me.uploadForm([doUpload, ...types.map(([name, type]) => filePart(name, 'x', type))]);
      await me.get('createdrop', { json: { desttime: briefly } });
      const { url } = await newestInInbox(me);
      for (const [name, , type] of types) {
        for (const headers of [{}, { range: 'bytes=0-0' }]) {
          const answer = await me.download(url, name, { headers });
          expectEqual(answer.headers['content-type'], type, 'content-type', answer);
          const disposition = answer.headers['content-disposition'];
          expectMatch(disposition, /^attachment;/, 'content-disposition', answer);
          const policy = String(answer.headers['content-security-policy']);
          expect(policy.split(/;\s*/).includes('sandbox'), 'the sandbox policy', answer);
        }
      }
    },
  },
  {
    id: 'download/name',
    title: 'Content-Disposition has both forms of a name that is not plain',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      const part = filePart(oddName.replaceAll('"', '%22'), 'odd', 'Image/PNG; x=y');
      await me.uploadForm([doUpload, part]);
      await me.get('createdrop', { json: { desttime: briefly } });
      const answer = await me.download((await newestInInbox(me)).url, oddName);
      expectEqual(answer.text(), 'odd', 'the file', answer);
      expectEqual(answer.headers['content-type'], 'image/png', 'content-type', answer);
      const disposition = answer.headers['content-disposition'];
      const both = /^attachment; filename="([^"\\\x80-\uffff]*)"; filename\*=UTF-8''([!-~]+)$/;
      expectMatch(disposition, both, 'content-disposition', answer);
      const exact = both.exec(disposition ?? '')?.[2] ?? '';
      expectEqual(decodeURIComponent(exact), oddName, 'filename*', answer);
    },
  },
  {
    id: 'download/ranges',
    title: 'range requests answer 206 with exactly these bytes',
    async run({ me }) {
      const { get, etag } = await sent(me);
      for (const [range, [first, last]] of Object.entries(ranges)) {
        const answer = await get({ range });
        expectStatus(answer, 206, `status of ${range}`);
        const contentRange = `bytes ${first}-${last}/${size}`;
        expectEqual(answer.headers['content-range'], contentRange, 'content-range', answer);
        expectEqual(answer.headers['content-length'], String(last - first + 1), 'length', answer);
        expectEqual(answer.headers.etag, etag, 'etag', answer);
        expect(answer.body.equals(content.subarray(first, last + 1)), `${range} alone`, answer);
      }
    },
  },
  {
    id: 'download/odd-ranges',
    title: 'a range beyond the end is 416 with the true size; nonsense gets the whole file',
    async run({ me }) {
      const { get } = await sent(me);
      for (const range of [`bytes=${size}-`, 'bytes=-0']) {
        const answer = await get({ range });
        expectStatus(answer, 416);
        expectEqual(answer.headers['content-range'], `bytes */${size}`, 'content-range', answer);
        expectEqual(answer.body.length, 0, 'length of the body', answer);
      }
      for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes']) {
        const answer = await get({ range });
        expectStatus(answer, 200, `status of ${range}`);
        expectEqual(answer.body.length, size, 'length of the body', answer);
      }
    },
  },
  {
    id: 'download/resume',
    title: 'If-Range with the tag or the date goes on, another one starts over',
    async run({ me }) {
      const { get, etag, lastModified } = await sent(me);
      const range = `bytes=${size >> 1}-`;
      for (const validator of [etag, lastModified].filter((each) => each !== '')) {
        const rest = await get({ range, 'if-range': validator });
        expectStatus(rest, 206);
        expect(rest.body.equals(content.subarray(size >> 1)), 'the rest of the file', rest);
      }
      for (const validator of ['"other"', `W/${etag}`, longAgo])
        expectStatus(await get({ range, 'if-range': validator }), 200);
    },
  },
  {
    id: 'download/conditions',
    title: 'conditional requests work: If-Match, If-None-Match and those of dates',
    async run({ me }) {
      const file = await sent(me);
      for (const [headers, status] of conditions(file)) {
        const answer = await file.get(headers);
        expectStatus(answer, status, `status with ${JSON.stringify(headers)}`);
        expectEqual(answer.headers.etag, file.etag, 'etag', answer);
        expectEqual(answer.body.length, status === 200 ? size : 0, 'length of the body', answer);
      }
    },
  },
  {
    id: 'download/head',
    title: 'HEAD has the headers of GET and no body',
    async run({ me }) {
      const { get, whole } = await sent(me);
      const head = await get({}, 'HEAD');
      expectStatus(head, 200);
      expectEqual(head.body.length, 0, 'length of the body', head);
      const own = ['date', 'x-request-id', 'connection', 'keep-alive'];
      for (const [name, value] of Object.entries(whole.headers)) {
        if (!own.includes(name)) expectEqual(head.headers[name], value, `header ${name}`, head);
      }
    },
  },
  {
    id: 'download/guard',
    title: 'a download needs credentials, a valid token and the exact name',
    async run({ me }) {
      await sendFiles(me, [me.email], { 'data.txt': 'data' }, { desttime: briefly });
      const { url } = await newestInInbox(me);
      const path = me.path(`${url}/files/data.txt`);
      expectError(await me.bare({ path }), 401, 'unauthorized');
      expectError(await me.send({ path }), 403, 'csrf');
      for (const name of ['DATA.TXT', 'data.txt ', '..', 'data.txt/', '', 'none'])
        expectError(await me.download(url, name), 404, 'not_found');
      for (const rest of [`${url}x/files/data.txt`, `${url}/data.txt`])
        expectError(await me.signed({ path: me.path(rest) }), 404, 'not_found');
      const doubled = await me.signed({ path: me.path(`/${url}//files/data.txt`) });
      expectEqual(doubled.text(), 'data', 'the file by a path with doubled slashes', doubled);
    },
  },
]);
