import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FileNameProblem } from './untrusted-text.ts';
import { fileNameProblems, parseFileName } from './untrusted-text.ts';

const names: [sent: string, name: string][] = [
  ['report.pdf', 'report.pdf'],
  ['/home/alice/report.pdf', 'report.pdf'],
  ['C:\\Users\\Alice\\report.pdf', 'report.pdf'],
  ['C:\\fakepath/../report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['...', '...'],
  ['.profile', '.profile'],
  [' blanks ', ' blanks '],
  ['a"b%22c;d.txt', 'a"b%22c;d.txt'],
  ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
  ['a\u0308.txt', '\u00e4.txt'],
  ['会計 2026.xlsx', '会計 2026.xlsx'],
  ['\u{1f4bc}.zip', '\u{1f4bc}.zip'],
  ['CON', 'CON'],
  ['__proto__', '__proto__'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['ä'.repeat(127), 'ä'.repeat(127)],
];

const noNames: [sent: string, problem: FileNameProblem][] = [
  ['', 'empty'],
  ['folder/', 'empty'],
  ['folder\\', 'empty'],
  ['.', 'dots'],
  ['..', 'dots'],
  ['a/..', 'dots'],
  ['a\\.', 'dots'],
  ['a\0.pdf', 'control'],
  ['a\n.pdf', 'control'],
  ['a\u007f', 'control'],
  ['a\u0085', 'control'],
  ['\u202etxt.exe', 'control'],
  ['a\u2066b', 'control'],
  ['a\u2028b', 'control'],
  ['x'.repeat(256), 'too_long'],
  ['ä'.repeat(128), 'too_long'],
  ['a\ud800b', 'malformed'],
  ['\udc00', 'malformed'],
];

describe('the name of a sent file', () => {
  for (const [sent, name] of names) {
    test(`of ${JSON.stringify(sent).slice(0, 40)} is ${JSON.stringify(name).slice(0, 30)}`, () => {
      assert.deepEqual(parseFileName(sent), { name });
    });
  }
  for (const [sent, problem] of noNames) {
    test(`cannot be that of ${JSON.stringify(sent).slice(0, 40)}: ${problem}`, () => {
      assert.deepEqual(parseFileName(sent), { problem });
    });
  }

  test('is one harmless path segment, whatever was sent, and itself when it is sent again', () => {
    const nasty = fc.constantFrom('/', '\\', '.', '..', '\0', '\u202e', '\ud800', 'a\u0308', 'ﬁ');
    const sent = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 80 })), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(sent, (text) => {
        const { name, problem } = parseFileName(text);
        if (name === undefined) {
          assert.ok(fileNameProblems[problem].endsWith('.'));
          return;
        }
        assert.doesNotMatch(name, /[/\\\p{Cc}]|^\.{0,2}$/u);
        assert.ok(name.isWellFormed());
        assert.ok(Buffer.byteLength(name) <= 255);
        assert.deepEqual(parseFileName(name), { name });
      }),
      { numRuns: 1000 },
    );
  });
});
