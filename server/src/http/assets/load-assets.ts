import type { Asset } from './assets.ts';
import { loadLastingAssets } from './assets.ts';
import type { Looks } from './dressing.ts';
import { loadDressing } from './dressing.ts';
import type { PageFont } from './font.ts';

/**
 * Reads all assets of the pages, once, from the folder `web`, with the operator's own in place of the
 * built-in ones. The keys are whole request paths; a request is answered by a lookup, so that none can name
 * a file on the disk.
 */
export function loadAssets(
  dir: string,
  { font, ...looks }: Looks & { font?: PageFont | undefined } = {},
): Map<string, Asset> {
  return new Map([...loadLastingAssets(dir, font), ...loadDressing(dir, font)(looks)]);
}
