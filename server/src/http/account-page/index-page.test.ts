import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { languages } from '../../i18n/language.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { hostileTexts, templateTexts } from '../html/hostile-texts.ts';
import type { IndexView } from './index-page.ts';
import { renderIndexPage } from './index-page.ts';
import { emptyView, viewWith } from './sample-views.ts';

const tokenField = `<input type="hidden" id="csrftoken" name="csrftoken" value="${emptyView.csrfToken}">`;
const busyView = viewWith('anna@clinic.example');
/** Words that another language shares with English. */
const sameWords = [
  'Contacts',
  'Type',
  'Person',
  'Program',
  'Message',
  'Administrator',
  'Inbox',
  'Status',
];

describe('the token', () => {
  for (const [name, view] of [
    ['an empty account', emptyView],
    ['a busy account', busyView],
    ['a person', { ...emptyView, account: { ...emptyView.account, role: 'user' } }],
  ] as const) {
    test(`stands in the page of ${name}, exactly once and to the letter`, () => {
      const page = renderIndexPage(view);
      assert.equal(page.split(tokenField).length, 2);
      assert.equal(page.match(/csrftoken/g)?.length, 2);
      assert.ok(page.split('\n').some((line) => line.trim() === tokenField));
    });
  }

  test('comes before every text that somebody typed', () => {
    const page = renderIndexPage({ ...viewWith('somebody'), serviceName: 'Valise' });
    assert.ok(page.indexOf(tokenField) < page.indexOf('somebody'));
  });
});

test('the page says how long a file that is not sent stays', () => {
  const told = (trayLifetimeMs: number) => renderIndexPage({ ...emptyView, trayLifetimeMs });
  assert.match(told(7 * day), /If it is not sent, it is deleted after this time: 7 days\./);
  assert.match(told(36 * hour), /it is deleted after this time: 1 day, 12 hours\./);
});

test('the figures count everything', () => {
  const figures = renderIndexPage(busyView).matchAll(
    /figure-value">([\d,]+)<\/span>\s*<span class="figure-name">([^<]+)</g,
  );
  assert.deepEqual(
    Array.from(figures, ([, value, label]) => `${label ?? ''}: ${value ?? ''}`),
    [
      'Available transfers: 1',
      'Files not yet sent: 2',
      'Recipients: 1',
      'Contacts: 1,234',
      'Inbox: 4',
    ],
  );
});

describe('texts of others', () => {
  /** The page's tags without its texts: what a browser would build. */
  function skeleton(page: string): string[] {
    return page.match(/<[^<>]*>/g) ?? [];
  }

  test('never change the structure of the page', () => {
    const harmless = skeleton(renderIndexPage(viewWith('harmless')));
    for (const text of [...hostileTexts, ...templateTexts]) {
      assert.deepEqual(skeleton(renderIndexPage(viewWith(text))), harmless, text);
    }
  });

  test('stand isolated wherever they could change the direction of reading', () => {
    const page = renderIndexPage({ ...viewWith('שלום'), serviceName: 'Valise', accountUrl: '/' });
    const outside = page.replace(/<bdi>[^<]*<\/bdi>|<code>[^<]*<\/code>/g, '');
    assert.match(page, /<bdi>שלום<\/bdi>/);
    assert.doesNotMatch(outside, /שלום/);
  });
});

describe('the first commands', () => {
  test('are those of a transfer, in the order in which a program needs them', () => {
    const page = renderIndexPage(emptyView);
    assert.match(page, /TOKEN=\$\(curl -s -u &#39;anna@clinic\.example&#39;/);
    const called = page.matchAll(
      /&#39;https:\/\/files\.example\/anna@clinic\.example\/cgi\/(\w+)\.cgi&#39;/g,
    );
    const steps = ['contacts_add', 'receivers_set', 'upload', 'get_files', 'createdrop'];
    assert.deepEqual(
      Array.from(called, ([, operation]) => operation),
      [...steps, 'get_history'],
    );
  });

  for (const operation of ['contacts_add', 'upload', 'createdrop', 'get_history']) {
    test(`a text says what ${operation} is for`, () => {
      assert.match(renderIndexPage(emptyView), new RegExp(`<p>[^<]*${operation}\\.cgi`));
    });
  }

  test('a command stays one command whatever the address holds', () => {
    const account = { ...emptyView.account, email: "o'hara@clinic.example" };
    const page = renderIndexPage({ ...emptyView, account });
    assert.ok(page.includes('-u &#39;o&#39;\\&#39;&#39;hara@clinic.example&#39;'));
  });
});

test('is in every language, with nothing in English in the others', () => {
  const textsOf = (view: IndexView) =>
    new Set(
      (renderIndexPage(view).match(/>[^<>]*</g) ?? []).filter(
        // Commands, names and addresses are the same in all languages.
        (text) => /[a-z]{4}/.test(text) && !/curl|TOKEN=|anna|Valise/.test(text),
      ),
    );
  for (const view of [emptyView, busyView]) {
    const english = textsOf(view);
    assert.ok(english.size > 15);
    for (const language of languages.filter((each) => each !== 'en')) {
      const { say } = ourTranslations[language];
      const page = renderIndexPage({ ...view, language, say });
      assert.match(page, new RegExp(`<html lang="${language}"`));
      assert.ok(page.includes(tokenField));
      const kept = [...textsOf({ ...view, language, say })].filter((text) => english.has(text));
      assert.deepEqual(
        kept.map((text) => text.slice(1, -1).trim()).filter((text) => !sameWords.includes(text)),
        [],
        language,
      );
    }
  }
});
