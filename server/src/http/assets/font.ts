import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './assets.ts';
import { toAsset } from './assets.ts';

/** The font of the pages: its files by their addresses, and the style sheet that names them. */
export interface PageFont {
  files: ReadonlyMap<string, Asset>;
  sheet: string;
}

const noFont: PageFont = { files: new Map(), sheet: '' };

/**
 * Reads what set-up made (`server/font/cut-font.mjs`). Without it, pages show a font of the system. The address of a
 * file has its hash: browsers keep it for a year, and another font has another address.
 */
export async function loadFont(dir: string): Promise<PageFont> {
  const ranges = await readRanges(dir);
  if (ranges === undefined) return noFont;
  const files = new Map<string, Asset>();
  let sheet = '';
  for (const { name, range } of ranges) {
    const body = await readFile(join(dir, name));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const path = `/assets/${name.replace('.woff2', `-${hash}.woff2`)}`;
    files.set(path, { ...toAsset(body, 'font/woff2'), isLasting: true });
    sheet += fontFace(path, range);
  }
  return { files, sheet };
}

/** A line for each file: its name, and the letters in it. Undefined where no font was made. */
async function readRanges(dir: string): Promise<{ name: string; range: string }[] | undefined> {
  try {
    const lines = (await readFile(join(dir, 'ranges.txt'), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => {
      const end = line.indexOf(' ');
      return { name: line.slice(0, end), range: line.slice(end + 1) };
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Words are there at once in a stand-in of the same measures, and nothing moves when the font is there. */
function fontFace(path: string, range: string): string {
  return `@font-face {
  font-family: 'Inter';
  font-style: normal;
  font-weight: 400 700;
  font-display: swap;
  src: url('${path}') format('woff2');
  unicode-range: ${range};
}

`;
}
