/**
 * Times how long 300 files of 10 kB take from choosing them until they have arrived, in a browser on this machine: on
 * the Send page, and on the upload page of a contact, first with no delay on the line and then with 50 ms there and
 * back. Run it with `npm run -s node -- e2e/journeys/many-files-times.ts`.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SeededRandom } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { newReader } from './browser.ts';
import { newHands } from './hands.ts';
import { lendPage } from './lend-page.ts';
import { linkIn, operatorOf } from './operator.ts';
import { startServerBehindLine } from './server-behind-line.ts';
import * as acts from './walk-acts.ts';

const count = 300;
const { server, origin } = await startServerBehindLine();
const exchange = await startExchange(['anna'], { settings: ['--grant-max-files', '1000'] });
const folder = await mkdtemp(join(tmpdir(), 'valise-many-files-'));
after(() => rm(folder, { recursive: true }));
const random = new SeededRandom(3);
await mkdir(join(folder, 'Scans'));
const paths = Array.from({ length: count }, (_, at) =>
  join(folder, 'Scans', `scan-${String(at + 1).padStart(3, '0')}.dcm`),
);
for (const path of paths) await writeFile(path, random.bytes(10_000));

async function delay(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', line);
}

function report(what: string, latencyMs: number, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${what}, ${latencyMs} ms: ${count} files in ${seconds} s`);
}

for (const latencyMs of [0, 50]) {
  test(`the Send page, ${latencyMs} ms`, async () => {
    const sender = await newHands({});
    const { page } = sender;
    const ann = `ann-${latencyMs}@example.com`;
    await acts.join(sender, `${origin}${await acts.invite(server.dataDir, ann)}`, 'Ann');
    await acts.beginDrop(sender, ['zoe@example.com', 'bo@example.com']);
    await delay(page, latencyMs);
    const startedAt = performance.now();
    const choose = page.getByRole('button', { name: 'Choose a folder' });
    await sender.chooseFiles(choose, join(folder, 'Scans'));
    await acts.untilSummary(sender, count);
    report('Send page', latencyMs, startedAt);
  });

  test(`the upload page of a contact, ${latencyMs} ms`, async () => {
    const contact = `bob-${latencyMs}@example.org`;
    await lendPage(exchange.clients.anna, [contact]);
    const page = await newReader();
    await page.goto(
      linkIn(await operatorOf(exchange.server).listSettledMails(), 'upload', contact),
    );
    await delay(page, latencyMs);
    await page.getByLabel('Choose files').setInputFiles(paths);
    const send = page.getByRole('button', { name: `Send ${count} files`, exact: true });
    await send.waitFor();
    const startedAt = performance.now();
    await send.click();
    const arrived = page.getByRole('heading', { name: 'Your files have arrived' });
    await arrived.waitFor({ timeout: acts.uploadTimeoutMs });
    report('upload page', latencyMs, startedAt);
    assert.equal(await page.locator('#sent li, .receipt li').count(), count);
  });
}
