import type { Page } from 'playwright-core';
import { sendFiles } from '../contract/send-files.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import type { RunningServer } from '../harness/server.ts';
import { addTelephone, demandCodes } from './codes.ts';
import { lendPage } from './lend-page.ts';
import { linkIn, operatorOf } from './operator.ts';
import type { PageState } from './page-states.ts';
import { pressToNextPage } from './press-to-next-page.ts';

/** Where messages to telephones are sent to and never arrive. */
export const deadGateway = [
  '--sms-gateway-url',
  'http://127.0.0.1:9/',
  '--sms-allowed-prefixes',
  '46',
];

const reader = 'margareta.wennerstrom-lindqvist@a-rather-long-name.example.org';
const readers = { needed: `one-${reader}`, stuck: `two-${reader}`, lent: `three-${reader}` };
const unreachable = 'nobody@example.org';

/** The page that asks for a code, in every state that needs no waiting. */
export async function makeCodeStates(server: RunningServer, client: Client): Promise<PageState[]> {
  await demandCodes(server, client, 'either');
  const files = { 'secret.pdf': 'secret' };
  for (const email of Object.values(readers)) await addTelephone(client, email, '46701234578');
  await sendFiles(client, [readers.needed, readers.stuck], files);
  await lendPage(client, [readers.lent]);
  await demandCodes(server, client, 'sms');
  await sendFiles(client, [unreachable], files);
  const mails = await operatorOf(server).listSettledMails();
  const link = linkIn(mails, 'download', readers.needed);

  return [
    { name: 'code-needed', open: (page) => page.goto(link) },
    {
      name: 'code-sent',
      open: async (page) => {
        await page.goto(link);
        await askByEmail(page);
      },
    },
    {
      name: 'code-wrong',
      open: async (page) => {
        await page.goto(link);
        await enterWrong(page);
        await page.getByText('You have 4 tries left.').waitFor();
      },
    },
    {
      name: 'code-spent',
      open: async (page) => {
        await page.goto(link);
        for (let tries = 0; tries < 4; tries += 1) await enterWrong(page);
        await page.getByText('entered incorrectly too many times').waitFor();
      },
    },
    {
      name: 'code-no-more',
      open: async (page) => {
        await page.goto(link);
        for (let codes = 1; codes < 5; codes += 1) await askByEmail(page);
        await page.getByText('No more codes can be sent').first().waitFor();
      },
    },
    {
      name: 'code-stuck',
      open: async (page) => {
        await page.goto(linkIn(mails, 'download', readers.stuck));
        await pressToNextPage(page.getByRole('button', { name: 'by SMS' }));
        await eventually('the page says that the code is stuck', async () => {
          await page.reload();
          return (await page.getByText('No code has reached').count()) > 0 || undefined;
        });
      },
    },
    {
      name: 'code-unreachable',
      open: async (page) => {
        await page.goto(linkIn(mails, 'download', unreachable));
        await page.getByText('Please contact the sender.').waitFor();
      },
    },
    {
      name: 'code-upload',
      open: (page) => page.goto(linkIn(mails, 'upload', readers.lent)),
    },
  ];
}

async function askByEmail(page: Page): Promise<void> {
  await pressToNextPage(page.getByRole('button', { name: 'by e-mail' }));
  await page.getByText('We have sent an 8-digit code').waitFor();
}

async function enterWrong(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill('0000 0000');
  await pressToNextPage(page.getByRole('button', { name: 'Show the files' }));
  await page.getByRole('alert').waitFor();
}
