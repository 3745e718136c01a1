import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Randomness } from '../../domain/model/ids.ts';
import type { AuthenticatorSecrets } from '../../domain/ports/hashers.ts';
import { frameFields, openBox, sealBox } from './sealed-format.ts';

const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
/** A clock may be wrong by one step either way. */
const toleratedSteps = [0, -1, 1];

const label = 'valise/totp-secret/v1';

/** The secrets of authenticator apps (RFC 6238: SHA-1, 30 seconds, 6 digits), encrypted for their accounts. */
export function createAuthenticatorSecrets(
  key: Buffer,
  randomness: Randomness,
): AuthenticatorSecrets {
  const purposeOf = (accountId: string) => ({
    key,
    info: frameFields(label),
    additionalData: frameFields(accountId),
  });
  return {
    make: (accountId) => sealBox(purposeOf(accountId), randomness.bytes(secretBytes), randomness),

    reveal: (accountId, sealed) => base32Of(openBox(purposeOf(accountId), sealed)),

    findStep(accountId, sealed, code, now) {
      const secret = openBox(purposeOf(accountId), sealed);
      const current = Math.floor(now / stepMs);
      const entered = Buffer.from(code);
      const matching = toleratedSteps
        .map((offset) => current + offset)
        .filter((step) => {
          const right = Buffer.from(codeAt(secret, step));
          return right.length === entered.length && timingSafeEqual(right, entered);
        });
      return matching[0];
    },
  };
}

/** The code of a time step (RFC 4226). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Without padding, as authenticator apps take it (RFC 4648). */
export function base32Of(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '').join('');
}
