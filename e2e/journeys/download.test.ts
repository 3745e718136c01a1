import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { download } from './downloads.ts';
import type { ArrivedMail } from './mailbox.ts';
import { linksIn, Mailbox } from './mailbox.ts';
import { operatorOf } from './operator.ts';
import { readZip } from './read-zip.ts';

const skip = missingBrowser;
const random = new SeededRandom(3);
const files = {
  'scan 1.dcm': Buffer.from(random.bytes(21_000_000)),
  'Bericht – Übersicht.pdf': Buffer.from(random.bytes(1234)),
};
const names = Object.keys(files).sort();
const message = 'The X-rays we talked about.\nCall me if anything is missing.';

const mailbox = await Mailbox.open();
const { server, clients } = await startExchange(['anna'], { settings: mailbox.settings });
const operator = operatorOf(server);
const readers = { scripted: 'bob@example.org', plain: 'dora@example.org' };
await sendFiles(clients.anna, Object.values(readers), files, { ddmessage: message });
const [sent] = await operator.listDrops();

async function linkTo(receiver: string): Promise<string> {
  const [link, ...others] = linksIn(await mailbox.getMail(receiver, /sent you/));
  assert.deepEqual(others, [], 'the mail leads to one place');
  return link ?? '';
}

async function downloadEach(page: Page): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const got = await download(page, page.getByRole('button', { name: `Download ${name}` }));
    assert.equal(got.name, name);
    assert.ok(got.bytes.equals(bytes), `${name} arrived as it was sent`);
  }
}

async function downloadAll(page: Page): Promise<void> {
  const got = await download(page, page.getByRole('button', { name: /Download all/ }));
  assert.match(got.name, /\.zip$/);
  await assertHasAll(got.bytes);
}

/** Where the browser asks a person for a place on the disk, a place of the page's own is chosen. */
const chooseOwnPlace = `window.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });`;
const openOwnPlace = `(async () => {
  const place = await navigator.storage.getDirectory();
  for await (const [name, handle] of place.entries()) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await handle.getFile());
    link.download = name;
    link.click();
  }
})()`;

/** With progress, piece by piece, to a place on the disk. */
async function downloadAllToDisk(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Download all/ }).click();
  await page.getByText('Download complete.').waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.evaluate(openOwnPlace)]);
  assert.match(saved.suggestedFilename(), /\.zip$/);
  await assertHasAll(await readFile(await saved.path()));
}

async function assertHasAll(archive: Buffer): Promise<void> {
  const unpacked = await readZip(archive);
  assert.deepEqual(Object.keys(unpacked).sort(), names);
  for (const [name, bytes] of Object.entries(files)) {
    assert.ok(unpacked[name]?.equals(bytes), `${name} was packed as it was sent`);
  }
}

/** The page, opened anew, says of each file that this receiver has it. */
async function untilAllShown(page: Page): Promise<void> {
  await eventually('the page shows every file as downloaded', async () => {
    await page.reload();
    const done = page.locator('.get', { has: page.locator('.is-good') });
    const shown = await done.locator('.file-name').allTextContents();
    return shown.sort().join() === names.join() || undefined;
  });
}

async function countReceipts(receiver: string): Promise<number> {
  const mails = await operator.listSettledMails();
  const receipts = mails.filter(({ kind }) => kind === 'receipt').length;
  assert.equal(mailbox.find('anna@example.com', / downloaded /).length, receipts);
  return mailbox.find('anna@example.com', new RegExp(`^${receiver} .*downloaded`)).length;
}

async function completedBy(receiver: string): Promise<string[]> {
  const drop = await operator.showDrop(sent?.id ?? '');
  const { downloads } = drop.receivers.find(({ email }) => email === receiver) ?? {};
  const completed = (downloads ?? []).filter(({ completedAt }) => completedAt !== null);
  return completed.map(({ name }) => name).sort();
}

