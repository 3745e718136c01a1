/**
 * One walk through everything that a person with an account does, with a mouse, by keyboard, without scripts and on a
 * small screen. `E2E_LARGE_BYTES=2000000000` makes the large file as large as that. With `E2E_SCREENSHOTS` naming a
 * folder, pictures of all pages are left there.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { after, test } from 'node:test';
import { addAuthenticator } from './authenticator.ts';
import { missingBrowser } from './browser.ts';
import type { Hands, Manner } from './hands.ts';
import { newHands } from './hands.ts';
import { largeBytes, writeLargeFile } from './hash-files.ts';
import { startServerBehindLine } from './server-behind-line.ts';
import * as acts from './walk-acts.ts';

const screenshots = process.env['E2E_SCREENSHOTS'];
const { server, line, origin, mailbox, linkTo } = await startServerBehindLine();
const { dataDir } = server;

const folder = await mkdtemp(joinPath(tmpdir(), 'valise-walk-'));
after(() => rm(folder, { recursive: true }));
await mkdir(joinPath(folder, 'Scans', '2026'), { recursive: true });
/** Files on the disk by the paths that they are sent under. */
const inFolder: Record<string, string> = {};
for (let number = 1; number <= 300; number += 1) {
  const name = `scan-${String(number).padStart(3, '0')}.txt`;
  const path = joinPath(folder, 'Scans', ...(number > 250 ? ['2026'] : []), name);
  await writeFile(path, `${name} `.repeat(number));
  inFolder[number > 250 ? `Scans/2026/${name}` : `Scans/${name}`] = path;
}
const large = { 'video.mov': joinPath(folder, 'video.mov') };
await writeLargeFile(large['video.mov'], largeBytes);
const few: Record<string, string> = {};
for (const name of ['letter.txt', 'Übersicht.txt', 'table.csv']) {
  few[name] = joinPath(folder, name);
  await writeFile(few[name], name.repeat(1000));
}

interface Walk extends Manner {
  /** Part of all addresses. */
  name: string;
  /** With a folder of many files and a large file, and a line that is cut. */
  isLong?: boolean;
  hasPasskey?: boolean;
}

async function walk({ name, isLong, hasPasskey, ...manner }: Walk): Promise<void> {
  const ann = `ann-${name}@example.com`;
  const zoe = `zoe-${name}@example.com`;
  const bo = `bo-${name}@example.com`;
  const sender = await newHands(manner);
  const reader = await newHands(manner);
  const complaints: string[] = [];
  for (const { page } of [sender, reader]) {
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (entry) => {
      // The line that is cut and the link that was revoked are errors, too.
      const isExpected = /net::ERR_|status of 404/.test(entry.text());
      if (entry.type() === 'error' && !isExpected) complaints.push(entry.text());
    });
    page.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.accept();
    });
  }
  let pictures = 0;
  async function look({ page }: Hands, what: string): Promise<void> {
    pictures += 1;
    await page.waitForLoadState('load');
    if (screenshots !== undefined) {
      const file = `${name}-${String(pictures).padStart(2, '0')}-${what}.png`;
      await page.screenshot({ path: joinPath(screenshots, file), fullPage: true });
    }
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(wider), 0, `${what} is wider than the screen`);
  }

  const removeAuthenticator = hasPasskey === true && (await addAuthenticator(sender.page));
  const invitation = `${origin}${await acts.invite(dataDir, ann)}`;
  if (hasPasskey === true) {
    await acts.joinWithPasskey(sender, invitation, 'Ann');
    await acts.signInAgainWithPasskey(sender);
  } else {
    await acts.join(sender, invitation, 'Ann');
    await acts.signOut(sender);
    await acts.signIn(sender, ann);
  }
  await look(sender, 'home');

  await acts.beginDrop(sender, [zoe, bo]);
  if (isLong === true) {
    const chooseFolder = sender.page.getByRole('button', { name: 'Choose a folder' });
    await sender.chooseFiles(chooseFolder, joinPath(folder, 'Scans'));
    await acts.untilSummary(sender, 300);
    // What has arrived is not uploaded again.
    await sender.page.reload();
    await sender.chooseFiles(chooseFolder, joinPath(folder, 'Scans'));
    await acts.untilSummary(sender, 300);
    const isCut = line.cutAfter(largeBytes / 2);
    await sender.chooseFiles(sender.page.getByLabel('Choose files'), Object.values(large));
    await isCut;
    await sender.page.getByText('Connection lost.').waitFor();
    await look(sender, 'cut');
    line.mend();
    await acts.untilSummary(sender, 301);
  } else await acts.addFiles(sender, Object.values(few), 3);
  const sent = isLong === true ? { ...inFolder, ...large } : few;
  const count = Object.keys(sent).length;
  await look(sender, 'compose');
  await acts.sendDrop(sender, 'The scans we talked about.');
  await look(sender, 'drop');

  const link = await linkTo(zoe, /^Ann .*sent you/);
  const fetched = await acts.fetchAll(reader, link);
  await look(reader, 'download');
  assert.deepEqual(fetched, await acts.hashesOf(sent));
  await acts.untilShown(sender, sender.page.getByText(`All ${count} files`));
  await look(sender, 'fetched');

  await acts.extendDrop(sender);
  await look(sender, 'extended');
  await acts.revokeOne(sender, bo);
  await look(sender, 'revoked');
  await reader.page.goto(await linkTo(bo, /^Ann .*sent you/));
  await reader.page.getByRole('heading', { name: /no longer available/ }).waitFor();
  await reader.page.goto(link);
  await reader.page.getByRole('heading', { name: /sent you/ }).waitFor();

  await acts.askForFiles(sender, zoe, 'Please send the signed letter.');
  await look(sender, 'request');
  await acts.answer(reader, await linkTo(zoe, /asks you for files/), Object.values(few));
  await look(reader, 'answered');
  await mailbox.getMail(ann, /sent you 3 files/);
  const received = await acts.readItem(sender, zoe);
  await look(sender, 'item');
  assert.deepEqual(received, await acts.hashesOf(few));
  if (removeAuthenticator !== false) await removeAuthenticator();
  await acts.signOut(sender);
  await look(sender, 'signed-out');
  assert.deepEqual(complaints, []);
}

const skip = missingBrowser;

test('the walk by keyboard alone, on a small screen', { skip }, async () => {
  await walk({ name: 'keys', isKeyboard: true, viewport: { width: 360, height: 740 } });
});

test('the walk without scripts', { skip }, async () => {
  await walk({ name: 'plain', javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
});

test(
  'the walk with a passkey, a folder, a large file and a line that is cut',
  { skip },
  async () => {
    await walk({ name: 'long', isLong: true, hasPasskey: true });
  },
);
