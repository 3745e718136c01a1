import type { TokenHasher } from '../domain/ports/hashers.ts';
import { createTokenHasher, noFormerHashes } from '../sealing/crypto/token-hasher.ts';
import { hashFor } from './samples.ts';

/** One whose keys are its own. */
export function tokenHasherOf(name: string): TokenHasher {
  const keys = { hashes: hashFor(`hashes ${name}`), tokenPepper: hashFor(`pepper ${name}`) };
  return createTokenHasher(keys, noFormerHashes);
}
