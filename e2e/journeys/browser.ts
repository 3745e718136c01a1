import { existsSync } from 'node:fs';
import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { usualPatienceMs } from '../harness/patience.ts';

const program = '/usr/bin/chromium';

/** Why tests that need a browser are skipped; false where the browser is there. */
export const missingBrowser: string | false = existsSync(program)
  ? false
  : `${program} is not there; "npm run setup" installs chromium on Debian when root runs it`;

let browser: Promise<Browser> | undefined;
after(async () => {
  await (await browser)?.close();
});

async function startBrowser(): Promise<Browser> {
  // Chromium's own sandbox refuses to work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return await chromium.launch({ executablePath: program, args });
}

/** A page of the real browser, as someone sees it who was never here before. */
export async function newReader(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= startBrowser();
  const context = await (await browser).newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(usualPatienceMs);
  return await context.newPage();
}
