import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { newReader } from './browser.ts';

/** A way to use a page: what a walk does is the same with each of them. */
export interface Hands {
  readonly page: Page;
  readonly hasScripts: boolean;
  /** Another tab of the same browser. */
  inNewTab: () => Promise<Hands>;
  press: (target: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
  /** Chooses the last option of a list. */
  chooseLast: (list: Locator) => Promise<void>;
  /** Chooses files with a file field, or a folder with a button that asks for one. */
  chooseFiles: (target: Locator, paths: string | readonly string[]) => Promise<void>;
}

/** How somebody walks: with a mouse, unless `isKeyboard`. */
export interface Manner extends Pick<
  BrowserContextOptions,
  'javaScriptEnabled' | 'timezoneId' | 'viewport'
> {
  isKeyboard?: boolean;
}

/** A browser of its own, with nothing in it. */
export async function newHands({ isKeyboard = false, ...options }: Manner): Promise<Hands> {
  const page = await newReader(options);
  // Without a place to choose, the browser saves downloads by itself.
  await page.context().addInitScript('delete window.showSaveFilePicker;');
  const hasScripts = options.javaScriptEnabled ?? true;
  return isKeyboard ? keyboardOf(page, hasScripts) : mouseOf(page, hasScripts);
}

function mouseOf(page: Page, hasScripts: boolean): Hands {
  return {
    page,
    hasScripts,
    inNewTab: async () => mouseOf(await page.context().newPage(), hasScripts),
    press: (target) => target.click(),
    async write(field, text) {
      await field.waitFor({ state: 'attached' });
      // Scripts put other fields in the place of some.
      await page.waitForLoadState('load');
      await field.fill(text);
    },
    async chooseLast(list) {
      await list.selectOption({ index: (await list.getByRole('option').count()) - 1 });
    },
    async chooseFiles(target, paths) {
      await answerChooser(page, paths, () => target.click());
    },
  };
}

/** More stops than a page of this test has. */
const mostStops = 150;

/** Nothing but keys: an element gets the focus by Tab, however far away it is. */
function keyboardOf(page: Page, hasScripts: boolean): Hands {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    await page.waitForLoadState('load');
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not lead to ${String(target)}`);
  }

  return {
    page,
    hasScripts,
    inNewTab: async () => keyboardOf(await page.context().newPage(), hasScripts),
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async write(field, text) {
      await reach(field);
      await page.keyboard.type(text);
    },
    async chooseLast(list) {
      await reach(list);
      await page.keyboard.press('End');
    },
    async chooseFiles(target, paths) {
      await answerChooser(page, paths, async () => {
        await reach(target);
        await page.keyboard.press('Space');
      });
    },
  };
}

async function isFocused(target: Locator): Promise<boolean> {
  return await target.evaluate((element: { matches(selector: string): boolean }) =>
    element.matches(':focus'),
  );
}

/**
 * `open` has to ask the page something before it opens the chooser: the page then knows that
 * choosers are answered here. A key that is pressed at once can reach it earlier.
 */
async function answerChooser(
  page: Page,
  paths: string | readonly string[],
  open: () => Promise<void>,
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(typeof paths === 'string' ? paths : [...paths]);
}
