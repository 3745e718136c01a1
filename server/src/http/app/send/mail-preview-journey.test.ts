import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingBrowser } from '../../../../../e2e/journeys/browser.ts';
import { bringAxe, findFaults } from '../../../../../e2e/journeys/find-faults.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { beginAtHome } from './begin-at-home-fixture.ts';

const title =
  'from Home: files that are chosen begin a draft, whose mail is looked at in another tab';

test(title, { skip: missingBrowser }, async (context) => {
  const fixture = await openPeopleFixture(context);
  const { page } = await beginAtHome(fixture);

  await page.getByText('More options').click();
  await page.getByLabel('Language of the e-mail').selectOption('de');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Preview the e-mail' }).click();
  const preview = await opened;
  const mail = preview.frameLocator('.mail-frame');
  await mail.getByText('plan.pdf').first().waitFor();
  assert.equal(await mail.locator('html').getAttribute('lang'), 'de');
  await bringAxe(preview);
  assert.deepEqual(await findFaults(preview, 'every'), []);

  // The first page goes on as it was: what the other one saved is not in its way.
  await page.getByRole('combobox').first().fill('zoe@example.com');
  await page.getByRole('button', { name: /^Send/ }).last().click();
  await page.getByRole('heading', { name: 'On its way to 1 person' }).waitFor();
});
