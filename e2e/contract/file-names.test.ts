import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doUpload } from '../harness/multipart.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { FileEntry } from './wire.ts';

const { clients } = await startExchange(['alice']);
const { alice } = clients;

async function upload(parameters: string) {
  const disposition = `form-data; name="file"; ${parameters}`;
  return await alice.uploadForm([doUpload, { name: 'file', value: 'x', disposition }]);
}

/** How clients in the field write a name, and what the tray must show. */
const forms: Record<string, [parameters: string, name: string]> = {
  'a plain name': ['filename="a.txt"', 'a.txt'],
  'a name without quotes': ['filename=a.txt', 'a.txt'],
  'filename* of RFC 8187, which wins over filename': [
    `filename="x"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt`,
    'naïve €.txt',
  ],
  'filename* with a language, before filename': [
    `filename*=utf-8'en'%e2%82%ac.txt; filename="x"`,
    '€.txt',
  ],
  'filename* in ISO-8859-1': [`filename*=iso-8859-1''na%EFve.txt`, 'naïve.txt'],
  'continuations of RFC 2231': [
    `filename*0*=UTF-8''Provsvar%20; filename*1*=%C3%85; filename*2="sa.txt"`,
    'Provsvar Åsa.txt',
  ],
  'raw UTF-8': ['filename="smörgås 📦 日本.txt"', 'smörgås 📦 日本.txt'],
  'a quote as browsers write it, %22': ['filename="say %22hi%22.txt"', 'say "hi".txt'],
  'an escaped quote': ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
  'other percent signs, which stay': ['filename="100%25 %41.txt"', '100%25 %41.txt'],
  'a path with slashes': ['filename="/home/me/../report.txt"', 'report.txt'],
  'a path with backslashes': ['filename="C:\\docs\\new\\report.txt"', 'report.txt'],
  'a path in filename*': [`filename*=UTF-8''..%2F..%5Creport.txt`, 'report.txt'],
  'decomposed letters, which become NFC': [
    'filename="re\u0301sume\u0301.txt"',
    'r\u00e9sum\u00e9.txt',
  ],
  '255 bytes of ASCII': [`filename="${'a'.repeat(255)}"`, 'a'.repeat(255)],
  '255 bytes of UTF-8': [`filename="${'€'.repeat(85)}"`, '€'.repeat(85)],
  'a hidden file': ['filename=".profile"', '.profile'],
  'three dots': ['filename="..."', '...'],
  'characters that mean something in a URL': ['filename="a?b#c&d=e+f.txt"', 'a?b#c&d=e+f.txt'],
};

/** The ones that .NET and Indy write. */
const encodedWords: typeof forms = {
  'encoded words of RFC 2047 alone (.NET, Indy)': [
    'filename="=?utf-8?B?UHJvdnN2YXIgw4VzYS50eHQ=?="',
    'Provsvar Åsa.txt',
  ],
  'encoded words in quoted-printable and ISO-8859-1': [
    'filename="=?iso-8859-1?Q?Provsvar_=C5sa=2Etxt?="',
    'Provsvar Åsa.txt',
  ],
  'several encoded words, cut within a letter': [
    'filename="=?utf-8?B?ww==?= =?utf-8?B?hXNhLnR4dA==?="',
    'Åsa.txt',
  ],
  'an encoded word among others, which stays': [
    'filename="=?utf-8?Q?a?= and b.txt"',
    '=?utf-8?Q?a?= and b.txt',
  ],
};

const understood = [
  ...Object.entries(forms).map(
    ([what, form]) => [`File names: understood: ${what}`, form] as const,
  ),
  ...Object.entries(encodedWords).map(
    ([what, form]) => [`a file name is understood: ${what}`, form] as const,
  ),
];
for (const [title, [parameters, name]] of understood) {
  test(title, async () => {
    assertJson(await upload(parameters), { status: 'done' });
    const entries = await alice.get<FileEntry[]>('get_files');
    assert.deepEqual(
      entries.map((entry) => entry.name),
      [name],
    );
    await alice.get('remove_file', { query: `filename=${encodeURIComponent(name)}` });
  });
}

const refused: Record<string, string> = {
  'an encoded word of an unknown charset': 'filename="=?x-none?B?YQ==?="',
  'an encoded word that is not of its charset': 'filename="=?utf-8?Q?=C5?="',
  'a path of dots in encoded words': 'filename="=?utf-8?Q?=2E=2E?="',
  'continuations of an unknown charset': `filename*0*=KOI8-R''%C1; filename*1=b`,
  empty: 'filename=""',
  'no filename at all': '',
  'a dot': 'filename="."',
  'two dots': 'filename=".."',
  'a path that ends in dots': 'filename="a/b/.."',
  'a path that ends in a slash': 'filename="a/"',
  'a path that ends in a backslash': 'filename="a\\\\"',
  'a control character': `filename*=UTF-8''a%0Ab.txt`,
  'a NUL': `filename*=UTF-8''a%00b.txt`,
  'a delete character': 'filename="a\u007fb.txt"',
  '256 bytes of ASCII': `filename="${'a'.repeat(256)}"`,
  '258 bytes of UTF-8': `filename="${'€'.repeat(86)}"`,
  'bytes that are no UTF-8': `filename*=UTF-8''a%FFb.txt`,
};

for (const [what, parameters] of Object.entries(refused)) {
  test(`File names: refused as invalid: ${what}`, async () => {
    assertError(await upload(parameters), 422, 'invalid');
    assert.deepEqual(await alice.get('get_files'), []);
  });
}
