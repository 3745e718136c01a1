import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../language.ts';
import { languages } from '../language.ts';
import { ourTexts } from './texts.ts';
import { placeholdersOf, pluralRulesOf, valueNamesOf } from './translation.ts';

/** Every string of a language, by its path; forms of a plural are strings of their own. */
function stringsOf(language: Language): Map<string, string> {
  const strings = new Map<string, string>();
  collect(ourTexts[language], []);
  return strings;

  function collect(texts: object, path: readonly string[]): void {
    for (const [name, text] of Object.entries(texts) as [string, string | object][]) {
      if (typeof text === 'string') strings.set([...path, name].join('.'), text);
      else collect(text, [...path, name]);
    }
  }
}

const categories = /\.(?:zero|one|two|few|many|other)$/;
const english = stringsOf('en');

/** Alike in two languages, by chance or for good. */
const sameWords = [
  'mail.codeIntro',
  'mail.accountIntro',
  'contacts.total.other',
  'admin.title',
  'admin.account.roleAdmin',
  'admin.account.sendInvitation',
  'send.script.suggestions',
];

for (const language of languages) {
  const strings = [...stringsOf(language)];

  test(`${language}: every text says something, and uses only values that it knows`, () => {
    for (const [path, text] of strings) {
      const isForScript = /^(?:upload|send)\.script\./.test(path);
      const known = isForScript
        ? ['count', 'time']
        : [path, path.replace(categories, '')].flatMap(valueNamesOf);
      assert.doesNotMatch(text, /undefined|TODO|^\s*$/, path);
      assert.deepEqual(
        placeholdersOf(text).filter((name) => !known.includes(name)),
        [],
        path,
      );
      assert.doesNotMatch(text.replace(/\{[a-z]+\}/g, ''), /[{}]/, path);
    }
  });

  test(`${language}: a text names what the English one names`, () => {
    const own = new Map(strings);
    for (const [path, text] of english) {
      const whole = own.get(path) ?? own.get(path.replace(categories, '')) ?? '';
      const other = own.get(`${path.replace(categories, '')}.other`) ?? whole;
      const missing = placeholdersOf(text).filter((name) => !other.includes(`{${name}}`));
      assert.deepEqual(missing, [], path);
    }
  });

  test(`${language}: plural forms are those of the language`, () => {
    const known = pluralRulesOf(language).resolvedOptions().pluralCategories as string[];
    for (const [path] of strings) {
      const [form] = categories.exec(path) ?? [];
      if (form !== undefined) assert.ok(known.includes(form.slice(1)), path);
    }
  });

  test(`${language}: the script can fill in every number`, () => {
    const { send, refused, left } = ourTexts[language].upload.script;
    for (const forms of [send, refused]) {
      for (const form of Object.values(forms)) assert.match(form, /\{count\}/);
    }
    assert.match(left, /\{time\}/);
  });

  test(`${language}: the page for a code tells how long codes are and how long they last`, () => {
    assert.match(ourTexts[language].code.sent, /\b8\b.*\b10\b/);
  });
}

test('every language speaks in its own words', () => {
  for (const language of languages.slice(1)) {
    const same = [...stringsOf(language)].filter(
      ([path, text]) =>
        text.replace(/\{\w+\}/g, '').length > 8 &&
        english.get(path) === text &&
        !sameWords.includes(path),
    );
    assert.deepEqual(same, [], language);
  }
});

test('no language repeats what another says', () => {
  const longer = languages.flatMap((language) =>
    [...stringsOf(language)]
      .filter(([, text]) => text.length > 80)
      .map(([path, text]) => path + text),
  );
  assert.equal(new Set(longer).size, longer.length);
});
