/** What the script of the Send page does, in a browser. The server runs in this process. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
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
    'a date is asked for where its button is chosen, and a number of days takes it back',
    async () => {
      await open();
      const date = page.locator('#date');
      const untilDate = page.getByRole('radio', { name: 'Date' });
      assert.ok(await date.isHidden());
      await untilDate.check();
      await date.fill(inTenDays);
      await page.getByRole('radio', { name: '30 days' }).check();
      assert.equal(await date.inputValue(), '');
      await page.getByText(/^Saved /).waitFor();

      assert.ok(await date.isHidden());

      // By keyboard, digit by digit, in the order of the browser.
      const saved = page.waitForResponse(
        (answer) => answer.request().postData()?.includes(`\n${inTenDays}\r`) ?? false,
      );
      await untilDate.check();
      const [year, month, day] = inTenDays.split('-');
      for (let round = 0; (await date.inputValue()) !== inTenDays; round += 1) {
        assert.ok(round < 5, await date.inputValue());
        // A browser takes a digit for the first of a number when it comes long after the one before.
        await date.blur();
        await date.focus();
        await page.keyboard.type(`${month}${day}${year}`);
      }
      assert.ok(await isChosen('Date'));
      const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
      const shown = dayOf.format(new Date(`${inTenDays}T12:00:00Z`));
      await page.locator('.compose-summary [data-fact=until]').filter({ hasText: shown }).waitFor();
      // A day of a year that was half typed is shown alike.
      await saved;
      await page.reload();
      assert.ok(await isChosen('Date'));
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
      const send = page.getByRole('button', { name: 'Send when uploaded' });
      await send.click();
      const summary = page.locator('.error-summary');
      await summary.getByText('Add at least one recipient.').waitFor();
      assert.ok(
        await summary.evaluate((element: { matches(s: string): boolean }) =>
          element.matches(':focus'),
        ),
      );
      assert.equal(await page.getByText('Sends when uploaded.').count(), 0);
      await summary.getByRole('link').click();
      await page.keyboard.type('zoe@example.com,');
      await send.click();
      const waiting = page.getByText('Sends when uploaded.').filter({ visible: true });
      await waiting.waitFor();
      assert.equal(await summary.count(), 0);
      assert.match(await page.title(), /^\d+% · Send files/);
      // It can be taken back, and asked for again.
      await page.getByRole('button', { name: 'Do not send yet' }).click();
      await send.waitFor();
      assert.equal(await waiting.count(), 0);
      await send.click();
      await waiting.waitFor();
      assert.equal(
        await page.getByRole('button', { name: 'Pause' }).count(),
        1,
        'the upload went on',
      );
      await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
      const heading = page.getByRole('heading', { name: /^On its way to/ });
      await heading.waitFor();
      assert.ok(
        await heading.evaluate((element: { matches(s: string): boolean }) =>
          element.matches(':focus'),
        ),
      );
    },
  );

  await t.test(
    'the draft has an address once something was entered, and a second tab does not replace what the first one saved',
    async () => {
      await open();
      assert.equal(new URL(page.url()).pathname, '/app/send');
      await page.locator('#message').fill('First');
      await page.getByText(/^Saved /).waitFor();
      const second = await page.context().newPage();
      await second.goto(page.url());
      assert.equal(await second.locator('#message').inputValue(), 'First');
      await second.getByLabel('To', { exact: true }).fill('zoe@example.com,');
      await second.getByText(/^Saved /).waitFor();
      await page.locator('#message').fill('First again');
      const notice = page.locator('.outdated');
      await notice.getByText('This draft was changed in another tab.').waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      assert.equal(await page.locator('#message').inputValue(), 'First again');
      await notice.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('list', { name: 'Recipients' }).getByText('zoe@example.com').waitFor();
      assert.equal(await page.locator('#message').inputValue(), 'First');

      // The other way: this page counts.
      await page.locator('#message').fill('Third');
      await page.getByText(/^Saved /).waitFor();
      await second.locator('#message').fill('Second');
      await second.locator('.outdated').getByRole('button', { name: 'Save this version' }).click();
      await second.getByText(/^Saved /).waitFor();
      await page.reload();
      assert.equal(await page.locator('#message').inputValue(), 'Second');
      await second.close();
    },
  );

  await t.test('thousands of files: the list is short', async () => {
    const count = 1200;
    const paths = Array.from({ length: count }, (_, at) => join(folder, `scan-${at + 1000}.txt`));
    for (const path of paths) await writeFile(path, path);
    await open();
    await page.getByLabel('Choose files').setInputFiles([...paths, join(folder, 'plan.bin')]);
    await page
      .getByText(/^and 1,\d+ more files$/)
      .first()
      .waitFor();
    assert.equal(await page.locator('.draft-file').count(), 100);
    // Enough have arrived for a list of them that is cut, too. All of them are the business of the benchmark.
    await page
      .locator('.compose-summary [data-fact=files]')
      .filter({ hasText: /\d\d\d files/ })
      .waitFor();
    assert.equal(await page.locator('.draft-file').count(), 100);
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  await t.test(
    'a file that is chosen twice is named, and a name that hides its ending shows it',
    async () => {
      await open();
      const path = join(folder, 'letter.txt');
      await writeFile(path, 'text');
      for (let times = 0; times < 2; times += 1) {
        await page.getByLabel('Choose files').setInputFiles(path);
        await page.getByText('Uploaded', { exact: true }).waitFor();
      }
      await page.getByText('letter.txt: is already in the list.').waitFor();
      const disguised = {
        name: 'inv\u202egpj.exe',
        mimeType: 'text/plain',
        buffer: Buffer.from('x'),
      };
      await page.getByLabel('Choose files').setInputFiles(disguised);
      const row = page.locator('.draft-file.is-problem');
      await row.getByText('inv\ufffdgpj.exe').waitFor();

      // It can be renamed, as can one that has arrived.
      await row.locator('summary').click();
      await row.getByRole('button', { name: 'Rename' }).click();
      await page.locator('.name-row input:focus').waitFor();
      await page.keyboard.type('invoice');
      await page.keyboard.press('Enter');
      const kept = page.locator('.draft-file.is-whole');
      await kept.getByText('invoice.exe').waitFor();
      const letter = kept.filter({ hasText: 'letter.txt' });
      await letter.locator('summary').click();
      await letter.getByRole('button', { name: 'Rename' }).click();
      await page.locator('.name-row input:focus').waitFor();
      await page.keyboard.type('note');
      await page.keyboard.press('Enter');
      await kept.getByText('note.txt').waitFor();
      await page.reload();
      await kept.getByText('note.txt').waitFor();
      assert.equal(await kept.count(), 2);
    },
  );

  await t.test('a folder is a tree, in the page and after a reload', async () => {
    const scans = join(folder, 'Scans');
    await mkdir(join(scans, '2026'), { recursive: true });
    for (const name of ['IM10.dcm', 'IM2.dcm', '2026/IM1.dcm'])
      await writeFile(join(scans, name), name);
    await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(scans);
    const tree = page.locator('.kept-files > li');
    await page.locator('.draft-file.is-whole').nth(2).waitFor();
    for (const times of [1, 2]) {
      assert.equal(await tree.count(), 1, String(times));
      await tree.getByText('3 files, ').waitFor();
      const names = tree.locator('.file-name');
      const shown = ['Scans', '2026', 'IM1.dcm', 'IM2.dcm', 'IM10.dcm'];
      assert.deepEqual(await names.allTextContents(), shown);
      if (times === 1) await page.reload();
    }
    // A folder that is closed hides its files.
    await tree.locator('summary').first().click();
    await page.locator('.draft-file').first().waitFor({ state: 'detached' });
  });

  await t.test('files that are dropped or pasted on another page begin a draft', async () => {
    for (const act of ['drop', 'paste']) {
      await page.goto(`${origin}/app/sent`);
      await page.getByRole('heading', { name: 'Sent', level: 1 }).waitFor();
      await page.evaluate(`(() => {
        const brought = new DataTransfer();
        brought.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
        const event = '${act}' === 'drop'
          ? new DragEvent('drop', { dataTransfer: brought, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: brought, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      })()`);
      const file = page.locator('.draft-file.is-whole');
      await file.waitFor();
      const name =
        act === 'drop' ? /^image\.png$/ : /^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/;
      assert.match((await file.locator('.file-name').textContent()) ?? '', name);
      assert.match(new URL(page.url()).pathname, /^\/app\/send\/./);
      await page.goBack();
      await page.getByRole('heading', { name: 'Sent', level: 1 }).waitFor();
    }
  });

  await t.test('a file that vanished says so, and can be tried again', async () => {
    await open();
    const line = await page.context().newCDPSession(page);
    const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await line.send('Network.emulateNetworkConditions', offline);
    const path = join(folder, 'moved.bin');
    await writeLargeFile(path, 2e6);
    await page.getByLabel('Choose files').setInputFiles(path);
    await page.getByText('Connection lost.').waitFor();
    await rename(path, `${path}.away`);
    await line.send('Network.emulateNetworkConditions', { ...offline, offline: false });
    const row = page.locator('.draft-file.is-problem');
    await row
      .getByText('This file was moved or changed on your device. Choose it again.')
      .waitFor();
    await rename(`${path}.away`, path);
    await row.locator('summary').click();
    await row.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Uploaded', { exact: true }).waitFor();
  });

  await t.test(
    'files that were never uploaded are named when the draft is opened again, and asked about',
    async () => {
      const paths = ['one.txt', 'two.txt', 'three.txt'].map((name) => join(folder, name));
      for (const path of paths) await writeFile(path, path);
      await open();
      await page.route('**/tus', () => undefined);
      const told = page.waitForResponse(
        (response) => response.request().postData()?.includes('three.txt') ?? false,
      );
      await page.getByLabel('Choose files').setInputFiles(paths);
      await told;
      const draft = page.url();

      const later = await page.context().newPage();
      await later.goto(draft);
      await later.getByText('3 files were chosen but not uploaded.').waitFor();
      await later.getByLabel('To', { exact: true }).fill('zoe@example.com,');
      await later.getByRole('button', { name: 'Send', exact: true }).click();
      await later.locator('.error-summary').getByText('3 files were chosen').waitFor();
      await later.getByLabel('Choose files').setInputFiles(paths.slice(0, 2));
      await later.locator('.missing').getByText('1 file was chosen').waitFor();
      await later
        .locator('.compose-summary [data-fact=files]')
        .filter({ hasText: /^2 files/ })
        .waitFor();
      await later.getByRole('button', { name: 'Send without this file' }).click();
      await later.getByRole('heading', { name: /^On its way to/ }).waitFor();
      await later.close();
      await page.unroute('**/tus');
    },
  );
});
