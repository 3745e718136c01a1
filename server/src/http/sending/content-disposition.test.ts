import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachmentNamed } from './content-disposition.ts';

test('both forms of the name are given', () => {
  assert.equal(
    attachmentNamed('report.pdf'),
    `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
  );
  assert.equal(
    attachmentNamed('räk "1".txt'),
    `attachment; filename="r_k _1_.txt"; filename*=UTF-8''r%C3%A4k%20%221%22.txt`,
  );
});

test('10,000 names come back from an independent reading, and add nothing to the header', () => {
  const characters = fc.constantFrom(
    '\r',
    '\n',
    '"',
    ';',
    '%',
    '\\',
    "'",
    '*',
    '(',
    'å',
    '日',
    '😀',
    ' ',
    '=',
    'a',
    '\0',
    '\u202e',
  );
  const name = fc.array(characters, { minLength: 1, maxLength: 40 }).map((list) => list.join(''));
  fc.assert(
    fc.property(name, (text) => {
      const header = attachmentNamed(text);
      validateHeaderValue('content-disposition', header);
      const parts =
        /^attachment; filename="([ !#-$&-:<-[\]-~]*)"; filename\*=UTF-8''([A-Za-z0-9%!~._-]*)$/.exec(
          header,
        );
      assert.ok(parts, header);
      assert.equal(decodeURIComponent(parts[2] ?? ''), text);
    }),
    { numRuns: 10_000 },
  );
});
