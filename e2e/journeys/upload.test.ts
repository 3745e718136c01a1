import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { History, InboxEntry } from '../contract/wire.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { lendPage } from './lend-page.ts';
import { linksIn, Mailbox } from './mailbox.ts';

const skip = missingBrowser;
const random = new SeededRandom(4);
const files = [
  { name: 'video – 1.mov', mimeType: 'video/quicktime', buffer: Buffer.from(random.bytes(9e6)) },
  { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from(random.bytes(2100)) },
];
const names = files.map(({ name }) => name).sort();

const mailbox = await Mailbox.open();
const { server, clients } = await startExchange(['anna'], { settings: mailbox.settings });
const { anna } = clients;
const contacts = { scripted: 'bob@example.org', plain: 'dora@example.org' };
await lendPage(anna, Object.values(contacts), { ddmessage: 'Please send the signed contract.' });

async function linkTo(contact: string): Promise<string> {
  const mail = await mailbox.getMail(contact, /^anna@example\.com asks you for files$/);
  assert.deepEqual(mail.envelopeTo, [contact]);
  const [link = '', ...others] = linksIn(mail);
  assert.deepEqual(others, [], 'the mail leads to one place');
  assert.ok(link.startsWith(`${server.url}/u/`), link);
  return link;
}

async function open(link: string, javaScriptEnabled: boolean): Promise<Page> {
  const page = await newReader({ javaScriptEnabled });
  await page.goto(link);
  return page;
}

async function send(page: Page, button: string): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles(files);
  await page.getByLabel('Message (optional)').fill('Signed.\nSee page 3.');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
}

/** What the receipt on the page says arrived, and when; it also says who was notified. */
async function readReceipt(page: Page): Promise<{ names: string[]; at: string | null }> {
  const receipt = page.getByRole('region', { name: 'Your files have arrived' });
  assert.match(await receipt.innerText(), /anna@example\.com has been notified\./);
  return {
    names: (await receipt.locator('li bdi').allTextContents()).sort(),
    at: await receipt.locator('time').getAttribute('datetime'),
  };
}

async function getReturn(contact: string): Promise<InboxEntry> {
  const { inbox } = await anna.get<History>('get_history');
  const [entry, ...others] = inbox.filter(({ sender }) => sender === contact);
  assert.ok(entry !== undefined && others.length === 0, `one entry is from ${contact}`);
  return entry;
}

async function assertArrived(contact: string): Promise<void> {
  const entry = await getReturn(contact);
  assert.deepEqual(entry.files.map(({ name }) => name).sort(), names);
  for (const { name, buffer } of files) {
    const got = await anna.download(entry.url, name);
    assert.equal(got.status, 200, got.text().slice(0, 200));
    assert.ok(got.body.equals(buffer), `${name} arrived as it was sent`);
  }
  const subject = new RegExp(`^${contact} sent you 2 files$`);
  const mail = await mailbox.getMail(anna.email, subject);
  assert.deepEqual(mail.envelopeTo, [anna.email]);
  assert.match(mail.content.text ?? '', /^> Signed\.\n> See page 3\.$/m);
  assert.deepEqual(linksIn(mail), [`${server.url}/${anna.email}/`]);
}

for (const [kind, contact] of Object.entries(contacts)) {
  const isScripted = kind === 'scripted';
  const how = isScripted ? 'with' : 'without';

  test(
    `${how} scripts, files are sent back, arrive whole, and the receipt stays`,
    { skip },
    async () => {
      const link = await linkTo(contact);
      const page = await open(link, isScripted);
      assert.match(await page.locator('main').innerText(), /Please send the signed contract\./);
      assert.equal(await page.getByText('Your files have arrived').count(), 0);

      await send(page, isScripted ? 'Send 2 files' : 'Send');
      // The script marks the page it reloads, and takes the mark off again once it has looked at it.
      await page.waitForURL(link);
      const receipt = await readReceipt(page);
      assert.deepEqual(receipt.names, names);
      const ageMs = Date.now() - Date.parse(receipt.at ?? '');
      assert.ok(ageMs >= 0 && ageMs < 60_000, String(receipt.at));
      await page.reload();
      assert.deepEqual(await readReceipt(page), receipt);
      const later = await open(link, isScripted);
      assert.deepEqual(await readReceipt(later), receipt);
      assert.equal(await later.getByRole('heading', { name: 'Send more' }).count(), 1);

      await assertArrived(contact);
    },
  );
}
