import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { pressToNextPage } from '../../../../../e2e/journeys/press-to-next-page.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>';

test(
  'the preview follows what is typed and chosen, and saving makes it true',
  { skip: missingBrowser },
  async (context) => {
    const fixture = await openPeopleFixture(context);
    const boss = await fixture.addPerson('boss@example.com', { role: 'admin' });
    const origin = await listenForBrowsers(fixture);
    const page = await newReader();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await enter(page, origin, boss);
    await page.goto(`${origin}/app/admin/appearance`);
    const dark = page.locator('.preview-dark');
    const light = page.locator('.preview-light');
    const groundOf = (place: typeof dark) =>
      place
        .locator('.button')
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    assert.equal(await groundOf(light), 'rgb(11, 95, 90)');
    assert.equal(await groundOf(dark), 'rgb(116, 205, 197)');

    await page.getByLabel('Name', { exact: true }).fill('The Clinic');
    await page.locator('#accentColor').fill('#ffd400');
    await dark.getByText('Sent by The Clinic.').waitFor();
    await page.waitForFunction(() => {
      const button = document.querySelector('.preview-dark .button');
      return button !== null && getComputedStyle(button).backgroundColor === 'rgb(255, 212, 0)';
    });
    assert.equal(await groundOf(light), 'rgb(128, 105, 0)');
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
    await page.waitForFunction(() => {
      const logo = document.querySelector('.preview-dark img');
      return logo instanceof HTMLImageElement && logo.naturalWidth > 0 && logo.src.length > 100;
    });
    const ownName = page.locator('.side .brand');
    assert.equal(await ownName.innerText(), 'Valise');

    await pressToNextPage(page.getByRole('button', { name: 'Save', exact: true }));
    assert.equal(await ownName.innerText(), 'The Clinic');
    assert.equal((await fixture.database.appearance.find()).logo?.toString(), svg);
    assert.deepEqual(complaints, []);
  },
);
