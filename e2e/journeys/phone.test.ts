/** The pages of people on a phone, and as an application of one. The server runs in this process. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { enter, listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import { openPeopleFixture } from '../../server/src/http/app/people-fixture.ts';
import { missingBrowser, newReader } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What the browser has of us, beside cookies: its workers and what they keep. */
async function whatIsKept(page: Page): Promise<{ workers: number; caches: string[] }> {
  return await page.evaluate(`(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))()`);
}

/** Pages that are opened later are the worker's. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(
    `navigator.serviceWorker.getRegistration('/app/').then((found) => found?.active?.state === 'activated')`,
  );
  while (await page.evaluate(`navigator.serviceWorker.controller === null`)) await page.reload();
}

/** What an application that shares does: a form that the browser posts. */
async function share(page: Page, text: string): Promise<void> {
  const post = `((text) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/app/share' });
    const files = document.createElement('input');
    Object.assign(files, { type: 'file', name: 'file', multiple: true });
    const picked = new DataTransfer();
    picked.items.add(new File(['first'], 'Über uns.txt', { type: 'text/plain' }));
    picked.items.add(new File(['second'], 'plan.bin'));
    files.files = picked.files;
    const words = document.createElement('input');
    Object.assign(words, { name: 'text', value: text });
    form.append(files, words);
    document.body.append(form);
    form.submit();
  })(${JSON.stringify(text)})`;
  await Promise.all([page.waitForEvent('load'), page.evaluate(post)]);
}

test('the application of a phone', { skip: missingBrowser }, async (t) => {
  const fixture = await openPeopleFixture(t);
  const origin = await listenForBrowsers(fixture);
  const ann = await fixture.addPerson('ann@example.com');
  const page = await newReader(phone);
  await enter(page, origin, ann);

  await t.test(
    'the bars at the bottom cover nothing that has focus, and a finger meets them',
    async () => {
      await page.goto(`${origin}/app/send`);
      await page.getByRole('combobox').first().waitFor();
      const heights: number[] = await page.evaluate(
        `[...document.querySelectorAll('.way .way-link, .sendbar .button, .choose, .camera, .segment, .account > summary')]
        .filter((each) => each.checkVisibility())
        .map((each) => each.matches('.segment') ? each.parentElement : each)
        .map((each) => each.getBoundingClientRect().height)`,
      );
      assert.ok(heights.length > 10, `${heights.length}`);
      for (const height of heights) assert.ok(height >= 44, `${height}`);
      await page.locator('#message').fill(Array.from({ length: 40 }, () => 'a line').join('\n'));
      await page.locator('.skip').focus();
      const covered: string[] = [];
      let seen = 0;
      for (;;) {
        await page.keyboard.press('Tab');
        const [name, isCovered, isEnd]: [string, boolean, boolean] = await page.evaluate(`(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('.sendbar');
        const box = focused.getBoundingClientRect();
        const isBar = focused.closest('.sendbar, .side') !== null;
        const isTall = box.height > 300;
        const isBehind = box.bottom > bar.getBoundingClientRect().top + 1;
        return [focused.outerHTML.slice(0, 80), !isBar && !isTall && isBehind, bar.contains(focused)];
      })()`);
        seen += 1;
        if (isCovered) covered.push(name);
        if (isEnd) break;
      }
      assert.deepEqual(covered, []);
      assert.ok(seen > 15, `${seen}`);
    },
  );

  await t.test('what is shared begins a draft, once', async () => {
    await openWithWorker(page, `${origin}/app/`);
    await share(page, 'Look at https://example.com/');
    const note = page.locator('.shared-note');
    await note.getByText('Über uns.txt · plan.bin · Look at').waitFor();
    assert.equal(new URL(page.url()).hash, '');
    assert.equal(await page.locator('.draft-file').count(), 0, 'any site can post to a tab');
    await note.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.sendbar [data-fact=files]').filter({ hasText: '2 files' }).waitFor();
    assert.equal(await page.locator('#message').inputValue(), 'Look at https://example.com/');
    assert.equal((await whatIsKept(page)).caches.length, 1, 'the share is gone');
    await page.getByText(/^Saved /).waitFor();
    await page.reload();
    await page.locator('.draft-file').getByText('Über uns.txt').waitFor();
    assert.equal(await note.count(), 0);
  });

  await t.test('what is not wanted is not added', async () => {
    await page.goto(`${origin}/app/sent`);
    await share(page, '');
    await page.getByRole('button', { name: 'Do not add' }).click();
    assert.equal(await page.locator('.draft-file').count(), 0);
    await page.goto(`${origin}/app/send#shared-1-nothing`);
    await page.reload();
    await page.getByText('What was shared is no longer here.').waitFor();
  });

  await t.test('a photo has a name by its time', async () => {
    await page.goto(`${origin}/app/send`);
    await page.getByText('Take a photo').waitFor();
    const photo = { name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('jpeg') };
    await page.getByLabel('Take a photo').setInputFiles(photo);
    await page
      .locator('.draft-file')
      .getByText(/^Photo \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.jpg$/)
      .waitFor();
  });

  await t.test('without a line pages say so, and open once there is one', async () => {
    const note = page.locator('.offline-note');
    assert.ok(!(await note.isVisible()));
    await page.context().setOffline(true);
    await note.getByText('You are offline. Uploads go on by themselves').waitFor();
    await page.goto(`${origin}/app/contacts`);
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    const margin = await page.evaluate(`getComputedStyle(document.body).marginTop`);
    assert.equal(margin, '0px', 'it has its style sheet');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    const { caches } = await whatIsKept(page);
    const kept: string[] = await page.evaluate(
      `caches.open(${JSON.stringify(caches[0])}).then(async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname))`,
    );
    assert.equal(caches.length, 1);
    for (const path of kept) assert.match(path, /^\/(?:assets\/.+|app\/offline)$/);
  });

  await t.test(
    'signing out leaves nothing in the browser, and then the server is asked',
    async () => {
      await page.locator('.account > summary').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(/\/sign-in/);
      await page.waitForFunction(
        `navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`,
      );
      assert.deepEqual(await whatIsKept(page), { workers: 0, caches: [] });
      await share(page, '');
      assert.equal(new URL(page.url()).pathname, '/app/share');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
    },
  );

  await t.test('so does a session that ended, with what was shared', async () => {
    await enter(page, origin, await fixture.signIn(ann.account));
    await openWithWorker(page, `${origin}/app/`);
    await enter(page, origin, undefined);
    await share(page, 'for whoever is next');
    await page.waitForURL(/\/sign-in/);
    await page.waitForFunction(
      `navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`,
    );
    await page.waitForFunction(`caches.keys().then((names) => names.length === 0)`);
  });
});

