import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { History } from '../contract/wire.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { lendPage } from './lend-page.ts';
import { linkIn, operatorOf } from './operator.ts';

const skip = missingBrowser;
const { server, clients } = await startExchange(['anna'], {
  settings: ['--grant-max-files', '5'],
});
const { anna } = clients;
const folder = await mkdtemp(join(tmpdir(), 'valise-choices-'));
after(() => rm(folder, { recursive: true }));

/** Makes a file below the folder, with the same time for all, and returns its path. */
async function make(path: string, content: string): Promise<string> {
  const whole = join(folder, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, content);
  await utimes(whole, 1_000_000, 1_000_000);
  return whole;
}

async function openPage(contact: string): Promise<Page> {
  await lendPage(anna, [contact]);
  const page = await newReader();
  await page.goto(linkIn(await operatorOf(server).listSettledMails(), 'upload', contact));
  return page;
}

function choose(page: Page, ...paths: string[]): Promise<void> {
  return page.getByLabel('Choose files').setInputFiles(paths);
}

async function chosenNames(page: Page): Promise<string[]> {
  return await page.locator('.chosen .file-name').allTextContents();
}

async function send(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
}

async function arrivedFrom(contact: string): Promise<Map<string, string>> {
  const { inbox } = await anna.get<History>('get_history');
  const entry = inbox.find(({ sender }) => sender === contact) ?? assert.fail('nothing arrived');
  const contents = new Map<string, string>();
  for (const { name } of entry.files) {
    contents.set(name, (await anna.download(entry.url, name)).text());
  }
  return contents;
}

/** Drops files and folders of this machine on the page, as a hand would. */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = await page.locator('.drop-zone').boundingBox();
  assert.ok(box);
  const data = { items: [], files, dragOperationsMask: 1 };
  const place = { x: box.x + 20, y: box.y + 20, data };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place });
  }
}

test('a dropped folder is sent, its files in their folders', { skip }, async () => {
  const page = await openPage('folder@example.org');
  const letter = await make('letter.txt', 'letter');
  await make('Scans/b.dcm', 'B');
  await make('Scans/2026/a.dcm', 'A');
  await drop(page, letter, join(folder, 'Scans'));
  await page.getByText('Scans/b.dcm').waitFor();
  assert.deepEqual(await chosenNames(page), ['letter.txt', 'Scans/2026/a.dcm', 'Scans/b.dcm']);
  await send(page, 'Send 3 files');
  assert.deepEqual(
    await arrivedFrom('folder@example.org'),
    new Map([
      ['letter.txt', 'letter'],
      ['a.dcm', 'A'],
      ['b.dcm', 'B'],
    ]),
  );
});

test('an empty folder is named, not ignored', { skip }, async () => {
  const page = await openPage('empty@example.org');
  await mkdir(join(folder, 'Nothing here'), { recursive: true });
  await drop(page, join(folder, 'Nothing here'));
  await page.getByText('Nothing here: contains no files.').waitFor();
});

test('a bad name is said when chosen, and holds nothing up', { skip }, async () => {
  const page = await openPage('names@example.org');
  const bad = await make('tab\there.txt', 'bad');
  const good = await make('good.txt', 'good');
  await choose(page, bad, good);
  await page.locator('.chosen-state', { hasText: 'Name not allowed' }).waitFor();
  assert.equal(
    await page.locator('.refused-summary').textContent(),
    '1 file will not be sent. See the list for the reason.',
  );
  await send(page, 'Send 1 file');
  const leftOut = page.locator('.left-out');
  await leftOut.waitFor();
  assert.match(
    await leftOut.innerText(),
    /These files were not sent\s+tab\shere\.txt \(Name not allowed/,
  );
  assert.deepEqual(await arrivedFrom('names@example.org'), new Map([['good.txt', 'good']]));
  await page.reload();
  assert.equal(await page.locator('.left-out').count(), 0);
});

test('a file that cannot be sent is named when it stops the sending', { skip }, async () => {
  const page = await openPage('changed@example.org');
  const changed = await make('changed.txt', 'as it was chosen');
  await choose(page, await make('kept.txt', 'kept'), changed);
  await page.getByRole('button', { name: 'Send 2 files', exact: true }).waitFor();
  await writeFile(changed, 'another text of another length');
  await page.getByRole('button', { name: 'Send 2 files', exact: true }).click();
  await page.locator('.send-alert', { hasText: /^changed\.txt: ./ }).waitFor();
});

test('what is over the limit is summed up beside the button', { skip }, async () => {
  const page = await openPage('many@example.org');
  const paths: string[] = [];
  for (let at = 1; at <= 7; at += 1) paths.push(await make(`many/${at}.txt`, String(at)));
  await choose(page, ...paths);
  await page.getByRole('button', { name: 'Send 5 files' }).waitFor();
  assert.match((await page.locator('.refused-summary').textContent()) ?? '', /^2 files will not/);
});

test(
  'two files of one name, size and time stay two; one chosen twice stays one',
  {
    skip,
  },
  async () => {
    const page = await openPage('twins@example.org');
    const [one, other] = [await make('a/same.txt', 'one'), await make('b/same.txt', 'two')];
    await choose(page, one);
    await choose(page, other);
    await page.getByRole('button', { name: 'Send 2 files' }).waitFor();
    await choose(page, one);
    await page.getByText('same.txt: is already in the list.').waitFor();
    await send(page, 'Send 2 files');
    assert.deepEqual(
      await arrivedFrom('twins@example.org'),
      new Map([
        ['same.txt', 'one'],
        ['same (2).txt', 'two'],
      ]),
    );
  },
);

test('a typed message outlives a reload, and goes with the files', { skip }, async () => {
  const page = await openPage('message@example.org');
  const message = page.getByLabel('Message (optional)');
  await message.fill('See page 3.');
  await page.reload();
  assert.equal(await message.inputValue(), 'See page 3.');
  await choose(page, await make('note.txt', 'note'));
  await send(page, 'Send 1 file');
  assert.equal(await message.inputValue(), '');
});
