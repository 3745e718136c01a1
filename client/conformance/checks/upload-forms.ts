import { createHash } from 'node:crypto';
import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import type { FormPart } from '../multipart.ts';
import { checksOf } from '../check.ts';
import { expectEqual, expectError, expectInvalid, expectJson } from '../expect.ts';
import { doUpload, filePart, multipart } from '../multipart.ts';
import { namesInTray, removeFile } from '../workflow.ts';

const file = filePart('a.txt', 'a');

function digestOf(algorithm: string, content: string | Buffer): string {
  return createHash(algorithm).update(content).digest('base64');
}

/** Sends a form with headers that are made of its bytes. */
async function uploadWith(
  me: Account,
  parts: readonly FormPart[],
  headersOf: (body: Buffer) => Record<string, string>,
): Promise<Answer> {
  const { contentType, body } = multipart(parts);
  return await me.post('upload', contentType, body, headersOf(body));
}

async function expectNothingKept(me: Account): Promise<void> {
  expectEqual(await namesInTray(me), [], 'names of files after a refusal');
}

async function expectTaken(me: Account, answer: Answer): Promise<void> {
  expectJson(answer, { status: 'done' });
  expectEqual(await namesInTray(me), ['a.txt'], 'names of files');
  await removeFile(me, 'a.txt');
}

const encodedFields: readonly FormPart[] = [
  {
    ...{ name: 'do', value: 'upl=6Fa=\r\nd', type: 'text/plain; charset=us-ascii' },
    headers: ['Content-Transfer-Encoding: quoted-printable'],
  },
  { name: 'do', value: 'dXBs\r\nb2Fk', headers: ['Content-Transfer-Encoding: BASE64'] },
  { name: 'do', value: 'upload', headers: ['Content-Transfer-Encoding: 8bit'] },
];

/** Ways to say what a request holds, made from its bytes. */
const digests: Record<string, (content: Buffer | string) => Record<string, string>> = {
  'Content-Digest': (content) => ({
    'content-digest': `sha-256=:${digestOf('sha256', content)}:`,
  }),
  'Content-Digest of SHA-512 beside one that is unknown': (content) => ({
    'content-digest': `crc32c=:AAAAAA==:, sha-512=:${digestOf('sha512', content)}:`,
  }),
  'Repr-Digest': (content) => ({ 'repr-digest': `sha-256=:${digestOf('sha256', content)}:` }),
  'Content-MD5': (content) => ({ 'content-md5': digestOf('md5', content) }),
};

export const uploadFormChecks = checksOf('Tray: forms of an upload', [
  {
    id: 'form/twice',
    title: 'the same name twice in one request is invalid, and neither file is kept',
    async run({ me }) {
      const large = Buffer.alloc(700_000, 7);
      for (const twice of ['a.txt', '/other/folder/a.txt']) {
        const parts = [doUpload, filePart('a.txt', large), filePart(twice, 'SECOND')];
        expectError(await me.uploadForm(parts), 422, 'invalid');
        await expectNothingKept(me);
      }
    },
  },
  {
    id: 'form/other-field',
    title: 'a part with a file name under another field than file is invalid, nothing is kept',
    async run({ me }) {
      const other = { name: 'attachment', filename: 'b.txt', value: 'b' };
      const disposition = `form-data; name="attachment"; filename*=KOI8-R''%C1`;
      const unreadable = { name: 'attachment', value: 'b', disposition };
      for (const parts of [
        [doUpload, file, other],
        [other, doUpload, file],
        [doUpload, file, unreadable],
      ]) {
        expectInvalid(await me.uploadForm(parts), 'attachment');
        await expectNothingKept(me);
      }
    },
  },
  {
    id: 'form/encoded-field',
    title: 'a text field in quoted-printable or base64 is decoded (Indy)',
    async run({ me }) {
      for (const field of encodedFields) {
        await expectTaken(me, await me.uploadForm([field, file]));
        await expectTaken(me, await me.uploadForm([file, field]));
      }
    },
  },
  {
    id: 'form/encoded-file',
    title: 'a file in anything but 7bit, 8bit and binary is refused',
    async run({ me }) {
      const as = (encoding: string) => [
        doUpload,
        { ...file, headers: [`Content-Transfer-Encoding: ${encoding}`] },
      ];
      for (const encoding of ['quoted-printable', 'base64', 'x-uuencode']) {
        expectError(await me.uploadForm(as(encoding)), 400, 'bad_request');
        await expectNothingKept(me);
      }
      for (const encoding of ['7bit', '8bit', 'binary'])
        await expectTaken(me, await me.uploadForm(as(encoding)));
    },
  },
  ...Object.entries(digests).map(([what, headersOf], index) => ({
    id: `form/digest-${index + 1}`,
    title: `${what} of an upload is checked, and a mismatch keeps nothing`,
    async run({ me }: { me: Account }) {
      await expectTaken(me, await uploadWith(me, [doUpload, file], headersOf));
      const large = filePart('b.bin', Buffer.alloc(700_000, 7));
      const wrong = await uploadWith(me, [doUpload, large, file], () => headersOf('other'));
      expectError(wrong, 400, 'bad_request');
      await expectNothingKept(me);
    },
  })),
  {
    id: 'form/part-digest',
    title: 'a digest on a part is checked against the data of that part',
    async run({ me }) {
      for (const headerOf of [
        (content: string) => `Content-Digest: sha-256=:${digestOf('sha256', content)}:`,
        (content: string) => `Content-MD5: ${digestOf('md5', content)}`,
      ]) {
        const good = { ...file, headers: [headerOf('a')] };
        await expectTaken(me, await me.uploadForm([doUpload, good]));
        const bad = { ...file, headers: [headerOf('b')] };
        expectError(await me.uploadForm([doUpload, bad]), 400, 'bad_request');
        await expectNothingKept(me);
      }
    },
  },
  {
    id: 'form/no-digest',
    title: 'a digest that nobody can check is refused',
    async run({ me }) {
      for (const headers of [
        { 'content-digest': 'sha-256=abc' },
        { 'content-digest': 'crc32c=:AAAAAA==:' },
        { 'content-md5': 'not base64!' },
      ]) {
        const answer = await uploadWith(me, [doUpload, file], () => headers);
        expectError(answer, 400, 'bad_request');
      }
      await expectNothingKept(me);
    },
  },
]);
