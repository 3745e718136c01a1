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

test('the page says when each file of the tray is removed', () => {
  const removedAt = emptyView.now + 7 * day;
  const file = { name: 'a.pdf', type: 'application/pdf', sizeBytes: 1 };
  const items = [{ ...file, uploadedAt: emptyView.now, removedAt }];
  const page = renderIndexPage({ ...emptyView, tray: { items, total: 1 } });
  assert.match(page, />Will be deleted</);
  assert.ok(page.includes(`datetime="${new Date(removedAt).toISOString()}"`));
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

  test('are no longer than a table bears', () => {
    const page = renderIndexPage({ ...emptyView, history: history(1, 'word '.repeat(2000)) });
    assert.ok(page.length < renderIndexPage(emptyView).length + 3000);
  });
});

describe('empty lists', () => {
  const nextSteps = [
    ['givedrop.cgi', 'Your inbox is empty.'],
    ['upload.cgi', 'No files are waiting to be sent.'],
    ['receivers_set.cgi', 'Nobody has been chosen yet.'],
    ['contacts_add.cgi', 'No contacts yet.'],
    ['createdrop.cgi', 'You have not sent anything yet.'],
  ] as const;

  for (const [operation, fact] of nextSteps) {
    test(`"${fact}" is followed by how ${operation} mends it`, () => {
      const page = renderIndexPage(emptyView);
      const told = page.slice(page.indexOf(fact));
      assert.ok(page.includes(fact));
      assert.match(told, new RegExp(`<p>[^<]*${operation}`));
      assert.ok(
        told.includes(`&#39;https://files.example/anna@clinic.example/cgi/${operation}&#39;`),
      );
      assert.ok(!renderIndexPage(busyView).includes(fact));
    });
  }

  test('show commands to programs of people too', () => {
    const person: IndexView = { ...emptyView, account: { ...emptyView.account, role: 'user' } };
    assert.match(renderIndexPage(person), /curl[^]*givedrop\.cgi/);
  });

  test('a command stays one command whatever the address holds', () => {
    const account = { ...emptyView.account, email: "o'hara@clinic.example" };
    const page = renderIndexPage({ ...emptyView, account });
    assert.ok(page.includes('-u &#39;o&#39;\\&#39;&#39;hara@clinic.example&#39;'));
  });
});

describe('lists', () => {
  test('the figures at the top count everything', () => {
    const figures = renderIndexPage(busyView).matchAll(
      /figure-value">(\d+)<\/span>\s*<span class="figure-label">([^<]+)</g,
    );
    assert.deepEqual(
      Array.from(figures, ([, value, label]) => `${label ?? ''}: ${value ?? ''}`),
      ['Available transfers: 1', 'Files not yet sent: 1', 'Contacts: 2', 'Inbox: 1'],
    );
  });

  test('the first 50 are shown, and how many more there are is told', () => {
    const page = renderIndexPage({ ...emptyView, history: history(60, 'hello', 1234) });
    assert.equal(page.match(/<bdi>hello<\/bdi>/g)?.length, 50);
    assert.match(page, /1,184 more entries are not shown here\./);
    const nearly = renderIndexPage({ ...emptyView, history: history(50, 'hello', 51) });
    assert.match(nearly, /1 more entry is not shown here\./);
    const whole = renderIndexPage({ ...emptyView, history: history(50, 'hello') });
    assert.doesNotMatch(whole, /not shown here/);
  });

  test('many files of one transfer are told as a few and a number', () => {
    const [entry] = busyView.history.items;
    assert.ok(entry !== undefined);
    const files = Array.from({ length: 40 }, (_, at) => ({ name: `scan-${at}.dcm` }));
    const view = { ...emptyView, history: { items: [{ ...entry, files }], total: 1 } };
    const page = renderIndexPage(view);
    assert.equal(page.match(/scan-\d+\.dcm/g)?.length, 3);
    assert.match(page, /\+ 37 more/);
  });

  test('a transfer is live until the instant it ends', () => {
    const page = (age: number) =>
      renderIndexPage({ ...emptyView, now: emptyView.now + age, history: history(1, 'hello') });
    assert.match(page(day - 1), /badge-live/);
    assert.doesNotMatch(page(day), /badge-live/);
    assert.match(page(day), />Expired</);
  });

  test('a transfer that was revoked is not live, and says when it ended', () => {
    const revokedAt = emptyView.now - 3 * hour;
    for (const entry of busyView.history.items) {
      const items = [{ ...entry, revokedAt }];
      const page = renderIndexPage({ ...emptyView, history: { items, total: 1 } });
      assert.doesNotMatch(page, /badge-live/);
      assert.match(page, />Revoked<.+3 hours ago/s);
    }
  });

  test('the inbox says how its files are fetched, and that a browser cannot', () => {
    assert.match(renderIndexPage(busyView), /A browser cannot download them here.+\/files\//s);
    assert.doesNotMatch(renderIndexPage(emptyView), /A browser cannot download/);
  });

  test('every cell carries the label that a small screen shows', () => {
    const cells = renderIndexPage(busyView).match(/<td[^>]*>/g) ?? [];
    assert.ok(cells.length > 20);
    for (const cell of cells) assert.match(cell, /data-label="[^"]+"/);
  });
});

test('history says whose mail is on its way or was not delivered', () => {
  const [entry = assert.fail()] = history(1, 'Hello').items;
  const receivers = [
    { email: 'a@example.com', nick: '' },
    { email: 'b@example.com', nick: 'Bob', mail: 'waiting' },
    { email: 'c@example.com', nick: '', mail: 'undeliverable' },
  ] as const;
  const listing = { items: [{ ...entry, receivers }], total: 1 };
  const page = renderIndexPage({ ...emptyView, history: listing });
  assert.match(
    page,
    /b@example\.com[^]*?E-mail is being sent[^]*c@example\.com[^]*?E-mail not delivered/,
  );
  assert.doesNotMatch(page, /a@example\.com<\/bdi>\s*<span/);
});

test('is in every language, with nothing in English in the others', () => {
  const textsOf = (view: IndexView) =>
    new Set(
      (renderIndexPage(view).match(/>[^<>]*</g) ?? []).filter(
        // Commands, names and addresses are the same in all languages.
        (text) => /[a-z]{4}/.test(text) && !/curl|TOKEN=|anna|Valise|UTC|byte/.test(text),
      ),
    );
  for (const view of [emptyView, busyView]) {
    const english = textsOf(view);
    assert.ok(english.size > 20);
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

function history(length: number, message: string, total = length): IndexView['history'] {
  const { now } = emptyView;
  const entry = { kind: 'drop', receivers: [], files: [], message } as const;
  const item = { ...entry, createdAt: now, expiresAt: now + day };
  return { items: Array.from({ length }, () => item), total };
}
