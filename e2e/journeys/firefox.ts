import { existsSync } from 'node:fs';
import { after } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { usualPatienceMs } from '../harness/patience.ts';

const program = '/usr/bin/firefox-esr';

/** Why tests that need Firefox are skipped; false where it is there. */
export const missingFirefox: string | false = existsSync(program)
  ? false
  : `${program} is not there; "npm run setup" installs firefox-esr on Debian when root runs it`;

let browser: Promise<Browser> | undefined;
after(async () => {
  await (await browser)?.close();
});

/**
 * A page of Debian's Firefox, as someone sees it who was never here before. WebDriver BiDi drives it, which Playwright
 * speaks with its own builds of Firefox only.
 */
export async function newFirefoxReader(downloads: string): Promise<Page> {
  browser ??= puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    timeout: usualPatienceMs,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  });
  const context = await (await browser).createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(usualPatienceMs);
  await page.setViewport({ width: 1280, height: 900 });
  return page;
}
