import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { Secret } from './secret.ts';

const secret = new Secret('hunter2');

test('a secret gives its value only when asked to reveal it', () => {
  assert.equal(secret.reveal(), 'hunter2');
});

const printed: Record<string, string> = {
  String: String(secret),
  'a template literal': `${secret.toString()} ${String(secret)}`,
  concatenation: [secret].join(''),
  'JSON.stringify': JSON.stringify({ nested: [secret] }),
  'util.inspect': inspect({ nested: secret }, { showHidden: true, depth: Infinity }),
  'util.format': format('%s %o %O %j', secret, secret, secret, secret),
  'its own keys': JSON.stringify(Object.entries(secret)),
};

for (const [way, text] of Object.entries(printed)) {
  test(`a secret stays hidden in ${way}`, () => {
    assert.doesNotMatch(text, /hunter2/);
    if (way !== 'its own keys') assert.match(text, /\[redacted\]/);
  });
}
