import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

export interface Downloaded {
  name: string;
  bytes: Buffer;
}

/** Presses what starts a download and returns what the browser then has on its disk. */
export async function download(page: Page, button: Locator): Promise<Downloaded> {
  const [started] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: started.suggestedFilename(), bytes: await readFile(await started.path()) };
}
