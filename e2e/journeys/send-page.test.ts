/** What the script of the Send page does, in a browser. The server runs in this process. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { enter, listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import { openPeopleFixture } from '../../server/src/http/app/people-fixture.ts';
import { missingBrowser, newReader } from './browser.ts';
import { writeLargeFile } from './hash-files.ts';

const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

test('the Send page', { skip: missingBrowser }, async (t) => {
  const fixture = await openPeopleFixture(t);
  const origin = await listenForBrowsers(fixture);
  const page = await newReader();
  await enter(page, origin, await fixture.addPerson('ann@example.com'));
  const folder = await mkdtemp(join(tmpdir(), 'valise-send-page-'));
  t.after(() => rm(folder, { recursive: true }));

  async function open(): Promise<void> {
    await page.goto(`${origin}/app/send`);
    await page.getByRole('combobox').first().waitFor();
  }
  const isChosen = (name: string) => page.getByRole('radio', { name }).isChecked();

  await t.test(
    'a date that is filled in chooses its button, and a number of days takes it back',
    async () => {
      await open();
      const date = page.locator('#date');
      await date.fill(inTenDays);
      assert.ok(await isChosen('Until a date'));
      await page.getByRole('radio', { name: '30 days' }).check();
      assert.equal(await date.inputValue(), '');
      await page.getByText(/^Saved /).waitFor();

      // By keyboard, digit by digit, in the order of the browser.
      await date.focus();
      const [year, month, day] = inTenDays.split('-');
      await page.keyboard.type(`${month}${day}${year}`);
      assert.equal(await date.inputValue(), inTenDays);
      assert.ok(await isChosen('Until a date'));
      const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
      const shown = dayOf.format(new Date(`${inTenDays}T12:00:00Z`));
      await page
        .locator('.compose-summary')
        .filter({ hasText: `until ${shown}` })
        .waitFor();
      await page.reload();
      assert.ok(await isChosen('Until a date'));
      assert.equal(await date.inputValue(), inTenDays);
    },
  );

  await t.test(
    'Send says at once what is wrong while a file is uploaded, and then waits for bytes alone',
    async () => {
      await open();
      const line = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1e6 };
      await line.send('Network.emulateNetworkConditions', slow);
      const path = join(folder, 'plan.bin');
      await writeLargeFile(path, 20e6);
      await page.getByLabel('Choose files').setInputFiles(path);
      await page.locator('.progress-text').filter({ hasText: '/s' }).waitFor();
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await send.click();
      const summary = page.locator('.error-summary');
      await summary.getByText('Add at least one recipient.').waitFor();
      assert.ok(
        await summary.evaluate((element: { matches(s: string): boolean }) =>
          element.matches(':focus'),
        ),
      );
      assert.equal(await page.getByText('Will be sent when').count(), 0);
      await summary.getByRole('link').click();
      await page.keyboard.type('zoe@example.com,');
      await send.click();
      await page.getByText('Will be sent when all files are uploaded').waitFor();
      assert.equal(await summary.count(), 0);
      assert.equal(
        await page.getByRole('button', { name: 'Pause' }).count(),
        1,
        'the upload went on',
      );
      await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
      await page.getByRole('heading', { name: 'Your files are on their way' }).waitFor();
    },
  );
});