test(
  'a folder of 30 files goes to two people with few clicks',
  { skip: missingBrowser },
  async (t) => {
    const fixture = await openPeopleFixture(t);
    const origin = await listenForBrowsers(fixture);
    const folder = join(await mkdtemp(join(tmpdir(), 'valise-phone-')), 'Scans');
    t.after(() => rm(join(folder, '..'), { recursive: true }));
    await mkdir(folder);
    const paths = Array.from({ length: 30 }, (_, at) => join(folder, `scan-${at}.txt`));
    for (const path of paths) await writeFile(path, path);

    for (const [device, options, most] of [
      ['a computer', {}, 5],
      ['a phone', phone, 6],
    ] as const) {
      await t.test(`on ${device} at most ${most}`, async () => {
        const isPhone = device === 'a phone';
        const page = await newReader(options);
        let clicks = 0;
        await page.exposeFunction('countClick', () => (clicks += 1));
        await page.addInitScript(
          `addEventListener('click', ({ isTrusted }) => isTrusted && countClick(), true)`,
        );
        await enter(
          page,
          origin,
          await fixture.addPerson(`${isPhone ? 'ann' : 'bob'}@example.com`),
        );
        await page.goto(`${origin}/app/`);
        const way = isPhone ? page.locator('.way').getByText('Send') : page.locator('.side-send');
        await way.click();
        const chooser = page.waitForEvent('filechooser');
        // Phones have no folders to choose, and choose several files at once.
        if (isPhone) await page.getByLabel('Choose files').click();
        else await page.getByRole('button', { name: 'Choose a folder' }).click();
        await (await chooser).setFiles(isPhone ? paths : folder);
        await page.getByRole('combobox').first().click();
        await page.keyboard.type('zoe@example.com, tom@example.com,');
        await page.locator('button[value=send]:visible').click();
        await page.getByRole('heading', { name: 'On its way to 2 people' }).waitFor();
        assert.ok(clicks <= most, `${clicks} clicks`);
        assert.ok(clicks >= 4, 'they are counted');
        await page.getByText('30 files').first().waitFor();
      });
    }
  },
);
