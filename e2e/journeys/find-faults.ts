import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colors = { type: 'rule', values: ['color-contrast'] };

/** What axe looks for: in the dark nothing but the colours is another. */
export const rules = { light: everyRule, dark: colors, colors };

/**
 * Must come before `findFaults`, once for each page that was loaded.
 * The text of a page can be seen before its style sheet has come; what axe measures then is a page
 * without styles.
 */
export async function bringAxe(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(axeSource);
}

/** What axe has to say against the page, with the elements it means. */
export async function findFaults(page: Page, asked: keyof typeof rules): Promise<string[]> {
  const options = JSON.stringify({ runOnly: rules[asked], resultTypes: ['violations'] });
  const { passes, violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  assert.ok(passes.length + violations.length > 0, 'axe looked at the page');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
