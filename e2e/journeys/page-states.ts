import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import { keyFor } from '../harness/add-account.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { TusClient } from '../harness/tus-client.ts';
import { deadGateway, makeCodeStates } from './code-states.ts';
import { lendPage } from './lend-page.ts';
import { operatorOf } from './operator.ts';

/** A page in one of the states that people meet it in. */
export interface PageState {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Undoes what would disturb the next state. */
  leave?: (page: Page) => Promise<unknown>;
}

const accountName = 'annabella.von-und-zu-langenfeld';
type Reader = 'ready' | 'many' | 'partly' | 'soon' | 'lender' | 'chooser' | 'filler' | 'returner';

const message = [
  'The X-rays we talked about.',
  '',
  'Call me if anything is missing: ' + 'https://example.org/' + 'long'.repeat(40),
].join('\n');

const files = {
  [`${'scan-of-the-left-knee-'.repeat(9)}.dcm`]: Buffer.alloc(1_234_567, 1),
  'summary.pdf': Buffer.alloc(120_000, 2),
  'Übersicht (Kopie).txt': 'text',
};

/** An exchange in which every page can be met in every state, and the account that can sign in. */
export async function startPageStates() {
  const settings = ['--grant-max-files', '3', ...deadGateway];
  const { server, clients } = await startExchange([accountName, 'new', 'careful'], { settings });
  const account = clients[accountName];
  const operator = operatorOf(server);
  const terms = { ddmessage: message };
  await sendFiles(account, [address('ready'), address('partly')], files, terms);
  await sendFiles(account, [address('soon')], { 'one.pdf': 'one' }, { desttime: 3600 });
  const many = Array.from({ length: 30 }, (_, at) => [`scan-${at}.dcm`, 'x']);
  await sendFiles(account, [address('many')], Object.fromEntries(many) as Record<string, string>);
  const lent = ['lender', 'chooser', 'filler', 'returner'] as const;
  await lendPage(account, lent.map(address), { ddmessage: 'Please send the signed contract.' });
  await account.upload({ 'not-sent-yet.txt': 'draft' });
  const mails = await operator.listSettledMails();

  function linkTo(reader: Reader): string {
    const link = mails.find(({ to }) => to === address(reader))?.links[0];
    return link ?? assert.fail(`no mail went to ${reader}`);
  }

  /** Sends the whole of one file and a part of another, and goes away. */
  async function beginUploads(link: string): Promise<void> {
    const client = new TusClient(server, new URL(link).pathname);
    const whole = await client.create('summary.pdf', 120_000);
    await client.append(whole, 0, Buffer.alloc(120_000));
    const part = await client.create(`${'scan-of-the-left-knee-'.repeat(9)}.dcm`, 1_000_000);
    await client.append(part, 0, Buffer.alloc(480_000));
  }

  /** Takes the first file as a browser would that has no script. */
  async function fetchFirst(link: string): Promise<void> {
    const page = (await exchange(server.url, { path: new URL(link).pathname })).text();
    const button = /action="(\/d\/[^"]+\/files\/[^"]+)"/.exec(page)?.[1] ?? '';
    const pressed = await exchange(server.url, { method: 'POST', path: button });
    const path = String(pressed.headers['location']);
    assert.equal((await exchange(server.url, { path })).status, 200);
  }

  const unknownLink = `${server.url}/d/${'A'.repeat(43)}`;

  const states: PageState[] = [
    { name: 'welcome', open: (page) => page.goto(server.url) },
    { name: 'account', open: (page) => page.goto(`${server.url}${account.path()}`) },
    { name: 'error-not-found', open: (page) => page.goto(`${server.url}/nothing/here`) },
    { name: 'error-forbidden', open: (page) => page.goto(`${server.url}${clients.new.path()}`) },
    { name: 'download-ready', open: (page) => page.goto(linkTo('ready')) },
    {
      name: 'download-languages',
      open: async (page) => {
        await page.goto(linkTo('ready'));
        await page.locator('.public-top summary').click();
      },
    },
    {
      name: 'download-explained',
      open: async (page) => {
        await page.goto(linkTo('ready'));
        for (const summary of await page.locator('main summary').all()) await summary.click();
      },
    },
    {
      name: 'download-some-downloaded',
      open: async (page) => {
        await fetchFirst(linkTo('partly'));
        await page.goto(linkTo('partly'));
        await page.locator('.get-state > .is-good').first().waitFor();
      },
    },
    {
      name: 'download-checked',
      open: async (page) => {
        await page.goto(linkTo('partly'));
        await page.getByRole('button', { name: 'Download summary.pdf' }).click();
        await page.getByText('Downloaded and verified').waitFor();
      },
    },
    {
      name: 'download-offline',
      open: async (page) => {
        await page.goto(linkTo('ready'));
        await page.context().setOffline(true);
        await page.getByRole('button', { name: 'Download summary.pdf' }).click();
        await page.getByText('You are offline.').waitFor();
      },
      leave: async (page) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('Download cancelled.').waitFor();
        await page.context().setOffline(false);
      },
    },
    { name: 'download-found', open: (page) => page.goto(`${linkTo('many')}?find=scan-1`) },
    { name: 'download-found-nothing', open: (page) => page.goto(`${linkTo('many')}?find=zebra`) },
    { name: 'download-ends-soon', open: (page) => page.goto(linkTo('soon')) },
    { name: 'download-ended', open: (page) => page.goto(unknownLink) },
    {
      name: 'download-wait',
      open: async (page) => {
        const path = new URL(unknownLink).pathname;
        for (let misses = 0; misses < 20; misses += 1) await exchange(server.url, { path });
        await page.goto(unknownLink);
        await page.getByText('Please wait a moment').waitFor();
      },
    },
    { name: 'upload-empty', open: (page) => page.goto(linkTo('lender')) },
    {
      name: 'upload-sent',
      open: async (page) => {
        await page.goto(linkTo('lender'));
        await choose(page, 1);
        await send(page);
      },
    },
    {
      name: 'upload-chosen',
      open: async (page) => {
        await page.goto(linkTo('chooser'));
        await choose(page, 4);
        await page.getByText('Too many files').waitFor();
      },
    },
    {
      name: 'upload-sending',
      open: async (page) => {
        await page.goto(linkTo('chooser'));
        await choose(page, 3);
        // The form leaves and never gets an answer.
        await page.route('**/u/*/tus', () => undefined);
        await page.locator('[type=submit]').click();
        await page.getByRole('button', { name: 'Cancel' }).waitFor();
      },
      leave: async (page) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        // Until it has stopped, the page asks before it is left.
        await page.getByText('Stopped. Nothing was sent.').waitFor();
        await page.unroute('**/u/*/tus');
      },
    },
    {
      name: 'upload-begun',
      open: async (page) => {
        await beginUploads(linkTo('returner'));
        await page.goto(linkTo('returner'));
        await page.getByText('Choose this file again').waitFor();
      },
    },
    {
      name: 'upload-full',
      open: async (page) => {
        await page.goto(linkTo('filler'));
        await choose(page, 3);
        await send(page);
      },
    },
    { name: 'upload-ended', open: (page) => page.goto(unknownLink.replace('/d/', '/u/')) },
    ...(await makeCodeStates(server, clients.careful)),
  ];
  return {
    server,
    states,
    linkTo,
    credentials: { username: account.email, password: keyFor(account.email) },
  };
}

function address(reader: Reader): string {
  return `${reader}@example.org`;
}

async function choose(page: Page, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `${'contract-'.repeat(at * 8 + 1)}.pdf`);
  const chosen = names.map((name) => {
    return { name, mimeType: 'application/pdf', buffer: Buffer.alloc(21_000, 3) };
  });
  await page.getByLabel('Choose files').setInputFiles(chosen);
}

async function send(page: Page): Promise<void> {
  await page.locator('[type=submit]').click();
  await page.getByText('Your files have arrived').waitFor();
}
