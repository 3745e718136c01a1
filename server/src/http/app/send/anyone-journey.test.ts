import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { bringAxe, findFaults } from '../../../../../e2e/journeys/find-faults.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { beginAtHome } from './begin-at-home-fixture.ts';

/** Presses the button of the only file, and waits until it is there. */
async function fetchFile(page: Page): Promise<void> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).first().click();
  await (await arriving).path();
}

/** What the page says to those who have the file. */
const had = (page: Page) => page.locator('.get .is-good');

const title =
  'a link for anyone: sent alone, handed out, used in two browsers, counted, and revoked for both';

test(title, { skip: missingBrowser }, async (context) => {
  const fixture = await openPeopleFixture(context, { args: ['--anyone-links'] });
  const { page, origin } = await beginAtHome(fixture);
  await page.getByLabel('Make a link for anyone').check();
  await page.getByText('Anyone with the link').first().waitFor();
  await page.getByRole('button', { name: /^Send/ }).last().click();

  await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  const link = await page.locator('.link-text').innerText();
  assert.ok(link.startsWith(`${origin}/d/`), link);
  await bringAxe(page);
  assert.deepEqual(await findFaults(page, 'every'), []);

  const [one, other] = [await newReader(), await newReader()];
  for (const reader of [one, other]) {
    await reader.goto(link);
    await reader.getByText('Anyone who has this link can download').waitFor();
  }
  await fetchFile(one);
  await one.reload();
  await had(one).waitFor();
  await other.reload();
  assert.equal(await had(other).count(), 0);
  await fetchFile(other);

  await page.getByRole('link', { name: 'See how often it is used' }).click();
  const links = page.getByRole('region', { name: 'Link for anyone' });
  await links.getByText('Opened: 2. Downloaded: 2.').waitFor();
  await links.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByText('The link has been revoked.').waitFor();
  for (const reader of [one, other]) {
    const answer = await reader.reload();
    assert.equal(answer?.status(), 404);
    assert.equal(await reader.getByText('plan.pdf').count(), 0);
  }
});
