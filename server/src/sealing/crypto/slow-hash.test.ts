import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretHasher } from './secrets.ts';
import { createSlowHasher } from './slow-hash.ts';

const salt = Buffer.alloc(16, 1);
const hasher = createSecretHasher(Buffer.alloc(32, 7));

test('a slow hash depends on the secret, its salt and the pepper', async () => {
  const slow = createSlowHasher(hasher, { cost: 16 });
  const hash = await slow.hash('secret', salt);
  assert.deepEqual(await slow.hash('secret', salt), hash);
  const other = createSlowHasher(createSecretHasher(Buffer.alloc(32, 8)), { cost: 16 });
  for (const different of [
    await slow.hash('Secret', salt),
    await slow.hash('secret', Buffer.alloc(16, 2)),
    await other.hash('secret', salt),
  ]) {
    assert.notDeepEqual(different, hash);
  }
});

test('only what was remembered is recalled, for its salt alone', async () => {
  const slow = createSlowHasher(hasher, { cost: 16 });
  const hash = await slow.hash('secret', salt);
  assert.equal(slow.findCached('secret', salt), undefined);
  slow.remember('secret', salt, hash);
  assert.equal(slow.findCached('secret', salt), hash);
  assert.equal(slow.findCached('secret', Buffer.alloc(16, 2)), undefined);
  assert.equal(slow.findCached('Secret', salt), undefined);
});

test('two hashes are made at once, others wait, and too many are refused', async () => {
  const slow = createSlowHasher(hasher, { cost: 2 ** 12, maxWaiting: 4 });
  const made = Array.from({ length: 8 }, () => slow.hash('secret', salt));
  const outcomes = await Promise.allSettled(made);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 6);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      assert.equal((outcome.reason as { code: string }).code, 'unavailable');
    }
  }
  await slow.hash('secret', salt);
});
