import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../i18n/language.ts';
import type { CodeTexts } from './code-texts.ts';
import { codeTexts } from './code-texts.ts';

const to = 'b•••@example.com';

/** The texts that name where a code goes. */
function addressedOf(texts: CodeTexts): string[] {
  const args = { to };
  return [
    texts.bySms(args),
    texts.byEmail(args),
    texts.sent(args),
    texts.stuck(args),
    texts.wait(args),
  ];
}

/** Every text, filled in. */
function sentencesOf(texts: CodeTexts): string[] {
  const known = { sender: 'anna@clinic.example', service: 'Valise' };
  return [
    texts.title(known),
    texts.title({ ...known, sender: undefined }),
    texts.lead,
    texts.unreachable,
    texts.ask,
    texts.again,
    texts.form,
    texts.label,
    texts.submit,
    texts.spent,
    texts.expired,
    texts.cookies,
    ...addressedOf(texts),
    ...[1, 2, 4].map((tries) => texts.wrong({ tries })),
  ];
}

for (const language of languages) {
  test(`${language}: every text says something, and tells where codes go and how often they can be tried`, () => {
    const texts = codeTexts[language];
    for (const sentence of sentencesOf(texts)) assert.doesNotMatch(sentence, /undefined|TODO|^$/);
    assert.match(texts.title({ sender: 'anna@clinic.example', service: '' }), /anna@clinic/);
    assert.match(texts.title({ sender: undefined, service: 'Valise' }), /Valise/);
    for (const sentence of addressedOf(texts)) assert.ok(sentence.includes(to));
    assert.match(texts.sent({ to }), /\b8\b.*\b10\b/);
    for (const tries of [1, 4]) assert.match(texts.wrong({ tries }), new RegExp(`\\b${tries}\\b`));
  });
}

test('no language repeats the words of another', () => {
  for (const say of [
    (texts: CodeTexts) => texts.lead,
    (texts: CodeTexts) => texts.expired,
    (texts: CodeTexts) => texts.cookies,
    (texts: CodeTexts) => texts.stuck({ to }),
    (texts: CodeTexts) => texts.wait({ to }),
  ]) {
    assert.equal(new Set(languages.map((language) => say(codeTexts[language]))).size, 12);
  }
});
