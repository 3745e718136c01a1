import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCsvRow, parseCsv } from './csv.ts';

test('cells with separators, quotes or line breaks are quoted', () => {
  assert.equal(formatCsvRow(['a', 'b,c', 'd"e', 'f\ng', '']), 'a,"b,c","d""e","f\ng",\r\n');
});

test('no cell can act as a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    assert.match(formatCsvRow([`${start}1+1`]), /^"?'/, JSON.stringify(start));
  }
});

test('whatever is written is read back', () => {
  const hostile = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    "'",
    '"',
    ',',
    ';',
    ' ',
    '＝',
    'a',
  );
  const cell = fc.oneof(
    fc.string(),
    fc.array(hostile).map((parts) => parts.join('')),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1 }).filter((cells) => cells.some(Boolean)));
  fc.assert(
    fc.property(rows, (written) => {
      const read = parseCsv(written.map(formatCsvRow).join(''));
      assert.deepEqual(
        read,
        written.map((cells, index) => ({ number: index + 1, cells })),
      );
    }),
  );
});

test('what spreadsheets write is understood', () => {
  assert.deepEqual(parseCsv('\ufeffa,b\r\n\r\n"c\nd",'), [
    { number: 1, cells: ['a', 'b'] },
    { number: 3, cells: ['c\nd', ''] },
  ]);
  assert.deepEqual(parseCsv(''), []);
});

for (const broken of ['a\n"b', 'a\nb"c"', 'a\n"b"c']) {
  test(`${JSON.stringify(broken)} is refused, and the row named`, () => {
    assert.throws(() => parseCsv(broken), { code: 'invalid', message: /^row 2: has a quote/ });
  });
}
