/** Pages in the operator's colour, one that no light page and one that no dark page could show as it is. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { bringAxe, findFaults } from './find-faults.ts';
import { lendPage } from './lend-page.ts';
import { linkIn, operatorOf } from './operator.ts';

const skip = missingBrowser;
const screenshots = process.env['E2E_SCREENSHOTS'];
const receiver = 'bob@example.org';
const schemes = ['light', 'dark'] as const;
const widths = [1280, 360] as const;

/** The ground of a button as the browser draws it. */
async function colorOf(page: Page, selector: string): Promise<string> {
  const asked = `getComputedStyle(document.querySelector('${selector}')).backgroundColor`;
  return await page.evaluate<string>(asked);
}

/** Pages that show links and buttons, each ready to be looked at. */
async function startPages(accent: string) {
  const settings = ['--accent-color', accent];
  const { server, clients } = await startExchange(['anna'], { settings });
  await sendFiles(
    clients.anna,
    [receiver],
    { 'scan.dcm': Buffer.alloc(1_200_000), 'summary.pdf': Buffer.alloc(120_000) },
    { ddmessage: 'The X-rays we talked about.' },
  );
  await lendPage(clients.anna, [receiver], { ddmessage: 'Please send the signed contract.' });
  const mails = await operatorOf(server).listSettledMails();
  return {
    server,
    credentials: { username: clients.anna.email, password: keyFor(clients.anna.email) },
    pages: {
      welcome: server.url,
      account: `${server.url}${clients.anna.path()}`,
      download: linkIn(mails, 'download', receiver),
      upload: linkIn(mails, 'upload', receiver),
    },
  };
}

/** Name, address, and what to unfold there: the menu of languages hides from axe what is under it. */
function looks(pages: Awaited<ReturnType<typeof startPages>>['pages']) {
  const unfolded = Object.entries(pages).map(([name, url]) => [name, url, 'main summary'] as const);
  return [...unfolded, ['languages', pages.download, '.languages summary'] as const];
}

for (const { accent, light, dark } of [
  { accent: 'ffd400', light: 'rgb(128, 105, 0)', dark: 'rgb(255, 212, 0)' },
  { accent: '000080', light: 'rgb(0, 0, 128)', dark: 'rgb(138, 138, 230)' },
]) {
  test(`pages in #${accent} can be read by day and by night`, { skip }, async (t) => {
    const { pages, credentials } = await startPages(accent);
    const page = await newReader({ httpCredentials: credentials, reducedMotion: 'reduce' });
    const complaints: string[] = [];
    page.on('console', (entry) => complaints.push(entry.text()));

    for (const [name, url, folded] of looks(pages)) {
      await t.test(name, async () => {
        await page.goto(url);
        for (const summary of await page.locator(folded).all()) await summary.click();
        await bringAxe(page);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(await findFaults(page, 'colors'), [], `${colorScheme}, ${width}`);
            if (screenshots === undefined) continue;
            const path = join(screenshots, `${accent}-${name}-${colorScheme}-${width}.png`);
            await page.screenshot({ path, fullPage: true });
          }
        }
      });
    }

    await t.test('buttons have the colour, without scripts too', async () => {
      const reader = await newReader({ javaScriptEnabled: false });
      await reader.goto(pages.download);
      await page.goto(pages.download);
      for (const [colorScheme, color] of [
        ['light', light],
        ['dark', dark],
      ] as const) {
        for (const each of [reader, page]) {
          // Colours change at once only for who wants no motion.
          await each.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          assert.equal(await colorOf(each, '.primary'), color, colorScheme);
        }
      }
    });
    assert.deepEqual(complaints, []);
  });
}
