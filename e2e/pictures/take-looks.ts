/**
 * Photographs every page in every state, light and dark, wide and on a phone, in English and German, and leaves the
 * pictures with a contact sheet of them in build/looks. Run it with `npm run looks`; a part of a name as an argument
 * takes only the pages whose names have it: `npm run looks -- send`.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { enter, listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import { listPageStates } from '../../server/src/http/app/page-states-fixture.ts';
import { openSeededPeople } from '../../server/src/http/app/people-seed-fixture.ts';
import { newReader } from '../journeys/browser.ts';
import type { Picture } from './contact-sheet.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { startPageStates } from '../journeys/page-states.ts';

const languages = ['en', 'de'] as const;
const looks = [
  { name: 'light', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

const [wanted = ''] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../../build/looks');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const pictures: Picture[] = [];

/** A page as a reader of a language sees it, who wants nothing to move. */
async function readerOf(language: string, options: BrowserContextOptions = {}): Promise<Page> {
  return await newReader({ locale: language, reducedMotion: 'reduce', ...options });
}

async function photograph(page: Page, name: string, language: string): Promise<void> {
  for (const { name: look, width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    // The window is as high as the page, so that what stands at its end stands at the end of the picture.
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), 10_000) });
    const file = `${name}-${language}-${look}.png`;
    await page.screenshot({ path: join(folder, file) });
    pictures.push({ page: name, look: `${look}, ${language}`, file });
  }
}

for (const language of languages) {
  test(`pages of people, in ${language}`, async (t) => {
    const seed = await openSeededPeople(t, language);
    const origin = await listenForBrowsers(seed);
    const page = await readerOf(language);
    for (const { name, viewer, open } of listPageStates(seed, origin)) {
      if (!name.includes(wanted)) continue;
      await enter(page, origin, viewer === 'visitor' ? undefined : seed.people[viewer]);
      await open(page);
      await photograph(page, name, language);
    }
  });
}

test('pages that need no account', async () => {
  const { states, credentials } = await startPageStates();
  const others = languages.filter((language) => language !== 'en');
  const seen = new Set<string>();
  for (const { name, open, leave } of states) {
    if (!name.includes(wanted)) continue;
    // The steps to a state are English. Other languages see what its address shows to somebody who comes anew.
    const page = await readerOf('en', { httpCredentials: credentials });
    await open(page);
    await photograph(page, name, 'en');
    const address = page.url();
    for (const language of seen.has(address) ? [] : others) {
      const other = await readerOf(language, { httpCredentials: credentials });
      await other.goto(address);
      await photograph(other, name, language);
      await other.context().close();
    }
    seen.add(address);
    await leave?.(page);
    await page.context().close();
  }
});

test('a contact sheet of all', async (t) => {
  await writeContactSheet(folder, pictures, await newReader());
  t.diagnostic(
    `${pictures.length} pictures and their contact sheet, index.html, are in ${folder}.`,
  );
});
