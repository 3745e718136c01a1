import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { numberedName, safeName } from './safe-name.ts';

const unix: [sent: string, saved: string][] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\Users\\a.txt', 'a.txt'],
  ['..', '__'],
  ['.', '_'],
  ['', 'file'],
  ['folder/', 'file'],
  ['  ', 'file'],
  ['.profile', '_profile'],
  ['a\n\u001b[2Jb', 'a__[2Jb'],
  ['\u202etxt.exe', '_txt.exe'],
  ['a\0b', 'a_b'],
  ['a\ud800b', 'a\ufffdb'],
  ['CON', 'CON'],
  ['会計 2026.xlsx', '会計 2026.xlsx'],
];

const windows: [sent: string, saved: string][] = [
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1 .log', '_Com1 .log'],
  ['COM¹', '_COM¹'],
  ['console.txt', 'console.txt'],
  ['a.txt:stream', 'a.txt_stream'],
  ['what?*.txt', 'what__.txt'],
  ['dots. . ', 'dots____'],
];

describe('the name of a received file', () => {
  for (const [sent, saved] of unix) {
    test(`of ${JSON.stringify(sent)} is ${JSON.stringify(saved)}`, () => {
      assert.equal(safeName(sent, 'linux'), saved);
    });
  }
  for (const [sent, saved] of windows) {
    test(`of ${JSON.stringify(sent)} is ${JSON.stringify(saved)} on Windows`, () => {
      assert.equal(safeName(sent, 'win32'), saved);
    });
  }

  test('keeps its ending when a number is put into it, and when it is too long', () => {
    assert.equal(numberedName('a.txt', 2), 'a (2).txt');
    assert.equal(numberedName('a.tar.gz', 3), 'a (3).tar.gz');
    assert.equal(numberedName('README', 2), 'README (2)');
    const long = numberedName(safeName(`${'ä'.repeat(300)}.pdf`), 10);
    assert.ok(long.endsWith(' (10).pdf') && Buffer.byteLength(long) <= 255);
  });

  test('is one segment that is no way up, whatever was sent', () => {
    const nasty = fc.constantFrom('/', '\\', '.', '..', '\0', '\u202e', '\ud800', ':', 'CON');
    const sent = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 90 })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        sent,
        fc.constantFrom('linux', 'win32'),
        fc.nat(200),
        (text, platform, number) => {
          for (const name of [
            safeName(text, platform),
            numberedName(safeName(text, platform), number),
          ]) {
            assert.doesNotMatch(name, /[/\\\p{Cc}]|^\.|^$/u);
            assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 255);
            if (platform === 'win32') assert.doesNotMatch(name, /[<>:"|?*]|[. ]$/);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
