import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctName } from './distinct-name.ts';

function nameAfter(name: string, ...taken: string[]): string {
  return distinctName(name, (candidate) => taken.includes(candidate));
}

test('a free name stays as it is', () => {
  assert.equal(nameAfter('scan.pdf', 'Scan.pdf'), 'scan.pdf');
});

test('a taken name gets the first free number before its ending', () => {
  assert.equal(nameAfter('scan.pdf', 'scan.pdf'), 'scan (2).pdf');
  assert.equal(nameAfter('scan.pdf', 'scan.pdf', 'scan (2).pdf'), 'scan (3).pdf');
  assert.equal(nameAfter('README', 'README'), 'README (2)');
  assert.equal(nameAfter('.profile', '.profile'), '.profile (2)');
});

test('a name at its greatest length is cut between characters', () => {
  const longest = `${'é'.repeat(125)}x.pdf`;
  const next = nameAfter(longest, longest);
  assert.equal(next, `${'é'.repeat(123)} (2).pdf`);
  assert.ok(Buffer.byteLength(next) <= 255);
});

test('an ending that leaves no room for a number is cut itself', () => {
  const longest = `a.${'b'.repeat(253)}`;
  assert.equal(nameAfter(longest, longest), `a.${'b'.repeat(252)}2`);
});
