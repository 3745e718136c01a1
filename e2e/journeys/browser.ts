import { existsSync } from 'node:fs';
import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const program = '/usr/bin/chromium';

/** Why tests that need a browser are skipped; false where the browser is there. */
export const missingBrowser: string | false = existsSync(program)
  ? false
  : `${program} is not there; "npm run setup" installs chromium on Debian when root runs it`;

/** The real browser, closed when the test or file that asked for it is over. */
export async function startBrowser(): Promise<Browser> {
  // Chromium's own sandbox refuses to work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: program, args });
  after(() => browser.close());
  return browser;
}
