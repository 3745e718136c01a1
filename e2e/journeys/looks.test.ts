/**
 * Every page in every state, in both themes and at both ends of the widths: free of faults that axe
 * can find, never wider than the screen, silent on the console, and made of nothing but our own.
 * With `E2E_SCREENSHOTS` naming a folder, a picture of each is left there.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { missingBrowser, newReader } from './browser.ts';
import { bringAxe, findFaults } from './find-faults.ts';
import { startPageStates } from './page-states.ts';

const skip = missingBrowser;
const screenshots = process.env['E2E_SCREENSHOTS'];
const schemes = ['light', 'dark'] as const;
const widths = [1280, 360] as const;
const maxTransferBytes = 60_000;

const { server, states, linkTo, credentials } = await startPageStates();

async function overflow(page: Page): Promise<number> {
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return await page.evaluate<number>(wider);
}

async function assertLooksRight(page: Page, name: string): Promise<void> {
  await bringAxe(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    assert.equal(await overflow(page), 0, `${name} is wider than ${width} pixels`);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(
        await findFaults(page, colorScheme),
        [],
        `${name}, ${colorScheme}, ${width}`,
      );
      if (screenshots === undefined) continue;
      const path = join(screenshots, `${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.evaluate('document.documentElement.dir = "rtl"');
  assert.equal(await overflow(page), 0, `${name} is too wide from right to left`);
}

test('every page in every state', { skip }, async (t) => {
  const page = await newReader({ httpCredentials: credentials, reducedMotion: 'reduce' });
  const foreign: string[] = [];
  let complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.url}/`) && !url.startsWith('blob:')) foreign.push(url);
  });
  page.on('console', (entry) => complaints.push(entry.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));

  for (const { name, open, leave } of states) {
    await t.test(name, async () => {
      complaints = [];
      await open(page);
      await assertLooksRight(page, name);
      await leave?.(page);
      assert.deepEqual(
        complaints.filter((text) => !isAnnounced(text)),
        [],
      );
      assert.deepEqual(foreign, []);
    });
  }
});

test('the checks notice what is wrong', { skip }, async () => {
  const page = await newReader({ viewport: { width: 360, height: 740 } });
  await page.setContent('<p style="color: #999; background: #aaa; width: 400px">Pale</p>');
  await bringAxe(page);
  assert.match((await findFaults(page, 'light')).join(), /html-has-lang/);
  assert.match((await findFaults(page, 'dark')).join(), /color-contrast.*Pale/);
  assert.ok((await overflow(page)) > 0);
});

/** The browser itself notes every answer that is an error, and every lost connection. */
function isAnnounced(complaint: string): boolean {
  return /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_INTERNET_DISC)/.test(
    complaint,
  );
}

test(`the download page weighs less than ${maxTransferBytes} bytes`, { skip }, async () => {
  const page = await newReader();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  await page.goto(linkTo('ready'), { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length >= 4, 'the page, its styles, its script and its logo were seen');
  assert.ok(total < maxTransferBytes, `${total} bytes`);
});

test('the keyboard alone reaches every action of the download page', { skip }, async () => {
  const page = await newReader();
  await page.goto(linkTo('ready'));
  const expected = await page.evaluate<string[]>(`
    [...document.querySelectorAll('a[href], button, summary, input')]
      .filter((node) => node.checkVisibility())
      .map((node) => node.textContent.trim())
  `);
  assert.ok(expected.length >= 8, expected.join());
  const reached: string[] = [];
  for (let at = 0; at < expected.length; at += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate<string>('document.activeElement.textContent.trim()'));
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    assert.notEqual(await page.evaluate(outline), 'none', `${reached.at(-1) ?? ''} shows focus`);
  }
  assert.deepEqual(reached, expected);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Download summary.pdf' }).focus();
      await page.keyboard.press('Enter');
    })(),
  ]);
  assert.equal(saved.suggestedFilename(), 'summary.pdf');
});
