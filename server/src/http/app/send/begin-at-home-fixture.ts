import type { Page } from 'playwright-core';
import { newReader } from '../../../../../e2e/journeys/browser.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import type { PeopleFixture } from '../people-fixture.ts';

/** A browser whose person chose `plan.pdf` at Home, in front of the draft that this began. */
export async function beginAtHome(fixture: PeopleFixture): Promise<{ page: Page; origin: string }> {
  const alice = await fixture.addPerson('alice@example.com', { language: 'en' });
  const origin = await listenForBrowsers(fixture);
  const page = await newReader();
  await enter(page, origin, alice);
  await page.goto(`${origin}/app/`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('link', { name: 'Choose files' }).click();
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('a plan') };
  await (await chooser).setFiles([plan]);
  await page.getByRole('heading', { name: 'Send files' }).waitFor();
  await page.locator('.file-rows > li', { hasText: 'plan.pdf' }).waitFor();
  return { page, origin };
}
