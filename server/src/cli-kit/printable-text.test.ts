import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printableText } from '#protocol/untrusted-text.ts';
import { formatTable } from './print.ts';

test('controls and marks that turn the reading order round are spelt out', () => {
  assert.equal(
    printableText('a\u001b[31mb\r\n\u009b\u202ec\u2066'),
    'a\\u001b[31mb\\u000d\\u000a\\u009b\\u202ec\\u2066',
  );
  assert.equal(printableText('Åsa 😀 日本'), 'Åsa 😀 日本');
});

test('columns are aligned by what people see, and no row breaks its line', () => {
  const table = formatTable(
    ['NAME', 'X'],
    [
      ['Zoe\u0308', '1'],
      ['👩‍👩‍👧‍👧', '2'],
      ['a\nb', '3'],
    ],
  );
  assert.equal(table, 'NAME      X\nZoe\u0308       1\n👩‍👩‍👧‍👧         2\na\\u000ab  3\n');
});
