import type { Randomness } from '../../domain/model/ids.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';

const nonceBytes = 12;
const tokenPattern = /^[A-Za-z0-9_-]{59}$/;

/**
 * The tokens of forms. A token is a keyed hash of a secret that one browser has and of a nonce, so that
 * nothing is stored, and no two pages contain the same text: their length reveals nothing when they are
 * compressed.
 */
export function createFormTokens(services: { hasher: TokenHasher; randomness: Randomness }) {
  const { hasher, randomness } = services;

  return {
    issue(secret: string): string {
      const nonce = randomness.bytes(nonceBytes).toString('base64url');
      return `${nonce}${hasher.hash('form', nonce, secret).toString('base64url')}`;
    },

    isValid(token: string | undefined, secret: string): boolean {
      if (token === undefined || !tokenPattern.test(token)) return false;
      const nonce = token.slice(0, 16);
      return hasher.isHash(Buffer.from(token.slice(16), 'base64url'), 'form', nonce, secret);
    },
  };
}
