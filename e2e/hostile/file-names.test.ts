import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorBody } from '#protocol/errors.ts';
import type { FormPart } from '../harness/multipart.ts';
import { doUpload, filePart } from '../harness/multipart.ts';
import { startTarget, withstands } from './target.ts';

const refusedNames: Record<string, string> = {
  empty: '',
  'a dot': '.',
  'two dots': '..',
  'a path that ends in two dots': 'a/b/..',
  'a path that ends in a slash': 'folder/',
  'a path that ends in a backslash': 'C:\\\\folder\\\\',
  'the NUL character': 'a\u0000.txt',
  'a NUL that hides an ending': 'invoice.pdf\u0000.exe',
  'a vertical tab': 'a\u000bb',
  'an escape sequence': '\u001b[2Jb.txt',
  'the delete character': 'a\u007f',
  'a C1 control': 'a\u009bb',
  'a right-to-left override': 'invoice\u202efdp.exe',
  'a right-to-left embedding': '\u202bname',
  'a right-to-left isolate': 'a\u2067b',
  'a pop of directions': 'a\u202cb',
  'an Arabic letter mark': 'a\u061cb',
  'a line separator': 'a\u2028b',
  '300 bytes': 'n'.repeat(300),
  '256 bytes of two-byte letters': 'é'.repeat(128),
};

/** What was sent, and what is kept of it: the last segment, and nothing that leads elsewhere. */
const reducedNames = [
  ['../../../etc/passwd', 'passwd'],
  ['/etc/cron.d/evil', 'evil'],
  ['C:\\\\Windows\\\\system32\\\\cmd.exe', 'cmd.exe'],
  ['..\\\\..\\\\secret.txt', 'secret.txt'],
  ['....//....//x', 'x'],
  ['../valise.db', 'valise.db'],
  ['-rf', '-rf'],
  ['..%2f..%2fpasswd', '..%2f..%2fpasswd'],
  ['<script>alert(1)</script>.txt', 'script>.txt'],
  ['__proto__', '__proto__'],
] as const;

const bytes = (...values: number[]): string => Buffer.from(values).toString('latin1');

/** Names that are no text at all, given byte for byte. */
const malformedNames: Record<string, string> = {
  'a byte that starts nothing': bytes(0x61, 0xff, 0x62),
  'a character cut short': bytes(0x61, 0xe2, 0x82),
  'an overlong slash': bytes(0x2e, 0x2e, 0xc0, 0xaf, 0x78),
  'a lone surrogate': bytes(0x61, 0xed, 0xa0, 0x80),
  'a surrogate pair in two halves': bytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
  'beyond the last code point': bytes(0xf4, 0x90, 0x80, 0x80),
};

/** The same tricks in the extended form, which carries any byte as a percent escape. */
const extendedNames: Record<string, string> = {
  'an encoded NUL': "UTF-8''a%00b",
  'an encoded line break': "UTF-8''a%0D%0Ab",
  'encoded dots': "UTF-8''%2E%2E",
  'an encoded path of dots': "UTF-8''..%2F..",
  'an encoded override': "UTF-8''a%E2%80%AEb",
  'encoded bytes that are no text': "UTF-8''%FF%FE",
  'an encoded lone surrogate': "UTF-8''%ED%A0%80",
  'nothing at all': "UTF-8''",
  'a control in Latin-1': "ISO-8859-1''%9B",
};

const target = await startTarget();

async function refuses(part: FormPart): Promise<void> {
  await withstands(target, async () => {
    const innocent = filePart('innocent.txt', 'comes first, and must not stay');
    const answer = await target.owner.uploadForm([doUpload, innocent, part]);
    assert.equal(answer.status, 422, answer.text());
    const { error, details } = answer.json<ErrorBody>();
    assert.equal(error, 'invalid');
    assert.equal(details?.[0]?.field, 'file');
  });
}

for (const [what, name] of Object.entries(refusedNames)) {
  test(`a file name is refused: ${what}`, async () => {
    await refuses(filePart(name, 'data'));
  });
}

for (const [what, name] of Object.entries(malformedNames)) {
  test(`a file name is refused that is no UTF-8: ${what}`, async () => {
    const { boundary, body } = formNamedByBytes(Buffer.from(name, 'latin1'));
    await withstands(target, async () => {
      const answer = await target.owner.signed({
        method: 'POST',
        path: target.owner.path('cgi/upload.cgi'),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
      });
      assert.equal(answer.status, 422, answer.text());
    });
  });
}

for (const [what, name] of Object.entries(extendedNames)) {
  test(`an extended file name is refused: ${what}`, async () => {
    const disposition = `form-data; name="file"; filename*=${name}`;
    await refuses({ name: 'file', value: 'data', disposition });
  });
}

test('of a path the last segment is kept, and it names nothing outside the tray', async () => {
  const { owner } = target;
  await withstands(target, async () => {
    const parts = reducedNames.map(([sent]) => filePart(sent, 'data'));
    const answer = await owner.uploadForm([doUpload, ...parts]);
    assert.equal(answer.status, 200, answer.text());
    const files = await owner.get<{ name: string }[]>('get_files');
    const names = files.map(({ name }) => name);
    assert.deepEqual(names, ['kept.txt', ...reducedNames.map(([, kept]) => kept)]);
    for (const [, kept] of reducedNames) {
      await owner.get('remove_file', { query: `filename=${encodeURIComponent(kept)}` });
    }
  });
  assert.equal((await owner.bare({ path: '/readyz' })).status, 200);
});

function formNamedByBytes(name: Buffer): { boundary: string; body: Buffer } {
  const boundary = 'bytes';
  return {
    boundary,
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n`),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="`),
      name,
      Buffer.from(`"\r\n\r\ndata\r\n--${boundary}--\r\n`),
    ]),
  };
}
