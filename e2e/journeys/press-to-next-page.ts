import type { Locator } from 'playwright-core';

/**
 * Presses what leads to another page, and waits until that one has come with its styles and scripts.
 * Texts do not tell when: the page before may show the same ones.
 */
export async function pressToNextPage(button: Locator): Promise<void> {
  const page = button.page();
  await page.waitForLoadState('load');
  await Promise.all([page.waitForEvent('load'), button.click()]);
}
