import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastOf, processorMs } from '../../testing/processor-time.ts';
import { leakedPasswords } from './leaked-passwords.ts';
import type { PasswordProblem } from './password-rules.ts';
import { findPasswordProblem, maxPasswordLength } from './password-rules.ts';

const known = ['anna.berg@clinic.example', 'Anna Berg', 'Valise Exchange'];

test('a password has 12 characters or more, and any kind of them', async () => {
  assert.equal(await findPasswordProblem('tåg, snö, kö', known), undefined);
  assert.equal(await findPasswordProblem('elevenchars', known), 'short');
  assert.equal(await findPasswordProblem('correct horse battery staple', known), undefined);
  assert.equal(await findPasswordProblem('x7Kq9zLm2Vw4', known), undefined);
  assert.equal(await findPasswordProblem('ab c'.repeat(maxPasswordLength), known), 'long');
});

test('two passwords of 100 characters that differ in the last one are two', async () => {
  const long = 'The tram to Slussen is late again. '.repeat(3).slice(0, 99);
  assert.equal(await findPasswordProblem(`${long}a`, known), undefined);
  assert.equal(await findPasswordProblem(`${long}b`, known), undefined);
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
  leavemealone: 'common',
  'SonyEricsson-99': 'common',
  '!!Ch3sterfield2026': 'common',
  hd764nw5d7e1vb1: 'common',
  annaberg2026: 'personal',
  'clinic.example': 'personal',
  'anna.berg@clinic.example': 'personal',
  'B3rg.Anna!2026': 'personal',
  'valise exchange': 'personal',
};

for (const [password, problem] of Object.entries(refused)) {
  test(`${password} is refused: ${problem}`, async () => {
    assert.equal(await findPasswordProblem(password, known), problem);
  });
}

test('words of the account with common ones are common', async () => {
  assert.equal(await findPasswordProblem('anna-password-1', known), 'common');
});

test('leaked passwords of 12 characters and more are refused, also with other letters and digits around them', async () => {
  const leaked = [...(await leakedPasswords())];
  assert.ok(leaked.length >= 3000);
  const long = leaked.filter((each) => each.length >= 12);
  assert.ok(long.length > 300);
  for (const password of long) {
    assert.notEqual(await findPasswordProblem(password, known), undefined, password);
    assert.notEqual(await findPasswordProblem(password.toUpperCase(), known), undefined, password);
  }
  const words = leaked.filter((each) => /^[a-z]{8,}$/.test(each));
  assert.ok(words.length > 5000);
  for (const word of words.slice(0, 500)) {
    assert.notEqual(await findPasswordProblem(`${word}2026!`, known), undefined, word);
  }
});

test('phrases are accepted, whatever their words', async () => {
  for (const phrase of [
    'monkey dragon tiger eagle',
    'summer in the old garden house',
    'vier rode fietsen',
  ]) {
    assert.equal(await findPasswordProblem(phrase, known), undefined, phrase);
  }
});

test('no password keeps the event loop, whatever it is made of', async () => {
  const address = `${'abcdefgh'.repeat(30)}@clinic.example`;
  // The lists are loaded with the first use.
  await findPasswordProblem('correct horse battery staple', known);
  const hostile = [
    '\ufdfa'.repeat(1000),
    'abcdefgh'.repeat(127),
    'abcdefghi'.repeat(113),
    `${'abcdefghi'.repeat(113)}x`,
    `${'-'.repeat(1000)}abcdefghij`,
    'iloveyou'.repeat(128),
    'the'.repeat(341),
    `a\u0301e\u0301`.repeat(256),
    'x'.repeat(65_536),
  ];
  for (const password of hostile) {
    const least = await leastOf(3, 50, () =>
      processorMs(() => findPasswordProblem(password, [address, ...known])),
    );
    assert.ok(least < 50, `${password.slice(0, 12)}: ${least} ms`);
  }
});

test('a password that is long only once it is normalised is too long', async () => {
  assert.equal(await findPasswordProblem('\ufdfa'.repeat(57), known), 'long');
});
