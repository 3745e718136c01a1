import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import type { History } from '../contract/wire.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { addTelephone, digitsIn, readCapturedCode } from './codes.ts';
import { download } from './downloads.ts';
import { lendPage } from './lend-page.ts';
import { linksIn, Mailbox } from './mailbox.ts';
import { operatorOf } from './operator.ts';
import { pressToNextPage } from './press-to-next-page.ts';

const skip = missingBrowser;
const file = { name: 'secret scan.dcm', bytes: Buffer.alloc(300_000, 7) };
const message = 'The X-rays we talked about.';
const number = '46701234578';
/** Where the reader finds the mail: another site. */
const webmail = 'http://webmail.test/';

const mailbox = await Mailbox.open();
const settings = ['--second-factor', 'either', '--sms-allowed-prefixes', '46'];
const { server, clients } = await startExchange(['anna'], {
  settings: [...mailbox.settings, ...settings],
});
const { anna } = clients;
const receivers = { scripted: 'bob@example.org', plain: 'dora@example.org' };
const contacts = { scripted: 'carl@example.org', plain: 'emma@example.org' };
await addTelephone(anna, receivers.plain, number);
const files = { [file.name]: file.bytes };
await sendFiles(anna, Object.values(receivers), files, { ddmessage: message });
await lendPage(anna, Object.values(contacts), { ddmessage: message });

async function linkTo(reader: string): Promise<string> {
  const mail = await mailbox.getMail(reader, /^anna@example\.com (?:sent you|asks you for) files$/);
  assert.doesNotMatch(`${mail.content.text ?? ''}${mail.content.html ?? ''}`, /X-rays|secret scan/);
  return linksIn(mail)[0] ?? '';
}

/** Follows the link in a mail that is read on another site. */
async function followLink(page: Page, link: string): Promise<void> {
  await page.route(webmail, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Your files</a>` }),
  );
  await page.goto(webmail);
  await page.getByRole('link', { name: 'Your files' }).click();
  await page.waitForURL(`${server.url}/**`);
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await pressToNextPage(page.getByRole('button', { name: /^(?:Show the files|Continue)$/ }));
}

async function countCodes(): Promise<number> {
  const mails = await operatorOf(server).listMails();
  return mails.filter(({ kind }) => kind === 'code').length;
}

async function assertShut(page: Page): Promise<void> {
  await page.getByText('Enter a code to open this page').waitFor();
  assert.doesNotMatch(await page.content(), /X-rays|secret scan|\.dcm/);
}

for (const [kind, receiver] of Object.entries(receivers)) {
  const isScripted = kind === 'scripted';
  const way = isScripted ? 'e-mail' : 'SMS';

  test(
    `${isScripted ? 'with' : 'without'} scripts, a code by ${way} opens the files to the browser that entered it`,
    { skip },
    async () => {
      const link = await linkTo(receiver);
      const before = await countCodes();
      const { pathname: path } = new URL(link);
      for (let looks = 0; looks < 10; looks += 1) {
        await exchange(server.url, { path });
        await exchange(server.url, { path, method: 'HEAD' });
      }
      const page = await newReader({ javaScriptEnabled: isScripted });
      await followLink(page, link);
      await assertShut(page);
      assert.equal(await countCodes(), before, 'looking sends nothing');

      await pressToNextPage(page.getByRole('button', { name: `Send it by ${way}` }));
      await page.getByText('We have sent an 8-digit code to').waitFor();
      const code = isScripted
        ? digitsIn(
            (await mailbox.getMail(receiver, /^Your code to open the page from /)).content.text ??
              '',
          )
        : await readCapturedCode(server, number);
      await enter(
        page,
        code.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
      );
      await page.getByText('That code is not correct. You have 4 tries left.').waitFor();
      await enter(page, `${code.slice(0, 4)} ${code.slice(4)}`);
      await page.getByText(message).waitFor();

      const button = page.getByRole('button', { name: `Download ${file.name}` });
      const got = await download(page, button);
      assert.ok(got.bytes.equals(file.bytes), 'the file arrived as it was sent');
      await followLink(page, link);
      await page.getByText(message).waitFor();

      const other = await newReader({ javaScriptEnabled: isScripted });
      await followLink(other, link);
      await assertShut(other);
    },
  );
}

for (const [kind, contact] of Object.entries(contacts)) {
  const isScripted = kind === 'scripted';

  test(
    `${isScripted ? 'with' : 'without'} scripts, a code opens the page on which files are sent back`,
    { skip },
    async () => {
      const page = await newReader({ javaScriptEnabled: isScripted });
      await followLink(page, await linkTo(contact));
      await assertShut(page);
      await pressToNextPage(page.getByRole('button', { name: 'Send it by e-mail' }));
      const { content } = await mailbox.getMail(contact, /^Your code to open the page from /);
      await enter(page, digitsIn(content.text ?? ''));
      await page.getByText(message).waitFor();

      const buffer = file.bytes;
      const chosen = { name: file.name, mimeType: 'application/dicom', buffer };
      await page.getByLabel('Choose files').setInputFiles([chosen]);
      await page.getByRole('button', { name: /^Send/ }).click();
      await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
      const { inbox } = await anna.get<History>('get_history');
      const entry = inbox.find(({ sender }) => sender === contact);
      const got = await anna.download(entry?.url ?? '', file.name);
      assert.ok(got.body.equals(file.bytes), 'the file arrived as it was sent');
    },
  );
}

test(
  'with scripts, who has to enter a code anew in the middle of a visit is told so',
  { skip },
  async () => {
    const page = await newReader();
    await page.goto(await linkTo(contacts.scripted));
    await pressToNextPage(page.getByRole('button', { name: 'Send it by e-mail' }));
    await page.getByText('We have sent an 8-digit code').waitFor();
    const codes = await mailbox.waitFor(contacts.scripted, /^Your code to open the page from /, 2);
    await enter(page, digitsIn(codes.at(-1)?.content.text ?? ''));
    await page.getByLabel('Choose files').waitFor();

    await page.context().clearCookies();
    const chosen = { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') };
    await page.getByLabel('Choose files').setInputFiles([chosen]);
    await page.getByRole('button', { name: 'Send 1 file' }).click();
    await page.getByText('This page needs a new code.').waitFor();
    await page.reload();
    await assertShut(page);
  },
);
