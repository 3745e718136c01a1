import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseColor } from './color.ts';

for (const [written, color] of [
  ['#7a1f5c', '#7a1f5c'],
  ['7a1f5c', '#7a1f5c'],
  ['#7A1F5C', '#7a1f5c'],
  ['#0f8', '#00ff88'],
  ['0F8', '#00ff88'],
] as const) {
  test(`${written} is ${color}`, () => {
    assert.equal(parseColor(written), color);
  });
}

for (const written of [
  '',
  '#',
  '#12',
  '#1234',
  '#12345',
  '#1234567',
  '#12345678',
  '##123456',
  '#gggggg',
  ' #123456',
  '#123456\n',
  '#123456;}',
  'teal',
  'rgb(1, 2, 3)',
  123456,
  null,
  ['#123456'],
]) {
  test(`${JSON.stringify(written)} is no colour`, () => {
    assert.equal(parseColor(written), undefined);
  });
}
