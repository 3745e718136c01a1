import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNestedDeeper } from './json-body.ts';

test('nesting is counted through arrays and objects', () => {
  assert.equal(isNestedDeeper('[{"a":[1]}]', 3), false);
  assert.equal(isNestedDeeper('[{"a":[1]}]', 2), true);
  assert.equal(isNestedDeeper('[[],[],[]]', 2), false);
});

test('brackets inside of texts do not count', () => {
  assert.equal(isNestedDeeper('["[[[[", "\\"[[[[", "\\\\"]', 1), false);
  assert.equal(isNestedDeeper('["\\\\", [[]]]', 2), true);
});

test('what is no JSON is measured all the same', () => {
  assert.equal(isNestedDeeper('['.repeat(33), 32), true);
  assert.equal(isNestedDeeper('"[[[[', 1), false);
  assert.equal(isNestedDeeper('', 0), false);
});
