import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import { checksOf } from '../check.ts';
import { expectEqual, expectError, expectJson } from '../expect.ts';
import { doUpload } from '../multipart.ts';
import { namesInTray, removeFile } from '../workflow.ts';

async function upload(me: Account, parameters: string): Promise<Answer> {
  const disposition = `form-data; name="file"; ${parameters}`;
  return await me.uploadForm([doUpload, { name: 'file', value: 'x', disposition }]);
}

type Form = readonly [id: string, what: string, parameters: string, name: string];

/** How clients in the field write a name, and what the tray must show. */
const understood: readonly Form[] = [
  ['plain', 'a plain name', 'filename="a.txt"', 'a.txt'],
  ['unquoted', 'a name without quotes', 'filename=a.txt', 'a.txt'],
  [
    'extended',
    'filename* of RFC 8187, which wins over filename',
    `filename="x"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt`,
    'naïve €.txt',
  ],
  [
    'extended-first',
    'filename* with a language, before filename',
    `filename*=utf-8'en'%e2%82%ac.txt; filename="x"`,
    '€.txt',
  ],
  ['extended-latin', 'filename* in ISO-8859-1', `filename*=iso-8859-1''na%EFve.txt`, 'naïve.txt'],
  [
    'continued',
    'continuations of RFC 2231',
    `filename*0*=UTF-8''Provsvar%20; filename*1*=%C3%85; filename*2="sa.txt"`,
    'Provsvar Åsa.txt',
  ],
  ['utf-8', 'raw UTF-8', 'filename="smörgås 📦 日本.txt"', 'smörgås 📦 日本.txt'],
  ['quote', 'a quote as browsers write it, %22', 'filename="say %22hi%22.txt"', 'say "hi".txt'],
  ['escaped', 'an escaped quote', 'filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['percent', 'other percent signs, which stay', 'filename="100%25 %41.txt"', '100%25 %41.txt'],
  ['slashes', 'a path with slashes', 'filename="/home/me/../report.txt"', 'report.txt'],
  ['backslashes', 'a path with \\', 'filename="C:\\docs\\new\\report.txt"', 'report.txt'],
  ['extended-path', 'a path in filename*', `filename*=UTF-8''..%2F..%5Cr.txt`, 'r.txt'],
  ['nfc', 'decomposed letters become NFC', 'filename="re\u0301sume\u0301"', 'r\u00e9sum\u00e9'],
  ['long', '255 bytes of ASCII', `filename="${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ['long-utf-8', '255 bytes of UTF-8', `filename="${'€'.repeat(85)}"`, '€'.repeat(85)],
  ['hidden', 'a hidden file', 'filename=".profile"', '.profile'],
  ['dots', 'three dots', 'filename="..."', '...'],
  ['url', 'what means something in a URL', 'filename="a?b#c&d=e+f.txt"', 'a?b#c&d=e+f.txt'],
  [
    'words',
    'encoded words of RFC 2047 alone (.NET, Indy)',
    'filename="=?utf-8?B?UHJvdnN2YXIgw4VzYS50eHQ=?="',
    'Provsvar Åsa.txt',
  ],
  [
    'words-quoted',
    'encoded words in quoted-printable and ISO-8859-1',
    'filename="=?iso-8859-1?Q?Provsvar_=C5sa=2Etxt?="',
    'Provsvar Åsa.txt',
  ],
  [
    'words-cut',
    'several encoded words, cut within a letter',
    'filename="=?utf-8?B?ww==?= =?utf-8?B?hXNhLnR4dA==?="',
    'Åsa.txt',
  ],
  [
    'words-among',
    'an encoded word among others, which stays',
    'filename="=?utf-8?Q?a?= and b.txt"',
    '=?utf-8?Q?a?= and b.txt',
  ],
];

const refused: readonly (readonly [id: string, what: string, parameters: string])[] = [
  ['unknown-word', 'an encoded word of an unknown charset', 'filename="=?x-none?B?YQ==?="'],
  ['bad-word', 'an encoded word that is not of its charset', 'filename="=?utf-8?Q?=C5?="'],
  ['dots-in-words', 'a path of dots in encoded words', 'filename="=?utf-8?Q?=2E=2E?="'],
  [
    'unknown-charset',
    'continuations of an unknown charset',
    `filename*0*=KOI8-R''%C1; filename*1=b`,
  ],
  ['empty', 'an empty name', 'filename=""'],
  ['none', 'no name at all', ''],
  ['dot', 'a dot', 'filename="."'],
  ['two-dots', 'two dots', 'filename=".."'],
  ['path-of-dots', 'a path that ends in dots', 'filename="a/b/.."'],
  ['slash', 'a path that ends in a slash', 'filename="a/"'],
  ['backslash', 'a path that ends in a backslash', 'filename="a\\\\"'],
  ['control', 'a control character', `filename*=UTF-8''a%0Ab.txt`],
  ['nul', 'a NUL', `filename*=UTF-8''a%00b.txt`],
  ['delete', 'a delete character', 'filename="a\u007fb.txt"'],
  ['too-long', '256 bytes of ASCII', `filename="${'a'.repeat(256)}"`],
  ['too-long-utf-8', '258 bytes of UTF-8', `filename="${'€'.repeat(86)}"`],
  ['no-utf-8', 'bytes that are no UTF-8', `filename*=UTF-8''a%FFb.txt`],
];

export const fileNameChecks = checksOf('Tray: file names', [
  ...understood.map(([id, what, parameters, name]) => ({
    id: `file-name/${id}`,
    title: `understood: ${what}`,
    async run({ me }: { me: Account }) {
      expectJson(await upload(me, parameters), { status: 'done' });
      expectEqual(await namesInTray(me), [name], 'names of files');
      await removeFile(me, name);
    },
  })),
  ...refused.map(([id, what, parameters]) => ({
    id: `file-name/refused-${id}`,
    title: `refused as invalid: ${what}`,
    async run({ me }: { me: Account }) {
      expectError(await upload(me, parameters), 422, 'invalid');
      expectEqual(await namesInTray(me), [], 'names of files');
    },
  })),
]);
