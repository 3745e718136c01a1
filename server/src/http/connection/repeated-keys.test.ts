import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRepeatedKey } from './repeated-keys.ts';

test('finds the first key that an object names twice, and the way to it', () => {
  const cases: [string, (string | number)[] | undefined][] = [
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1},"b":{"a":1}}', undefined],
    ['{"list":[{"x":1},{"x":1,"y":[{}],"x":2}]}', ['list', 1, 'x']],
    ['[["a","a"],{"a":"a"}]', undefined],
    ['{"a\\u0062":1,"ab":2}', ['ab']],
    ['{"say":"{\\"a\\":1,\\"a\\":2}"}', undefined],
    ['{"a":"\\\\","b":"a"}', undefined],
    ['{"":1,"":2}', ['']],
    ['{"a":[1,2,{"b":[],"b":{}}]}', ['a', 2, 'b']],
    ['"a"', undefined],
    ['1', undefined],
  ];
  for (const [json, found] of cases) {
    JSON.parse(json);
    assert.deepEqual(findRepeatedKey(json), found, json);
  }
});
