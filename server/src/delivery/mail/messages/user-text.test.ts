import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showMessage, showName } from './letter.ts';

test('a name is one line', () => {
  assert.equal(showName(' Anna\r\nBcc: x@evil.example\u2028\u0000 '), 'Anna Bcc: x@evil.example');
});

test('a name cannot turn the direction of what follows', () => {
  assert.equal(showName('invoice\u202Efdp.exe'), 'invoicefdp.exe');
  assert.equal(showName('\u2067מסמך\u2069.pdf'), 'מסמך.pdf');
});

test('a long name keeps its beginning and its end', () => {
  const shown = showName(`${'a'.repeat(200)}.docx`);
  assert.equal(Array.from(shown).length, 80);
  assert.match(shown, /^a+…a+\.docx$/);
  assert.equal(showName('a'.repeat(80)), 'a'.repeat(80));
});

test('cutting never halves a character', () => {
  assert.ok(showName('🧳'.repeat(100)).isWellFormed());
  assert.ok(showMessage('🧳'.repeat(4000)).text.isWellFormed());
  assert.ok(showName('\uD83E').isWellFormed());
});

test('a message keeps its line breaks, whatever system wrote them', () => {
  assert.deepEqual(showMessage('one\r\ntwo\rthree\n\nfour\n'), {
    text: 'one\ntwo\nthree\n\nfour',
    isCut: false,
  });
});

test('a message loses what is no text', () => {
  assert.equal(showMessage('a\u0007b\u202Ec\td').text, 'a bc  d');
});

test('a long message is cut and says so', () => {
  const { text, isCut } = showMessage('x'.repeat(3001));
  assert.equal(text, `${'x'.repeat(3000)}…`);
  assert.ok(isCut);
  assert.ok(!showMessage('x'.repeat(3000)).isCut);
});
