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
/** What another width can break. */
const layout = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** What axe looks for: nothing but the colours depends on the theme. */
const rules = { every: everyRule, layout: { type: 'rule', values: layout }, colors };

/** The first entries of a list are enough: the others are made in the same way, and each costs time. */
const others = ':is(tbody > tr, main li, option):nth-child(n + 5)';

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
  const options = { runOnly: rules[asked], resultTypes: ['violations'], preload: false };
  const { passes, violations } = await page.evaluate<AxeResults>(
    `axe.run({ exclude: ['${others}'] }, ${JSON.stringify(options)})`,
  );
  assert.ok(passes.length + violations.length > 0, 'axe looked at the page');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
