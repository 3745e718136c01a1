import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { pressToNextPage } from '../../../../../e2e/journeys/press-to-next-page.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>';

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
    // As text: the types of the page are not those of the test.
    const ground = 'getComputedStyle(document.querySelector("SCHEME .button")).backgroundColor';
    const groundOf = (scheme: string) =>
      page.evaluate<string>(ground.replace('SCHEME', `.preview-${scheme}`));
    assert.equal(await groundOf('light'), 'rgb(11, 95, 90)');
    assert.equal(await groundOf('dark'), 'rgb(116, 205, 197)');

    await page.getByLabel('Name', { exact: true }).fill('The Clinic');
    await page.locator('#accentColor').fill('#ffd400');
    await dark.getByText('Sent by The Clinic.').waitFor();
    for (let tries = 0; (await groundOf('dark')) !== 'rgb(255, 212, 0)'; tries += 1) {
      assert.ok(tries < 200, 'the preview takes the colour');
      await wait(50);
    }
    assert.equal(await groundOf('light'), 'rgb(128, 105, 0)');
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
    const logo = page.locator(`.preview-dark img[src$="${Buffer.from(svg).toString('base64')}"]`);
    await logo.first().waitFor();
    const ownName = page.locator('.side .brand');
    assert.equal(await ownName.innerText(), 'Valise');

    await pressToNextPage(page.getByRole('button', { name: 'Save', exact: true }));
    assert.equal(await ownName.innerText(), 'The Clinic');
    assert.equal((await fixture.database.appearance.find()).logo?.toString(), svg);
    assert.deepEqual(complaints, []);
  },
);
