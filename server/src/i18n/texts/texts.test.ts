import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { languages } from '../language.ts';
import notes from './notes.json' with { type: 'json' };
import {
  findMissing,
  findOtherForms,
  findOtherValues,
  findTooLong,
  findUnfit,
  formsOf,
  textsByKey,
} from './text-faults-fixture.ts';
import { ourTexts } from './texts.ts';
import { countNameOf, placeholdersOf, valueNamesOf } from './translation.ts';

const english = textsByKey(ourTexts.en);

/** Alike in two languages, by chance or for good. */
const sameWords = [
  'app.account',
  'mail.codeIntro',
  'mail.accountIntro',
  'contacts.total',
  'admin.title',
  'admin.account.roleAdmin',
  'admin.account.sendInvitation',
  'send.script.suggestions',
];

for (const language of languages) {
  describe(`${language}.json`, () => {
    const own = textsByKey(ourTexts[language]);

    test('has the texts of English', () => {
      assert.deepEqual(findMissing(own, english), []);
    });

    test('has them in the order of English, each once, two blanks deeper for each group', () => {
      assert.deepEqual([...own.keys()], [...english.keys()]);
      const written = readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8');
      assert.equal(written, `${JSON.stringify(ourTexts[language], null, 2)}\n`);
    });

    test('says something in each text, on one line', () => {
      assert.deepEqual(findUnfit(own), []);
    });

    test('has the values of English', () => {
      assert.deepEqual(findOtherValues(own, english, valueNamesOf), []);
    });

    test('has the plural forms that the language needs, and no others', () => {
      assert.deepEqual(findOtherForms(language, own), []);
      for (const [key, text] of own) {
        if (typeof text === 'string') continue;
        const counts = countNameOf(valueNamesOf(key)) !== undefined || key.includes('.script.');
        assert.ok(counts, `${key} counts nothing`);
      }
    });

    test('has texts that fit on their pages', () => {
      assert.deepEqual(findTooLong(own, english), []);
    });

    test('lets scripts fill in every number', () => {
      const forms = ['upload.script.send', 'upload.script.refused', 'upload.script.manyChosen'];
      for (const key of forms) {
        const text = own.get(key);
        assert.ok(typeof text === 'object', `${key} has plural forms`);
        for (const form of formsOf(text)) assert.deepEqual(placeholdersOf(form), ['count'], key);
      }
    });

    test('tells how long codes are and how long they last', () => {
      assert.match(ourTexts[language].code.sent, /\b8\b.*\b10\b/);
    });
  });
}

describe('a language with faults', () => {
  const { code, mail, ...rest } = ourTexts.pl;
  const { label, ...others } = code;
  const faulty = textsByKey({
    ...rest,
    code: { ...others, greeting: 'Cześć', ask: ' ', bySms: `SMS: {number}${'x'.repeat(60)}` },
    mail: {
      ...mail,
      receiptSubject: { one: '{receiver}: plik', two: 'x', other: '{receiver}: {files} plików' },
    },
    app: { ...rest.app, inbox: 'Skrzynka odbiorcza na pliki' },
  });

  test('is told what it lacks', () => {
    assert.ok(label.length > 0);
    assert.deepEqual(findMissing(faulty, english), [
      'lacks code.label',
      'has code.greeting, which English has not',
    ]);
  });

  test('is told which values are others', () => {
    assert.deepEqual(findOtherValues(faulty, english, valueNamesOf), [
      'code.bySms lacks {to}',
      'code.bySms has {number}, which it does not know',
    ]);
  });

  test('is told which texts cannot be shown', () => {
    assert.deepEqual(findUnfit(faulty), ['code.ask is not fit to be shown: " "']);
  });

  test('is told which plural forms it needs', () => {
    assert.deepEqual(findOtherForms('pl', faulty), [
      'mail.receiptSubject lacks the plural form "many"',
      'mail.receiptSubject lacks the plural form "few"',
      'mail.receiptSubject has "two", which the language has not',
    ]);
  });

  test('is told what is too long', () => {
    assert.deepEqual(findTooLong(faulty, english), [
      'app.inbox has 27 characters; there is room for 20',
      'code.bySms has 65 characters; there is room for 47',
      `code.bySms has a word of 60 characters: ${'x'.repeat(60)}`,
    ]);
  });
});

test('every language speaks in its own words', () => {
  for (const language of languages.slice(1)) {
    const own = textsByKey(ourTexts[language]);
    const same = [...own].filter(([key, text]) => {
      const words = new Set(formsOf(english.get(key) ?? ''));
      return (
        !sameWords.includes(key) &&
        formsOf(text).some((each) => each.replace(/\{\w+\}/g, '').length > 8 && words.has(each))
      );
    });
    assert.deepEqual(same, [], language);
  }
});

test('no language repeats what another says', () => {
  const longer = languages.flatMap((language) =>
    [...textsByKey(ourTexts[language])].flatMap(([key, text]) =>
      [...new Set(formsOf(text))].filter((each) => each.length > 80).map((each) => key + each),
    ),
  );
  assert.equal(new Set(longer).size, longer.length);
});

test('every note is about a text or a group of texts', () => {
  const keys = [...english.keys()];
  const astray = Object.keys(notes).filter(
    (note) => !keys.some((key) => key === note || key.startsWith(`${note}.`)),
  );
  assert.deepEqual(astray, []);
});

test('texts of the two scripts that upload files have different keys', () => {
  const { upload, send } = ourTexts.en;
  const twice = Object.keys(send.script).filter((name) => Object.hasOwn(upload.script, name));
  assert.deepEqual(twice, []);
});
