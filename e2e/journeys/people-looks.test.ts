/**
 * Every page of the application in every state, as `look-at-page.ts` looks. `E2E_LANGUAGE` is the language of
 * the pages.
 */
import { test } from 'node:test';
import { missingBrowser, newReader } from './browser.ts';
import { lookAtPage, watchPage } from './look-at-page.ts';
import { enter, listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import { listPageStates } from '../../server/src/http/app/page-states-fixture.ts';
import { openSeededPeople } from '../../server/src/http/app/people-seed-fixture.ts';

const language = process.env['E2E_LANGUAGE'] ?? 'en';
const title = 'every page of people in every state';

test(title, { skip: missingBrowser }, async (t) => {
  const seed = await openSeededPeople(t, language);
  const origin = await listenForBrowsers(seed);
  const page = await newReader({ locale: language, reducedMotion: 'reduce' });
  const watch = await watchPage(page);

  for (const { name, viewer, open } of listPageStates(seed, origin)) {
    await t.test(name, async () => {
      await enter(page, origin, viewer === 'visitor' ? undefined : seed.people[viewer]);
      await open(page);
      await watch.assertSmall(name);
      await lookAtPage(page, name);
      watch.assertSilent();
    });
  }
});
