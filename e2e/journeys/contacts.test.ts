import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';
import { missingBrowser, newReader } from './browser.ts';

const { server } = await startExchange([]);

/** A person who has just accepted their invitation. */
async function join(page: Page, email: string): Promise<void> {
  const told = await valise(
    ...['account', 'add', email, '46700000001', '--role', 'user', '--data', server.dataDir],
  );
  const [, path] = /(\/join\/[\w-]+)/.exec(told) ?? [];
  await page.goto(`${baseUrl()}${path ?? assert.fail(told)}`);
  await page.fill('#name', 'Alice');
  await page.fill('#password', 'correct horse battery staple 42');
  await page.click('main button[type=submit]');
  await page.waitForURL('**/app/');
}

/** Sessions need a secure origin, which localhost is. */
function baseUrl(): string {
  const url = new URL(server.url);
  url.hostname = 'localhost';
  return url.origin;
}

const file = {
  name: 'contacts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Name;E-Mail\nZoë Berg;zoe@example.com\nAdam;adam@example.com\nBad;bad\n'),
};

describe('contacts and settings', { skip: missingBrowser }, () => {
  test('import with preview, a group, a search, a removal and settings at 360 px', async () => {
    const page = await newReader({ viewport: { width: 360, height: 800 } });
    // On a phone, some places stand behind More.
    const more = page.locator('summary', { hasText: 'More' });
    await join(page, 'alice@example.com');
    await more.click();
    await page.click('.menu-list > a[href="/app/contacts"]');
    await page.click('a[href="/app/contacts/import"]');
    await page.setInputFiles('#file', file);
    await page.click('main form[enctype] button');
    await page.waitForSelector('text=Not imported: 1');
    await page.click('text=Import 2 contacts');
    await page.waitForSelector('text=zoe@example.com');

    await page.click('a[href="/app/contacts/groups"]');
    await page.fill('#name', 'Laboratory');
    await page.fill('#members', 'zoe@example.com, adam@example.com');
    await page.click('text=Create group >> nth=-1');
    await page.waitForSelector('text=The group has been created.');

    await more.click();
    await page.click('.menu-list > a[href="/app/contacts"]');
    await page.fill('#q', 'berg');
    await page.press('#q', 'Enter');
    await page.click('text=Zoë Berg');
    await page.waitForSelector('h2:has-text("Zoë Berg")');
    await page.click('summary[aria-label="More for Zoë Berg"]');
    await page.click('text=Remove contact');
    await page.waitForSelector('text=The contact has been removed.');
    assert.equal(await page.locator('text=zoe@example.com').count(), 0);

    await more.click();
    await page.click('.menu-list > a[href="/app/settings"]');
    await page.fill('#displayName', 'Alice Åberg');
    await page.selectOption('#language', 'sv');
    await page.click('main form button[type=submit]');
    await page.waitForSelector('text=Dina inställningar har sparats.');
    assert.equal(await page.inputValue('#displayName'), 'Alice Åberg');
  });
});
