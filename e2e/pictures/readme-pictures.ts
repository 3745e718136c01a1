/**
 * Takes the pictures of pages that README.md and docs/machine-api.md show, and leaves them in docs/images. Run it with
 * `npm run -s node -- e2e/pictures/readme-pictures.ts`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import { addAccount, keyFor } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import { startServer } from '../harness/server.ts';
import { newReader } from '../journeys/browser.ts';
import { newHands } from '../journeys/hands.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';
import * as acts from '../journeys/walk-acts.ts';

const images = join(import.meta.dirname, '../../docs/images');
const sender = 'anna.berg@clinic.example';
const receiver = 'bob.lind@lab.example';
const message = 'Here are the X-rays we talked about.\n\nCall me if anything is unclear.\nAnna';
const [summary, scan, otherScan] = [120_000, 2_400_000, 1_900_000].map((size) =>
  Buffer.alloc(size, 1),
) as [Buffer, Buffer, Buffer];

const server = await startServer();
const client = new Client(server, await addAccount(server.dataDir, sender));
const sent = { 'scan-001.dcm': scan, 'scan-002.dcm': otherScan, 'summary.pdf': summary };
await sendFiles(client, [receiver], sent, { ddmessage: message });
await lendPage(client, [receiver], { ddmessage: 'Please send the signed contract.' });
const mails = await operatorOf(server).listSettledMails();

async function openLink(kind: string, options: BrowserContextOptions): Promise<Page> {
  const page = await newReader({ timezoneId: 'Europe/Stockholm', ...options });
  await page.goto(linkIn(mails, kind, receiver));
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(images, `${name}.png`) });
}

test('the download page, where one file was taken, wide by day and on a phone by night', async () => {
  const page = await openLink('download', { viewport: { width: 960, height: 880 } });
  await page.getByRole('button', { name: 'Download scan-002.dcm' }).click();
  await page.getByText('Downloaded and verified').waitFor();
  await page.reload();
  await page.locator('.get-state > .is-good').first().waitFor();
  await take(page, 'download-page');

  const viewport = { width: 360, height: 900 };
  const phone = await openLink('download', { viewport, colorScheme: 'dark' });
  await phone.locator('.get-state > .is-good').first().waitFor();
  await take(phone, 'download-page-phone');
});

test('the upload page, with two files chosen', async () => {
  const page = await openLink('upload', { viewport: { width: 960, height: 870 } });
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'summary.pdf', mimeType: 'application/pdf', buffer: summary },
    { name: 'scan-001.dcm', mimeType: 'application/dicom', buffer: scan },
  ]);
  await page.getByRole('button', { name: 'Send 2 files' }).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await take(page, 'upload-page');
});

test('the page of an API account', async () => {
  const page = await newReader({
    viewport: { width: 1000, height: 900 },
    httpCredentials: { username: sender, password: keyFor(sender) },
  });
  await page.goto(`${server.url}${client.path()}`);
  await take(page, 'account-page');
});

test('a person sends a folder, and sees what became of it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-pictures-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'Left knee'));
  for (const [name, bytes] of Object.entries(sent)) {
    await writeFile(join(folder, 'Left knee', name), bytes);
  }
  const zone = { timezoneId: 'Europe/Stockholm', reducedMotion: 'reduce' } as const;
  const hands = await newHands({ viewport: { width: 1280, height: 900 }, ...zone });
  const { page } = hands;
  const invitation = await acts.invite(server.dataDir, 'anna@clinic.example');
  await acts.join(
    hands,
    `${server.url.replace('127.0.0.1', 'localhost')}${invitation}`,
    'Anna Berg',
  );

  const people = ['Bob Lind <bob@lab.example>', 'Eva Holm <eva@lab.example>'];
  await acts.beginDrop(hands, people);
  await hands.chooseFiles(
    page.getByRole('button', { name: 'Choose a folder' }),
    join(folder, 'Left knee'),
  );
  await acts.untilSummary(hands, 3);
  await page.getByLabel('Message (optional)').fill(message);
  await page.getByText(/^Saved /).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await take(page, 'send-page');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'send-page-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: /^On its way to/ }).waitFor();
  const arrived = await operatorOf(server).listSettledMails();
  const reader = await newHands({ ...zone });
  await acts.fetchAll(reader, linkIn(arrived, 'download', 'bob@lab.example'));
  await reader.page.goto(linkIn(arrived, 'download', 'eva@lab.example'));
  await page.getByRole('link', { name: 'Follow it' }).click();
  await page.getByText('Downloaded').first().waitFor();
  await take(page, 'sent-page');
});
