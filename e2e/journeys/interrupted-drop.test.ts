/** What a sender's upload survives. `E2E_LARGE_BYTES=10000000000` makes the file as large as that. */
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { missingBrowser } from './browser.ts';
import type { Hands } from './hands.ts';
import { newHands } from './hands.ts';
import { hashFile, largeBytes, writeLargeFile } from './hash-files.ts';
import { startServerBehindLine } from './server-behind-line.ts';
import * as acts from './walk-acts.ts';

const skip = missingBrowser;
const cuts = 20;
const { server, line, origin, linkTo } = await startServerBehindLine();
const folder = await mkdtemp(joinPath(tmpdir(), 'valise-interrupted-'));
after(() => rm(folder, { recursive: true }));

async function newSender(email: string): Promise<Hands> {
  const hands = await newHands({});
  await acts.join(hands, `${origin}${await acts.invite(server.dataDir, email)}`, 'Ann');
  return hands;
}

/** The browser says that it is online again, so that nothing waits for the time of the next attempt. */
async function bringOnline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

test(
  `an upload survives ${cuts} cuts, a restart, and the sender signing out and in`,
  { skip },
  async () => {
    const email = 'ann@example.com';
    const path = joinPath(folder, 'video.mov');
    await writeLargeFile(path, largeBytes);
    const sender = await newSender(email);
    const { page } = sender;
    await acts.beginDrop(sender, ['zoe@example.com', 'bo@example.com']);
    const bytesBetween = largeBytes / (cuts + 4);
    let nextCut = line.cutAfter(bytesBetween);
    await sender.chooseFiles(page.getByLabel('Choose files'), [path]);
    for (let cut = 1; cut <= cuts; cut += 1) {
      await nextCut;
      await page.getByText('Connection lost.').waitFor();
      if (cut === 8) await server.restart();
      if (cut === 14) {
        await sender.press(page.getByRole('button', { name: 'Pause' }));
        line.mend();
        const other = await sender.inNewTab();
        await other.page.goto(`${origin}/app/`);
        await acts.signOut(other);
        await acts.signIn(other, email);
        await other.page.close();
      }
      // Planned before bytes move again.
      if (cut < cuts) nextCut = line.cutAfter(bytesBetween);
      line.mend();
      if (cut === 14) await sender.press(page.getByRole('button', { name: 'Resume' }));
      await bringOnline(page);
    }
    // The form belongs to the session that has ended; the file to the draft.
    await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: acts.uploadTimeoutMs });
    await page.reload();
    await acts.sendDrop(sender, '');

    const reader = await newHands({});
    await reader.page.goto(await linkTo('zoe@example.com', /sent you/));
    const saved = reader.page.waitForEvent('download', { timeout: acts.uploadTimeoutMs });
    await reader.press(reader.page.getByRole('button', { name: 'Download video.mov' }));
    assert.equal(await hashFile(await (await saved).path()), await hashFile(path));
  },
);

test(
  'small files that are cut off arrive once each, in the order in which they were chosen',
  { skip },
  async () => {
    const count = 40;
    const names = Array.from({ length: count }, (_, at) => `page-${String(at + 10)}.bin`);
    const paths = names.map((name) => joinPath(folder, name));
    for (const path of paths) await writeLargeFile(path, 10_000);
    const sender = await newSender('cleo@example.com');
    const { page } = sender;
    await acts.beginDrop(sender, ['zoe@example.com', 'bo@example.com']);
    for (const share of [0.2, 0.7]) {
      const isCut = line.cutAfter(share * count * 10_000);
      if (share === 0.2) await sender.chooseFiles(page.getByLabel('Choose files'), paths);
      else {
        line.mend();
        await bringOnline(page);
      }
      await isCut;
      await page.getByText('Connection lost.').waitFor();
    }
    line.mend();
    await bringOnline(page);
    await acts.untilSummary(sender, count);
    const listed = page.locator('.kept-files .file-name');
    assert.deepEqual(await listed.allTextContents(), names);
    await page.reload();
    await listed.nth(count - 1).waitFor();
    assert.deepEqual(await listed.allTextContents(), names);
  },
);

