import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastOf, processorMs } from '../../testing/processor-time.ts';
import { boundaryOf } from './multipart-parts.ts';
import { parseParameters } from '../connection/header-parameters.ts';
import { decodeTransferEncoding, parsePartHeaders } from './part-headers.ts';

/** A header block as it comes off the wire: bytes, read as latin1. */
function headersOf(parameters: string) {
  const text = `Content-Disposition: form-data; name="file"; ${parameters}`;
  return parsePartHeaders(Buffer.from(text, 'utf8').toString('latin1'));
}

const names: [string, string | undefined][] = [
  ['filename="plain.txt"', 'plain.txt'],
  ['filename=plain.txt', 'plain.txt'],
  ['filename="räksmörgås 日本.txt"', 'räksmörgås 日本.txt'],
  ['filename="say %22hi%22.txt"', 'say "hi".txt'],
  ['filename="100%.txt"', '100%.txt'],
  ['filename="a%20b.txt"', 'a%20b.txt'],
  ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['filename="C:\\temp\\new.txt"', 'C:\\temp\\new.txt'],
  ['filename="a;b=c.txt"', 'a;b=c.txt'],
  ['filename="plain.txt"; filename*=UTF-8\'\'na%C3%AFve%20%E2%82%AC.txt', 'naïve €.txt'],
  ['filename*=utf-8\'en\'x%22y.txt; filename="plain.txt"', 'x"y.txt'],
  ["filename*=ISO-8859-1''na%EFve.txt", 'naïve.txt'],
  ['filename="plain.txt"; filename*=KOI8-R\'\'%C1.txt', 'plain.txt'],
  ['filename="plain.txt"; filename*=broken', 'plain.txt'],
  ['filename=""', ''],
  ['x=y', undefined],
];
for (const [sent, expected] of names) {
  test(`${sent} names ${String(expected)}`, () => {
    assert.equal(headersOf(sent).fileName, expected);
  });
}

test('bytes that are no UTF-8 make a name that no rule accepts', () => {
  const block = 'Content-Disposition: form-data; name="file"; filename="na\xefve.txt"';
  assert.equal(parsePartHeaders(block).fileName?.isWellFormed(), false);
});

test('names of headers and parameters are read in any case', () => {
  const block =
    'CONTENT-disposition: Form-Data; NAME="file"; FileName="x"\r\ncontent-TYPE: text/plain';
  assert.deepEqual(parsePartHeaders(block), {
    fieldName: 'file',
    fileName: 'x',
    contentType: 'text/plain',
    encoding: 'identity',
    digests: [],
  });
});

test('a parameter that stands twice makes the value malformed', () => {
  assert.equal(parseParameters('form-data; name="a"; name="b"'), undefined);
});

test('a quoted text full of backslashes is judged at once', () => {
  const hostile = `form-data; name="${'\\'.repeat(16_000)}`;
  const started = performance.now();
  assert.equal(parseParameters(hostile), undefined);
  assert.ok(performance.now() - started < 1000);
});

test('the boundary is taken quoted or plain, and only in the form that the standard has', () => {
  assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc');
  assert.equal(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b"'), 'a b');
  for (const bad of [
    '',
    'boundary=',
    `boundary=${'x'.repeat(71)}`,
    'boundary="a "',
    'boundary="a\u00e5"',
  ]) {
    assert.throws(() => boundaryOf(`multipart/form-data; ${bad}`), { code: 'bad_request' });
  }
});

test('blanks before the end of a quoted-printable line are left out, in linear time', async () => {
  const decoded = (text: string) =>
    decodeTransferEncoding(Buffer.from(text), 'quoted-printable').toString();
  assert.equal(decoded('a \t\r\nb \nc=20 \r\nd= \r\ne \t'), 'a\r\nb\nc \r\nde');
  assert.equal(decoded(' \t'), '');
  const blanks = `${' '.repeat(65_535)}x`;
  const ms = await leastOf(3, 50, () =>
    processorMs(() => {
      assert.equal(decoded(blanks), blanks);
    }),
  );
  assert.ok(ms < 50, `${ms} ms`);
});
