import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../i18n/language.ts';
import { uploadPageTexts } from './upload-page-texts.ts';

for (const language of languages) {
  const texts = uploadPageTexts[language];

  test(`${language}: every text says something, and names who asks where it is known`, () => {
    const all = JSON.stringify(texts, (_key, value: unknown) =>
      typeof value === 'function' ? undefined : value,
    );
    assert.doesNotMatch(all, /""|TODO|undefined/);
    assert.match(texts.title('anna@clinic.example'), /anna@clinic\.example/);
    assert.match(texts.told('anna@clinic.example'), /anna@clinic\.example/);
    assert.doesNotMatch(texts.title(undefined) + texts.told(undefined), /undefined/);
    assert.match(texts.limits(20, '10 GB'), /20.*10 GB/);
    assert.doesNotMatch(texts.limits(1, undefined), /undefined/);
    assert.match(texts.fileLimit('2 GB'), /2 GB/);
    assert.match(texts.begun.part('48 %'), /48 %/);
  });

  test(`${language}: the script can fill in every number`, () => {
    const { send, left } = texts.script;
    for (const category of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
      assert.match(send[category] ?? send.other, /\{count\}/, category);
    }
    assert.match(left, /\{time\}/);
  });
}

test('no language repeats the words of another', () => {
  const titles = languages.map((language) => uploadPageTexts[language].ended.text);
  assert.equal(new Set(titles).size, languages.length);
});