/** Closes a page as a person does. */
async function tryToClose(page: Page): Promise<'closed' | 'warned'> {
  const { promise, resolve } = Promise.withResolvers<'closed' | 'warned'>();
  page.once('close', () => {
    resolve('closed');
  });
  page.once('dialog', (dialog) => {
    resolve('warned');
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  return await promise;
}

/** A line on which an upload of 6 MB takes half a minute, which is longer than a busy machine takes to close a page. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e5 };
  await network.send('Network.emulateNetworkConditions', slow);
}

test('closing the page warns only while bytes move', { skip }, async () => {
  const sender = await newSender('ben@example.com');
  const path = joinPath(folder, 'plan.bin');
  await writeLargeFile(path, 6e6);
  await acts.beginDrop(sender, ['zoe@example.com']);
  const draft = sender.page.url();

  async function open(): Promise<Hands> {
    const hands = await sender.inNewTab();
    await hands.page.goto(draft);
    await hands.press(hands.page.getByLabel('Message (optional)'));
    return hands;
  }
  async function openUploading(): Promise<Hands> {
    const hands = await open();
    await slowDown(hands.page);
    await hands.chooseFiles(hands.page.getByLabel('Choose files'), [path]);
    await hands.page.locator('.progress-text').filter({ hasText: '/s' }).waitFor();
    return hands;
  }

  const untouched = await open();
  assert.equal(await tryToClose(untouched.page), 'closed', 'before an upload');

  const paused = await openUploading();
  assert.equal(await tryToClose(paused.page), 'warned', 'while bytes move');
  await paused.press(paused.page.getByRole('button', { name: 'Pause' }));
  await paused.page.getByText('Paused').waitFor();
  assert.equal(await tryToClose(paused.page), 'closed', 'during a pause');

  const cut = await openUploading();
  line.cut();
  await cut.page.getByText('Connection lost.').waitFor();
  assert.equal(await tryToClose(cut.page), 'closed', 'without a connection');
  line.mend();

  const done = await open();
  await done.chooseFiles(done.page.getByLabel('Choose files'), [path]);
  await done.page.getByText('Uploaded', { exact: true }).waitFor();
  assert.equal(await tryToClose(done.page), 'closed', 'after an upload');

  const failed = await open();
  await slowDown(failed.page);
  const changing = joinPath(folder, 'changing.bin');
  await writeLargeFile(changing, 6e6);
  await failed.chooseFiles(failed.page.getByLabel('Choose files'), [changing]);
  await failed.page.locator('.progress-text').filter({ hasText: '/s' }).waitFor();
  await failed.press(failed.page.getByRole('button', { name: 'Pause' }));
  await appendFile(changing, 'more');
  await failed.press(failed.page.getByRole('button', { name: 'Resume' }));
  await failed.page.getByText('1 file will not be sent.').waitFor();
  assert.equal(await tryToClose(failed.page), 'closed', 'after a failure');
});

test('what is typed while the connection is lost is saved when it is back', { skip }, async () => {
  const sender = await newSender('dora@example.com');
  const { page } = sender;
  await acts.beginDrop(sender, ['zoe@example.com']);
  await page.getByText(/^Saved /).waitFor();
  line.cut();
  await sender.write(page.getByLabel('Message (optional)'), 'Typed in a tunnel');
  await page.getByText('Not saved.').waitFor();
  line.mend();
  await page.getByText(/^Saved /).waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Message (optional)').inputValue(), 'Typed in a tunnel');
});

test(
  'Send asks again while large files are checked, and finds out what a lost answer was',
  { skip },
  async () => {
    const sender = await newSender('eva@example.com');
    const { page } = sender;
    const paths = ['one.txt', 'two.txt'].map((name) => joinPath(folder, name));
    for (const path of paths) await writeLargeFile(path, 1000);
    await acts.beginDrop(sender, ['zoe@example.com', 'bo@example.com']);
    await acts.addFiles(sender, paths, 2);
    const answers = ['checking', 'lost'];
    await page.route('**/app/send/*', async (route) => {
      const [, act] = /name="act"\r\n\r\n(\w+)/.exec(route.request().postData() ?? '') ?? [];
      const answer = act === 'send' ? answers.shift() : undefined;
      if (answer === 'checking') {
        const json = { status: 'error', error: 'upload_in_progress' };
        await route.fulfill({ status: 409, headers: { 'retry-after': '1' }, json });
      } else if (answer === 'lost') {
        const reached = await route.fetch({ maxRedirects: 0 });
        assert.equal(reached.status(), 303);
        await route.abort('connectionreset');
      } else await route.continue();
    });
    await acts.sendDrop(sender, '');
    assert.deepEqual(answers, []);
    await page.goto(`${origin}/app/sent`);
    assert.equal(await page.locator('main a.row-link[href^="/app/sent/"]').count(), 1);
  },
);
