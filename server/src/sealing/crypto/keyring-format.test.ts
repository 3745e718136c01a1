import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import {
  findRingKey,
  newProtection,
  openKeyring,
  openKeyringWithRootKey,
  sealKeyring,
  sealSlot,
} from './keyring-format.ts';
import { IntegrityError } from './sealed-format.ts';

const randomness = { bytes: randomBytes };

describe('a sealed keyring', () => {
  const rootKey = randomBytes(32);
  const protection = newProtection(rootKey, randomness);
  const { ringKey } = protection;
  const keys = new Map([['expiry-2026-11-15', randomBytes(32)]]);
  const keyring = { secret: randomBytes(32), keys, installation: 'install', changes: 7 };
  const sealed = sealKeyring(protection, keyring, randomness);

  test('opens to what was sealed, with the root key or the ring key, and hides it', () => {
    const opened = { keyring, protection };
    assert.deepEqual(openKeyring(ringKey, sealed), opened);
    assert.deepEqual(openKeyringWithRootKey(rootKey, sealed, randomness), opened);
    assert.ok(!sealed.includes('expiry'));
    assert.ok(!sealKeyring(protection, keyring, randomness).equals(sealed));
  });

  test('is refused when any byte was changed, or cut, or the key is another', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const copy = Buffer.from(sealed);
      copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
      const cut = sealed.subarray(0, at);
      for (const changed of [copy, cut]) {
        assert.throws(() => openKeyring(ringKey, changed), IntegrityError);
        assert.throws(() => openKeyringWithRootKey(rootKey, changed, randomness), IntegrityError);
      }
    }
    assert.throws(() => openKeyring(randomBytes(32), sealed), IntegrityError);
    assert.throws(
      () => openKeyringWithRootKey(randomBytes(32), sealed, randomness),
      IntegrityError,
    );
  });

  test('opens with each root key that has a slot, and with no other', () => {
    const second = randomBytes(32);
    const slots = [...protection.slots, sealSlot(second, ringKey, randomness)];
    const both = sealKeyring({ ringKey, slots }, keyring, randomness);
    for (const key of [rootKey, second]) {
      assert.deepEqual(openKeyringWithRootKey(key, both, randomness).keyring, keyring);
    }
    const rest = slots.filter((slot) => findRingKey(second, slot) !== undefined);
    const rotated = sealKeyring({ ringKey, slots: rest }, keyring, randomness);
    assert.deepEqual(openKeyringWithRootKey(second, rotated, randomness).keyring, keyring);
    assert.throws(() => openKeyringWithRootKey(rootKey, rotated, randomness), IntegrityError);
  });

  test('is not written without a slot: nothing would open it', () => {
    assert.throws(() => sealKeyring({ ringKey, slots: [] }, keyring, randomness), RangeError);
  });
});
