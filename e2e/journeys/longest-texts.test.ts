/** Every page of the application, 360 pixels wide, with texts as long as a language may have them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { missingBrowser, newReader } from './browser.ts';
import { overflow } from './look-at-page.ts';
import { enter, listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import { listPageStates } from '../../server/src/http/app/page-states-fixture.ts';
import { openSeededPeople } from '../../server/src/http/app/people-seed-fixture.ts';
import {
  longestWord,
  roomFor,
  textsByKey,
} from '../../server/src/i18n/texts/text-faults-fixture.ts';
import { ourTexts } from '../../server/src/i18n/texts/texts.ts';
import { withoutPlaceholders } from '../../server/src/i18n/texts/translation.ts';

const word = 'Rechtsschutzversicherungen';
assert.equal(word.length, longestWord);

/** English words, and longest ones after them up to the length that is allowed. */
function lengthen(text: string, room: number): string {
  const missing = Math.max(0, room - withoutPlaceholders(text).length);
  const words = ` ${word}`.repeat(Math.ceil(missing / word.length));
  return `${text}${words.slice(0, missing)}`.trimEnd();
}

function longTexts(): object {
  const long = {};
  for (const [key, text] of textsByKey(ourTexts.en)) {
    const room = roomFor(key, text);
    const value =
      typeof text === 'string'
        ? lengthen(text, room)
        : Object.fromEntries(
            Object.entries(text).map(([form, each]) => [form, lengthen(each, room)]),
          );
    put(long, key.split('.'), value);
  }
  return long;
}

function put(group: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) group[name] = value;
  else put((group[name] ??= {}) as Record<string, unknown>, rest, value);
}

test('texts as long as they may be fit on every page', { skip: missingBrowser }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-long-texts-'));
  after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'en.json'), JSON.stringify(longTexts()));
  const seed = await openSeededPeople(t, 'en', ['--texts-dir', folder]);
  const origin = await listenForBrowsers(seed);
  const viewport = { width: 360, height: 740 };
  const page = await newReader({ locale: 'en', reducedMotion: 'reduce', viewport });

  for (const { name, viewer, open } of listPageStates(seed, origin)) {
    await t.test(name, async () => {
      await enter(page, origin, viewer === 'visitor' ? undefined : seed.people[viewer]);
      await open(page);
      assert.match(await page.locator('body').innerText(), /Rechts/);
      assert.equal(await overflow(page), 0, `${name} is wider than 360 pixels`);
    });
  }
});
