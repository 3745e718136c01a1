import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { bringAxe, findFaults } from './find-faults.ts';

const { E2E_SCREENSHOTS: screenshots, CI: ci } = process.env;
/** Where a run in CI leaves one picture of each page, for whoever keeps what it made. */
const ciPictures = join(import.meta.dirname, '../../build/looks');
const heights = { 1280: 900, 360: 740 } as const;

/** What the page and all that it loads may take, as transferred; and its scripts among that. */
const maxPageBytes = 80_000;
const maxScriptBytes = 40_000;
/** The same for pages that upload, whose scripts remember files and drafts, and which no receiver loads. */
const maxUploadPageBytes = 120_000;
/** And for long lists whose rows have menus or steps: their text, which repeats itself, counts uncompressed. */
const maxLongListBytes = 100_000;
const maxUploadScriptBytes = 50_000;
const mostRequests = 12;

export async function overflow(page: Page): Promise<number> {
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return await page.evaluate<number>(wider);
}

/** How axe looks the first time, and at what depends on the theme and on the width after that. */
const looks = [
  { width: 1280, colorScheme: 'light', rules: 'every' },
  { width: 1280, colorScheme: 'dark', rules: 'colors' },
  { width: 360, colorScheme: 'dark', rules: 'colors' },
  { width: 360, colorScheme: 'light', rules: 'layout' },
] as const;

/**
 * Looks four times at a page that was loaded once: in both themes, at both ends of the widths. With `E2E_SCREENSHOTS`
 * naming a folder, a picture of each is left there; in CI, one of the page.
 */
export async function lookAtPage(page: Page, name: string): Promise<void> {
  await bringAxe(page);
  if (screenshots === undefined && ci !== undefined) {
    await page.screenshot({ path: join(ciPictures, `${name}.png`) });
  }
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: heights[width] });
    await page.emulateMedia({ colorScheme });
    assert.equal(await overflow(page), 0, `${name} is wider than ${width} pixels`);
    assert.deepEqual(await findFaults(page, rules), [], `${name}, ${colorScheme}, ${width}`);
    if (screenshots === undefined) continue;
    const path = join(screenshots, `${name}-${colorScheme}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await page.evaluate('document.documentElement.dir = "rtl"');
  assert.equal(await overflow(page), 0, `${name} is too wide from right to left`);
}

/** Watches what a page loads and says. Each call of `assertSound` is about the page that was opened last. */
export async function watchPage(page: Page) {
  let loaded: Request[] = [];
  let complaints: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded = [];
  });
  page.on('requestfinished', (request) => {
    // What its scripts fetch is asked for by the reader: a file, suggestions.
    if (request.resourceType() !== 'fetch') loaded.push(request);
  });
  // A policy that has blocked something is among what the console says.
  page.on('console', (entry) => complaints.push(entry.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  const client = await page.context().newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });

  return {
    /** Throws where the page is too large. It counts what someone loads who was never here. */
    async assertSmall(name: string): Promise<void> {
      await page.waitForLoadState('load');
      let [total, scripts] = [0, 0];
      for (const request of loaded) {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        total += responseBodySize + responseHeadersSize;
        if (request.resourceType() === 'script') scripts += responseBodySize;
      }
      const uploads = /^(?:send|upload)-/.test(name);
      const lists = /^(?:sent|sent-by-end|drop-many)$/.test(name);
      const most = uploads ? maxUploadPageBytes : lists ? maxLongListBytes : maxPageBytes;
      const mostScripts = uploads ? maxUploadScriptBytes : maxScriptBytes;
      assert.ok(total > 0 && total <= most, `${name} has ${total} bytes`);
      assert.ok(scripts <= mostScripts, `${name} has scripts of ${scripts} bytes`);
      assert.ok(loaded.length <= mostRequests, `${name} makes ${loaded.length} requests`);
    },

    /** Throws what the console has said since the last call. */
    assertSilent(): void {
      const unexpected = complaints.filter((text) => !isAnnounced(text));
      complaints = [];
      assert.deepEqual(unexpected, []);
    },
  };
}

/** The browser itself notes every answer that is an error, and every lost connection. */
function isAnnounced(complaint: string): boolean {
  return /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_INTERNET_DISC)/.test(
    complaint,
  );
}
