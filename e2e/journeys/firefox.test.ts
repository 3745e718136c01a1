/**
 * The main journey in Firefox. What pages look like, and what else can be done on them, is tested in Chromium.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { eventually } from '../harness/eventually.ts';
import { missingFirefox, newFirefoxReader } from './firefox.ts';
import { startServerBehindLine } from './server-behind-line.ts';
import { invite, password } from './walk-acts.ts';

const folder = await mkdtemp(join(tmpdir(), 'valise-firefox-'));
after(() => rm(folder, { recursive: true }));
const letter = join(folder, 'letter.txt');
const content = 'The scans we talked about. '.repeat(40_000);
await writeFile(letter, content);

/** What can be pressed or filled, by the name that a screen reader says. */
function named(page: Page, role: string, name: string) {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`);
}

async function choose(page: Page): Promise<void> {
  const field = await page.waitForSelector('input[type=file]#files');
  assert.ok(field);
  await field.uploadFile(letter);
}

async function untilText(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-text(${text})`);
}

/** What the browser has saved under a name, once all of it is there. */
async function saved(downloads: string, name: string): Promise<string> {
  return await eventually(`${name} is saved`, async () => {
    const text = await readFile(join(downloads, name), 'utf8').catch(() => '');
    return text.length === content.length ? text : undefined;
  });
}

test(
  'a person joins and sends a file, and the receiver fetches it, in Firefox',
  { skip: missingFirefox },
  async () => {
    const { server, origin, linkTo } = await startServerBehindLine();
    const downloads = await mkdtemp(join(folder, 'downloads-'));
    const ann = await newFirefoxReader(downloads);
    const zoe = await newFirefoxReader(downloads);
    const complaints: string[] = [];
    for (const page of [ann, zoe]) page.on('pageerror', (error) => complaints.push(String(error)));

    await ann.goto(`${origin}${await invite(server.dataDir, 'ann@example.com')}`);
    await named(ann, 'textbox', 'Your name').fill('Ann');
    await ann.locator('#password').fill(password);
    await named(ann, 'button', 'Create account').click();
    await ann.waitForSelector('.compose, nav, main h1');
    await untilText(ann, ', Ann');

    await ann.goto(`${origin}/app/send`);
    await ann.locator('.receivers-field [role=combobox]').fill('zoe@example.com');
    await ann.keyboard.press('Enter');
    await choose(ann);
    await untilText(ann, '1 file');
    await named(ann, 'button', 'Send').click();
    await untilText(ann, 'On its way to');

    await zoe.goto(await linkTo('zoe@example.com', /^Ann .*sent you/));
    await named(zoe, 'button', 'Download letter.txt').click();
    assert.equal(await saved(downloads, 'letter.txt'), content);

    assert.deepEqual(complaints, []);
  },
);
