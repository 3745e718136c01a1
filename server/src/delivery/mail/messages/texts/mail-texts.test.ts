import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultMessage } from '../../../../domain/dispatches/default-message.ts';
import { createFormats } from '../../../../i18n/formats.ts';
import { languages } from '../../../../i18n/language.ts';
import { composeLetter } from '../compose-letter.ts';
import { composeCodeSms } from '../code.ts';
import type { CodeFacts } from '../mail-facts.ts';
import { lockedMails, sampleDigests, sampleMails, sampleReader } from '../mail-samples.ts';
import { mailTexts } from './mail-texts.ts';

test('every text is used by some mail', () => {
  const used = new Set<string | symbol>();
  const texts = new Proxy(mailTexts.en, {
    get(target, key, receiver) {
      used.add(key);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  const wording = { ...sampleReader(), texts, formats: createFormats('en', 'UTC') };
  for (const message of [undefined, 'x'.repeat(4000)]) {
    const mails = sampleMails({ message }, 60);
    for (const facts of [...Object.values(mails), ...lockedMails(), ...sampleDigests()]) {
      composeLetter(facts, wording);
    }
    composeCodeSms(mails.code as CodeFacts, wording);
  }
  assert.deepEqual([...used].sort(), Object.keys(mailTexts.en).sort());
});

test('every language says the same things, in words of its own', () => {
  const english = Object.keys(mailTexts.en);
  for (const language of languages.filter((each) => each !== 'en')) {
    const texts = mailTexts[language];
    assert.deepEqual(Object.keys(texts).sort(), english.sort());
    assert.notEqual(texts.unexpected(), mailTexts.en.unexpected());
  }
});

test('what history says of a drop without words is what its English mail said', () => {
  assert.equal(mailTexts.en.downloadDefault(), defaultMessage('drop'));
  assert.equal(mailTexts.en.uploadDefault(), defaultMessage('grant'));
});