function header({ content }: ArrivedMail, key: string): string | undefined {
  return content.headers.find((candidate) => candidate.key === key)?.value;
}

test('each receiver gets a mail of their own, as text and HTML, with a link to the server', async () => {
  for (const receiver of Object.values(readers)) {
    const mail = await mailbox.getMail(receiver, /^anna@example\.com sent you 2 files$/);
    const { content } = mail;
    assert.deepEqual(mail.envelopeTo, [receiver]);
    assert.equal(mail.envelopeFrom, 'valise@localhost');
    assert.deepEqual(
      content.to?.map(({ address }) => address),
      [receiver],
    );
    assert.deepEqual([content.cc, content.bcc], [undefined, undefined]);
    assert.match(content.messageId ?? '', /^<[\w-]{22}@[\w.]+>$/);
    assert.equal(header(mail, 'auto-submitted'), 'auto-generated');
    assert.ok(Math.abs(Date.parse(content.date ?? '') - Date.now()) < 60_000, 'it is new');
    for (const body of [content.text, content.html]) {
      assert.match(body ?? '', /The X-rays we talked about\./);
      for (const name of names) assert.ok(body?.includes(name), `the mail names ${name}`);
    }
    assert.match(content.html ?? '', /<html[^>]* lang="en"/);
    assert.doesNotMatch(content.html ?? '', /<(?:img|script|link|iframe|form)\b/);
    const link = await linkTo(receiver);
    assert.match(link.slice(server.url.length), /^\/d\/[\w-]{43}$/);
    assert.ok(link.startsWith(server.url), link);
  }
  assert.notEqual(await linkTo(readers.scripted), await linkTo(readers.plain));
});

test(
  'with scripts, each file comes whole, is checked, counts once and is confirmed once',
  { skip },
  async () => {
    const receiver = readers.scripted;
    const page = await newReader();
    await page.addInitScript(chooseOwnPlace);
    await page.goto(await linkTo(receiver));
    assert.equal(
      await page.getByRole('heading', { level: 1 }).textContent(),
      'anna@example.com sent you 2 files',
    );
    assert.equal(await page.locator('.letter').innerText(), message);
    assert.doesNotMatch(await page.content(), new RegExp(readers.plain), 'nobody else is named');
    assert.deepEqual(await completedBy(receiver), [], 'looking is not downloading');

    await downloadEach(page);
    assert.equal(await page.getByText('Downloaded and verified').count(), 2);
    await untilAllShown(page);
    assert.deepEqual(await completedBy(receiver), names);
    await mailbox.getMail(
      'anna@example.com',
      new RegExp(`^${receiver} has downloaded your 2 files$`),
    );

    await downloadAllToDisk(page);
    assert.equal(await countReceipts(receiver), 1);
  },
);

test('a service that is busy is not told as a lost connection', { skip }, async () => {
  const page = await newReader();
  await page.goto(await linkTo(readers.scripted));
  const requests = '**/files/**';
  await page.route(requests, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' } }),
  );
  const [name = ''] = names;
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${name}` }).click();
  await page.getByText('The service is busy. The download resumes automatically.').waitFor();
  await page.unroute(requests);
  assert.equal((await saved).suggestedFilename(), name);
});

test('without scripts, everything comes as one archive or file by file', { skip }, async () => {
  const receiver = readers.plain;
  const page = await newReader({ javaScriptEnabled: false });
  await page.goto(await linkTo(receiver));
  assert.deepEqual(await completedBy(receiver), []);

  await downloadAll(page);
  await untilAllShown(page);
  assert.equal(await page.getByText('You have downloaded all the files.').count(), 1);
  await mailbox.getMail(
    'anna@example.com',
    new RegExp(`^${receiver} has downloaded your 2 files$`),
  );

  await downloadEach(page);
  assert.deepEqual(await completedBy(receiver), names);
  assert.equal(await countReceipts(receiver), 1);
});
