import { hkdfSync } from 'node:crypto';

import { keyBytes, refuseWeakKey } from './secret-key.ts';

/** Every use of the root key. A new use is a new line; a label is never given to another use. */
const labels = {
  /** Seals the keyring. */
  keyring: 'valise/keyring/v1',
  /** Hashes session, CSRF, link and inbox tokens. */
  tokenPepper: 'valise/token-pepper/v1',
  /** Hashes API keys. */
  apiKeyPepper: 'valise/api-key-pepper/v1',
  /** Makes the secrets of receivers' links. */
  link: 'valise/link/v1',
  /** Makes the codes that receivers enter. */
  code: 'valise/code/v1',
  /** Chains the audit trail. */
  audit: 'valise/audit/v1',
  /** Binds rows that open something to what they open. */
  rows: 'valise/rows/v1',
  /** Tells a wrong root key from the right one. */
  check: 'valise/check/v1',
} as const;

export type KeyPurpose = keyof typeof labels;
export type DerivedKeys = Readonly<Record<KeyPurpose, Buffer>>;

/** Nothing uses the root key itself: each purpose has a key that tells nothing of the others. */
export function deriveKeys(rootKey: Buffer): DerivedKeys {
  refuseWeakKey(rootKey, 'The root key');
  const noSalt = Buffer.alloc(0);
  const derive = (purpose: KeyPurpose) =>
    Buffer.from(hkdfSync('sha256', rootKey, noSalt, labels[purpose], keyBytes));
  return {
    keyring: derive('keyring'),
    tokenPepper: derive('tokenPepper'),
    apiKeyPepper: derive('apiKeyPepper'),
    link: derive('link'),
    code: derive('code'),
    audit: derive('audit'),
    rows: derive('rows'),
    check: derive('check'),
  };
}
