import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isLanguageTag } from './language-tag.ts';

const tags = ['en', 'pt-BR', 'pt_BR', 'zh-Hant-TW', 'x', 'de-1996', 'tlh', 'a'.repeat(35)];
const noTags = ['', ' en', 'en ', 'en\n', 'en us', 'e.n', 'en;q=1', 'dé', '<en>', 'a'.repeat(36)];

describe('a language tag', () => {
  for (const tag of tags) {
    test(`${tag} has the form of one`, () => {
      assert.ok(isLanguageTag(tag));
    });
  }
  for (const text of noTags) {
    test(`${JSON.stringify(text)} has not`, () => {
      assert.ok(!isLanguageTag(text));
    });
  }
});
