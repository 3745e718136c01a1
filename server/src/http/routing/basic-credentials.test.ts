import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBasicCredentials } from './basic-credentials.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

test('a sound header gives the address in lower case and the key as it is', () => {
  const expected = { email: 'anna@example.com', key: 'a:b:C' };
  assert.deepEqual(parseBasicCredentials(`Basic ${encode('Anna@Example.com:a:b:C')}`), expected);
  assert.deepEqual(parseBasicCredentials(`basic  ${encode('Anna@Example.com:a:b:C')} `), expected);
});

const unsound = {
  nothing: undefined,
  'an empty header': '',
  'another scheme': `Bearer ${encode('a@b:c')}`,
  'no credentials': 'Basic ',
  'no base64': 'Basic a@b:c',
  'no colon': `Basic ${encode('anna')}`,
  'no address': `Basic ${encode(':key')}`,
  'no key': `Basic ${encode('a@b:')}`,
  'a NUL': `Basic ${encode('a@b:k\0ey')}`,
  'a line break': `Basic ${encode('a@b:k\r\ney')}`,
  'two sets': `Basic ${encode('a@b:c')}, Basic ${encode('a@b:c')}`,
  'more than 8 KiB': `Basic ${encode(`a@b:${'x'.repeat(8192)}`)}`,
};
for (const [name, header] of Object.entries(unsound)) {
  test(`${name}: nobody`, () => {
    assert.equal(parseBasicCredentials(header), undefined);
  });
}

test('no header makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      parseBasicCredentials(text);
      parseBasicCredentials(`Basic ${text}`);
      parseBasicCredentials(`Basic ${encode(text)}`);
    }),
  );
});
