import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandomness } from '../../platform/system.ts';
import { base32Of, codeAt, createAuthenticatorSecrets } from './totp.ts';

/** RFC 6238, appendix B: the last six of the eight digits. */
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

for (const [seconds, code] of vectors) {
  test(`the vector of RFC 6238 at ${seconds} seconds`, () => {
    assert.equal(codeAt(Buffer.from('12345678901234567890'), Math.floor(seconds / 30)), code);
  });
}

test('the vectors of RFC 4648', () => {
  for (const [text, encoded] of [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(base32Of(Buffer.from(text)), encoded);
  }
});

test('a code is right for one account, and for one step before and after', () => {
  const secrets = createAuthenticatorSecrets(Buffer.alloc(32, 5), systemRandomness);
  const sealed = secrets.make('anna');
  assert.match(secrets.reveal('anna', sealed), /^[A-Z2-7]{32}$/);
  const secret = bytesOf(secrets.reveal('anna', sealed));
  const now = 1_800_000_000_000;
  const step = now / 30_000;
  for (const offset of [-1, 0, 1]) {
    const code = codeAt(secret, step + offset);
    assert.equal(secrets.findStep('anna', sealed, code, now), step + offset);
  }
  for (const offset of [-2, 2]) {
    assert.equal(secrets.findStep('anna', sealed, codeAt(secret, step + offset), now), undefined);
  }
  assert.equal(secrets.findStep('anna', sealed, `${codeAt(secret, step)}0`, now), undefined);
  assert.throws(() => secrets.reveal('bob', sealed));
});

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
