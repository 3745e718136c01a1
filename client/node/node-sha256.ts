import { createHash } from 'node:crypto';
import type { Sha256 } from '../src/sha256.ts';

export function createNodeSha256(hash = createHash('sha256')): Sha256 {
  return {
    update: (bytes) => hash.update(bytes),
    digest: () => new Uint8Array(hash.digest()),
    copy: () => createNodeSha256(hash.copy()),
  };
}
