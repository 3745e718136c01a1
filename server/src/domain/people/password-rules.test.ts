import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PasswordProblem } from './password-rules.ts';
import { findPasswordProblem, maxPasswordLength } from './password-rules.ts';

const known = ['anna.berg@clinic.example', 'Anna Berg', 'Valise Exchange'];

test('a password has 12 characters or more, and any kind of them', () => {
  assert.equal(findPasswordProblem('tåg, snö, kö', known), undefined);
  assert.equal(findPasswordProblem('elevenchars', known), 'short');
  assert.equal(findPasswordProblem('correct horse battery staple', known), undefined);
  assert.equal(findPasswordProblem('x7Kq9zLm2Vw4', known), undefined);
  assert.equal(findPasswordProblem('ab c'.repeat(maxPasswordLength), known), 'long');
});

test('two passwords of 100 characters that differ in the last one are two', () => {
  const long = 'The tram to Slussen is late again. '.repeat(3).slice(0, 99);
  assert.equal(findPasswordProblem(`${long}a`, known), undefined);
  assert.equal(findPasswordProblem(`${long}b`, known), undefined);
});

const refused: Record<string, PasswordProblem> = {
  aaaaaaaaaaaa: 'pattern',
  abababababab: 'pattern',
  '123456789012': 'pattern',
  abcdefghijkl: 'pattern',
  qwertyuiop12: 'pattern',
  '1qaz2wsx3edc': 'pattern',
  '!QAYxsw2#EDC': 'pattern',
  azertyuiop12: 'pattern',
  '19700101 0000': 'pattern',
  'Sam-19700101': 'pattern',
  letmeinletmein: 'pattern',
  password1234: 'common',
  'P@ssw0rd2026!': 'common',
  'Welcome-2026-!!': 'common',
  iloveyoumonkey: 'common',
  'Losenordet-2026': 'common',
  mypasswordis1234: 'common',
  annaberg2026: 'personal',
  'clinic.example': 'personal',
  'anna.berg@clinic.example': 'personal',
  'B3rg.Anna!2026': 'personal',
  'valise exchange': 'personal',
};

for (const [password, problem] of Object.entries(refused)) {
  test(`${password} is refused: ${problem}`, () => {
    assert.equal(findPasswordProblem(password, known), problem);
  });
}

test('words of the account with common ones are common', () => {
  assert.equal(findPasswordProblem('anna-password-1', known), 'common');
});

test('phrases are accepted, whatever their words', () => {
  for (const phrase of [
    'monkey dragon tiger eagle',
    'summer in the old garden house',
    'vier rode fietsen',
  ]) {
    assert.equal(findPasswordProblem(phrase, known), undefined, phrase);
  }
});
