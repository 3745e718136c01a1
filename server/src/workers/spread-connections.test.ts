import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { test } from 'node:test';
import { spreadConnections } from './cluster-listener.ts';

test('the more connections a worker has, the longer it stands back, within bounds', (t) => {
  const pauses: unknown[] = [];
  t.mock.method(Atomics, 'wait', (...[, , , pauseMs]: unknown[]) => {
    pauses.push(pauseMs);
    return 'timed-out';
  });
  const server = new EventEmitter();
  spreadConnections(server as Server);
  const sockets = Array.from({ length: 6 }, () => new EventEmitter());
  for (const socket of sockets) server.emit('connection', socket);
  assert.deepEqual(pauses, [0.1, 0.2, 0.3, 0.3, 0.3]);
  for (const socket of sockets) socket.emit('close');
  server.emit('connection', new EventEmitter());
  assert.equal(pauses.length, 5, 'who has no other does not wait');
});
