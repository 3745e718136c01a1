import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** One picture of a page, as it is named on the sheet. */
export interface Picture {
  page: string;
  look: string;
  file: string;
}

/** Chromium draws no picture that is higher than this. */
const mostPixels = 16_000;

/**
 * Writes `index.html`, which shows all pictures side by side, one row for each page, and `sheet-N.png`, pictures of it.
 * `viewer` is any page of a browser.
 */
export async function writeContactSheet(
  folder: string,
  pictures: readonly Picture[],
  viewer: Page,
): Promise<void> {
  const index = join(folder, 'index.html');
  await writeFile(index, renderSheet(pictures));
  await viewer.setViewportSize({ width: 1600, height: 1000 });
  await viewer.goto(`file://${index}`);
  const height = await viewer.evaluate<number>('document.documentElement.scrollHeight');
  for (let top = 0, number = 1; top < height; top += mostPixels, number += 1) {
    const clip = { x: 0, y: top, width: 1600, height: Math.min(mostPixels, height - top) };
    await viewer.screenshot({ path: join(folder, `sheet-${number}.png`), clip, fullPage: true });
  }
}

function renderSheet(pictures: readonly Picture[]): string {
  const rows = Object.entries(Object.groupBy(pictures, ({ page }) => page));
  const figures = rows.map(
    ([page, looks = []]) =>
      `<section><h2>${page}</h2>${looks
        .map(
          ({ look, file }) =>
            `<a href="${file}"><img src="${file}" alt="${page}, ${look}"><span>${look}</span></a>`,
        )
        .join('')}</section>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>Every page, in every look</title>
<style>
body { margin: 16px; font: 12px system-ui; background: #888; color: #fff; }
section { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; margin-block-end: 16px; }
h2 { flex-basis: 100%; margin: 0; font-size: 14px; }
a { display: grid; gap: 2px; color: inherit; text-decoration: none; }
img { block-size: 230px; max-inline-size: 340px; object-fit: cover; object-position: top; }
</style>
${figures.join('\n')}
`;
}
