import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandomness } from './system.ts';

test('as many bytes come as were asked for, and never the same ones', () => {
  const seen = new Set<string>();
  const counts = [1, 16, 32, 4095, 4096, 4097, 100_000];
  for (const count of counts) assert.equal(systemRandomness.bytes(count).length, count);
  for (let draw = 0; draw < 5000; draw += 1) seen.add(systemRandomness.bytes(16).toString('hex'));
  assert.equal(seen.size, 5000);
});

test('what is handed out has memory of its own', () => {
  for (let draw = 0; draw < 200; draw += 1) {
    assert.equal(systemRandomness.bytes(32).buffer.byteLength, 32);
  }
});
