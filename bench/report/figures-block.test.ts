import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceFigures } from './figures-block.ts';

test('new figures take the place of the old, and nothing else changes', () => {
  const document = 'before\n<!-- figures -->\n| old |\n<!-- /figures -->\nafter\n';
  const once = replaceFigures(document, '| new |\n');
  assert.equal(once, 'before\n<!-- figures -->\n\n| new |\n\n<!-- /figures -->\nafter\n');
  assert.equal(replaceFigures(once, '| new |'), once);
});

test('a document without one clear place for figures is refused', () => {
  assert.throws(() => replaceFigures('no markers', 'x'), /no place/);
  assert.throws(() => replaceFigures('<!-- figures --> only begun', 'x'), /no place/);
  const place = '<!-- figures --><!-- /figures -->';
  assert.throws(() => replaceFigures(place + place, 'x'), /several/);
});
