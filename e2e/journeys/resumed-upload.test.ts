import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { History } from '../contract/wire.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import { eventually } from '../harness/eventually.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { lendPage } from './lend-page.ts';
import { linksIn, Mailbox } from './mailbox.ts';

const skip = missingBrowser;
const random = new SeededRandom(6);
const contents = {
  'video.mov': Buffer.from(random.bytes(40e6)),
  'contract.pdf': Buffer.from(random.bytes(2100)),
};
const bytesPerSecond = 8e6;

const mailbox = await Mailbox.open();
const { server, clients } = await startExchange(['anna'], { settings: mailbox.settings });
const { anna } = clients;
const line = await openCuttableProxy(() => server.url);
const folder = await mkdtemp(join(tmpdir(), 'valise-resumed-'));
after(() => rm(folder, { recursive: true }));
const paths = Object.keys(contents).map((name) => join(folder, name));
for (const [name, content] of Object.entries(contents))
  await writeFile(join(folder, name), content);

/** The link that a contact finds in the mail. */
async function lend(contact: string): Promise<string> {
  await lendPage(anna, [contact]);
  const [link] = linksIn(await mailbox.getMail(contact, /asks you for files$/));
  return link ?? assert.fail('the mail holds no link');
}

/** A reader whose line is slow enough to be cut while a file is on its way. */
async function openSlowly(link: string): Promise<Page> {
  const page = await newReader();
  await page.goto(line.url + new URL(link).pathname);
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', {
    ...slow,
    uploadThroughput: bytesPerSecond,
  });
  return page;
}

async function untilSent(page: Page, share: number): Promise<void> {
  await eventually(`${share} of all files were sent`, async () => {
    const bar = page.locator('.progress-total progress');
    const shown = await bar.evaluate((element: { value?: unknown }) => element.value);
    return Number(shown) > share ? true : undefined;
  });
}

async function assertArrived(contact: string): Promise<void> {
  const { inbox } = await anna.get<History>('get_history');
  const entry = inbox.find(({ sender }) => sender === contact) ?? assert.fail('nothing arrived');
  assert.deepEqual(entry.files.map(({ name }) => name).sort(), Object.keys(contents).sort());
  for (const [name, content] of Object.entries(contents)) {
    const got = await anna.download(entry.url, name);
    assert.ok(got.body.equals(content), `${name} arrived as it was sent`);
  }
}

test(
  'an upload goes on after two cuts and a reload, told as one state at a time',
  { skip },
  async () => {
    const link = await lend('bob@example.org');
    const page = await openSlowly(link);
    await page.getByLabel('Choose files').setInputFiles(paths);
    await page.getByRole('button', { name: 'Send 2 files', exact: true }).click();

    for (const share of [0.2, 0.4]) {
      await untilSent(page, share);
      line.cut();
      await page.getByText('The upload continues as soon as it is back.').waitFor();
      // One state at a time, and no rate of a line that is gone.
      assert.equal(await page.locator('.send-status').textContent(), '');
      assert.match((await page.locator('.overall-share').textContent()) ?? '', /^\d+%$/);
      line.mend();
      await page.getByRole('status').filter({ hasText: 'Uploading' }).waitFor();
    }

    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
    const begun = await page.locator('.begun-files li').innerText();
    const percent = Number(/\b(\d+)% uploaded/.exec(begun)?.[1]);
    assert.ok(percent >= 20 && percent < 100, begun);

    await page.getByLabel('Choose files').setInputFiles(paths);
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send 2 files', exact: true }).click();
    await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
    assert.equal(await page.getByText('Not sent yet').count(), 0);
    await assertArrived('bob@example.org');
    await mailbox.getMail(anna.email, /^bob@example\.org sent you 2 files$/);
  },
);

test('sending is paused and goes on; what was stopped is sent off later', { skip }, async () => {
  const link = await lend('dora@example.org');
  const page = await openSlowly(link);
  await page.getByLabel('Choose files').setInputFiles(paths);
  await page.getByRole('button', { name: 'Send 2 files', exact: true }).click();
  await page.locator('.progress-text').filter({ hasText: '/s' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
  // While nothing leaves, no rate and no time left are told.
  assert.match((await page.locator('.overall-share').textContent()) ?? '', /^\d+%$/);
  await page.getByRole('button', { name: 'Resume' }).click();
  await untilSent(page, 0.5);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Stopped. Nothing was sent.').waitFor();
  await page.getByRole('button', { name: 'Send 2 files', exact: true }).click();
  await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
  await assertArrived('dora@example.org');
});

test('a file that was begun can be taken back', { skip }, async () => {
  const link = await lend('eve@example.org');
  const page = await openSlowly(link);
  await page.getByLabel('Choose files').setInputFiles(paths.slice(0, 1));
  await page.getByRole('button', { name: 'Send 1 file', exact: true }).click();
  await untilSent(page, 0.2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Until it has stopped, the page asks before it is left.
  await page.getByText('Stopped. Nothing was sent.').waitFor();
  await page.reload();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Remove: video.mov' }).click();
  await page.getByRole('heading', { name: 'Not sent yet' }).waitFor({ state: 'hidden' });
  assert.equal((await removed).status(), 204);
  await page.reload();
  assert.equal(await page.getByText('Not sent yet').count(), 0);
});

test('a service that is busy is not told as a lost connection', { skip }, async () => {
  const page = await openSlowly(await lend('finn@example.org'));
  await page.route('**/tus', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'busy' } }),
  );
  await page.getByLabel('Choose files').setInputFiles(paths.slice(1));
  await page.getByRole('button', { name: 'Send 1 file', exact: true }).click();
  await page.getByText('The service is busy. The upload continues automatically.').waitFor();
  await page.unroute('**/tus');
  await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
});
