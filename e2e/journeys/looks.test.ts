/**
 * Every public page in every state: as `look-at-page.ts` looks, silent on the console, and made of nothing but
 * our own. `people-looks.test.ts` looks at the pages of people with accounts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingBrowser, newReader } from './browser.ts';
import { bringAxe, findFaults } from './find-faults.ts';
import { lookAtPage, overflow, watchPage } from './look-at-page.ts';
import { startPageStates } from './page-states.ts';

const skip = missingBrowser;

const { server, states, linkTo, credentials } = await startPageStates();

test('every public page in every state', { skip }, async (t) => {
  const page = await newReader({ httpCredentials: credentials, reducedMotion: 'reduce' });
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.url}/`) && !url.startsWith('blob:')) foreign.push(url);
  });
  const watch = await watchPage(page);

  for (const { name, open, leave } of states) {
    await t.test(name, async () => {
      await open(page);
      await watch.assertSmall(name);
      await lookAtPage(page, name);
      await leave?.(page);
      watch.assertSilent();
      assert.deepEqual(foreign, []);
    });
  }
});

test('the checks notice what is wrong', { skip }, async () => {
  const page = await newReader({ viewport: { width: 360, height: 740 } });
  await page.setContent('<p style="color: #999; background: #aaa; width: 400px">Pale</p>');
  await bringAxe(page);
  assert.match((await findFaults(page, 'every')).join(), /html-has-lang/);
  assert.match((await findFaults(page, 'colors')).join(), /color-contrast.*Pale/);
  assert.ok((await overflow(page)) > 0);

  const watch = await watchPage(page);
  const policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'" />';
  const complaint = page.waitForEvent('console');
  await page.setContent(`${policy}<script>alert(1)</script>`);
  await complaint;
  assert.throws(() => {
    watch.assertSilent();
  }, /Content Security Policy/);
  await assert.rejects(watch.assertSmall('nothing'), /has 0 bytes/);
});

test('the keyboard alone reaches every action of the download page', { skip }, async () => {
  const page = await newReader();
  await page.goto(linkTo('ready'));
  const expected = await page.evaluate<string[]>(`
    [...document.querySelectorAll('a[href], button, summary, input')]
      .filter((node) => node.checkVisibility())
      .map((node) => node.textContent.trim())
  `);
  assert.ok(expected.length >= 8, expected.join());
  const reached: string[] = [];
  for (let at = 0; at < expected.length; at += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate<string>('document.activeElement.textContent.trim()'));
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    assert.notEqual(await page.evaluate(outline), 'none', `${reached.at(-1) ?? ''} shows focus`);
  }
  assert.deepEqual(reached, expected);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Download summary.pdf' }).focus();
      await page.keyboard.press('Enter');
    })(),
  ]);
  assert.equal(saved.suggestedFilename(), 'summary.pdf');
});
