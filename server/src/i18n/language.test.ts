import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, findLanguage, languages } from './language.ts';

test('a tag leads to its language, whatever its region, case or separator', () => {
  const known = {
    en: 'en',
    'EN-us': 'en',
    'nb-NO': 'nb',
    pt_BR: 'pt',
    ' sv ': 'sv',
    'de-1996': 'de',
  };
  for (const [tag, language] of Object.entries(known)) assert.equal(findLanguage(tag), language);
});

test('both ways of writing Norwegian are read as Bokmål', () => {
  for (const tag of ['no', 'nn', 'no-NO', 'nn_NO']) assert.equal(findLanguage(tag), 'nb');
});

test('what is not a supported language is none', () => {
  for (const tag of ['', 'ja', 'english', 'e', '*', '-', 'constructor', '__proto__', 'å']) {
    assert.equal(findLanguage(tag), undefined, tag);
  }
});

test('every language is found by its own tag and known to Intl', () => {
  for (const language of languages) assert.equal(findLanguage(language), language);
  assert.deepEqual(Intl.PluralRules.supportedLocalesOf([...languages]), [...languages]);
});

test('the first wish that can be met wins', () => {
  assert.equal(chooseLanguage(undefined, '', 'ja', 'fi', 'sv'), 'fi');
  assert.equal(chooseLanguage('da-DK', 'sv'), 'da');
});

test('nobody is left without a language', () => {
  assert.equal(chooseLanguage(), 'en');
  assert.equal(chooseLanguage(undefined, 'ja', '*'), 'en');
});

test('an Accept-Language header is followed in its own order of preference', () => {
  assert.equal(chooseLanguage('ja, de;q=0.5, fr;q=0.9, *;q=0.1'), 'fr');
  assert.equal(chooseLanguage('en;q=0, it;q=0.1'), 'it');
  assert.equal(chooseLanguage('pl;q=.8,nl ; q = 0.9'), 'nl');
  assert.equal(chooseLanguage('sv,fi'), 'sv');
});

test('a header that makes no sense is no wish', () => {
  for (const header of [';;;', 'q=1', ',,,', 'xx;q=nonsense', ','.repeat(1e6)]) {
    assert.equal(chooseLanguage(header, 'sv'), 'sv');
  }
});
