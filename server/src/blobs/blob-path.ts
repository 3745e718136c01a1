import { join } from 'node:path';
import { refuseForeignKey } from './blob-key.ts';

/** Where a blob stands: a folder of thousands is easier on most tools than one of millions. */
export function blobPath(dir: string, key: string): string {
  refuseForeignKey(key);
  return join(dir, key.slice(0, 2), key);
}
