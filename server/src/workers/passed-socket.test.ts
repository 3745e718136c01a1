import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPassedSocket } from './cluster-listener.ts';

test('a socket that systemd passes to this process is found', () => {
  assert.equal(findPassedSocket({ LISTEN_PID: '42', LISTEN_FDS: '1' }, 42), 3);
  assert.equal(findPassedSocket({ LISTEN_PID: '42', LISTEN_FDS: '2' }, 42), 3);
});

for (const env of [
  {},
  { LISTEN_FDS: '1' },
  { LISTEN_PID: '41', LISTEN_FDS: '1' },
  { LISTEN_PID: '42' },
  { LISTEN_PID: '42', LISTEN_FDS: '0' },
  { LISTEN_PID: '42', LISTEN_FDS: 'nonsense' },
]) {
  test(`${JSON.stringify(env)} passes no socket to process 42`, () => {
    assert.equal(findPassedSocket(env, 42), undefined);
  });
}
