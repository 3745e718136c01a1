/** Requests and the inbox, where the long walk does not reach. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { after, test } from 'node:test';
import { missingBrowser } from './browser.ts';
import { newHands } from './hands.ts';
import { startServerBehindLine } from './server-behind-line.ts';
import * as acts from './walk-acts.ts';

const { server, origin } = await startServerBehindLine();
const folder = await mkdtemp(joinPath(tmpdir(), 'valise-requests-'));
after(() => rm(folder, { recursive: true }));

test(
  'a link is handed out with limits, used, and ends with its request; the inbox keeps what came until it is deleted',
  { skip: missingBrowser },
  async () => {
    const names = ['one.txt', 'two.txt', 'three.txt'];
    const paths = names.map((name) => joinPath(folder, name));
    for (const path of paths) await writeFile(path, path);
    const asker = await newHands({});
    const { page, press, write } = asker;
    await acts.join(
      asker,
      `${origin}${await acts.invite(server.dataDir, 'ann@example.com')}`,
      'Ann',
    );

    await press(page.getByRole('link', { name: 'Requests', exact: true }));
    await press(page.getByLabel('Create links to hand out'));
    await press(page.getByText('Limits for each link (optional)'));
    await write(page.getByLabel('Number of files'), 'many');
    await press(page.getByRole('button', { name: 'Create links', exact: true }));
    await page.getByRole('alert').getByText('Enter a whole number above zero.').waitFor();
    await write(page.getByLabel('Number of files'), '2');
    await press(page.getByRole('button', { name: 'Create links', exact: true }));
    await page.getByText('Your request is open.').waitFor();
    const request = page.url();
    const link = await page.getByLabel('Link for Link 1').inputValue();
    assert.ok(link.startsWith(`${origin}/u/`), link);

    const guest = await newHands({});
    await guest.page.goto(link);
    await guest.page.getByText('Up to 2 files').waitFor();
    await guest.write(guest.page.getByLabel('Your name'), 'Guest Åberg');
    await guest.chooseFiles(guest.page.getByLabel('Choose files'), paths);
    await guest.page.getByText('1 file will not be sent.').waitFor();
    await guest.press(guest.page.getByRole('button', { name: 'Send 2 files', exact: true }));
    await guest.page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
    await guest.page.getByText('You have reached the limit of this page.').waitFor();

    await page.reload();
    await press(page.getByRole('link', { name: 'Guest Åberg' }));
    const title = 'Files from Guest Åberg (name given by the sender)';
    await page.getByRole('heading', { name: title }).waitFor();
    await press(page.locator('#delete').getByText('Delete', { exact: true }));
    await press(page.getByRole('button', { name: 'Delete these files' }));
    await page.getByText('Deleted.', { exact: true }).waitFor();
    await page.getByText('Your inbox is empty.').waitFor();

    await page.goto(request);
    await page.getByText('Deleted or expired').waitFor();
    await press(page.getByRole('button', { name: 'Close request' }));
    await page.getByText('The request is closed.').waitFor();
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'This page is no longer available' }).waitFor();
  },
);

test(
  'who is asked is a chip each, with the members of groups',
  { skip: missingBrowser },
  async () => {
    const asker = await newHands({});
    const { page, press, write } = asker;
    const invitation = await acts.invite(server.dataDir, 'gus@example.com');
    await acts.join(asker, `${origin}${invitation}`, 'Gus');
    await page.goto(`${origin}/app/contacts/new`);
    await write(page.getByLabel('E-mail address'), 'bob@example.com');
    await write(page.getByLabel('Name'), 'Bob Berg');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.goto(`${origin}/app/contacts/groups`);
    await write(page.getByLabel('Group name'), 'Board');
    await write(page.getByLabel('Add members'), 'bob@example.com');
    await press(page.getByRole('button', { name: 'Create group', exact: true }));

    await page.goto(`${origin}/app/requests`);
    const field = page.getByLabel('From whom');
    await field.fill('boa');
    await page.getByRole('option', { name: 'Board' }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.locator('.chip').filter({ hasText: 'Board' }).waitFor();
    await field.fill('no address');
    await press(page.getByRole('button', { name: 'Send request', exact: true }));
    await page.getByText('Not an e-mail address: no address').waitFor();
    assert.equal(await field.inputValue(), 'no address');
    await field.fill('Zoe <zoe@example.com>');
    await press(page.getByRole('button', { name: 'Send request', exact: true }));
    await page.getByText('Your request is open.').waitFor();
    for (const email of ['bob@example.com', 'zoe@example.com'])
      await page.getByText(email).first().waitFor();
  },
);
