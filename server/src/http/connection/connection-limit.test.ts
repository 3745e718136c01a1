import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { minute } from '../../domain/model/clock.ts';
import { findConnectionLimit, limitConnections, readProcessLimits } from './connection-limit.ts';

const limitsOf = (openFiles: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             100                  100                  processes \nMax open files            ${openFiles.padEnd(20)} 524288               files     \n`;

test('connections leave files for the process and one for each of them', () => {
  assert.equal(findConnectionLimit(limitsOf('65536')), 32_704);
  assert.equal(findConnectionLimit(limitsOf('256')), 64);
  assert.equal(findConnectionLimit(limitsOf('100')), 1);
  assert.equal(findConnectionLimit(limitsOf('unlimited')), undefined);
  assert.equal(findConnectionLimit(''), undefined);
  assert.ok((findConnectionLimit(readProcessLimits()) ?? 1) >= 1);
});

test('connections that were closed are counted, and logged at most once a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = createServer();
  const counts: unknown[] = [];
  const log = { warn: ({ closed }: { closed: number }) => counts.push(closed) };
  limitConnections(server, log, 64);
  assert.equal(server.maxConnections, 64);
  server.emit('drop');
  assert.deepEqual(counts, [1], 'the first is told at once');
  for (let count = 0; count < 7; count += 1) server.emit('drop');
  t.mock.timers.tick(minute - 1);
  assert.deepEqual(counts, [1]);
  t.mock.timers.tick(1);
  assert.deepEqual(counts, [1, 7]);
  t.mock.timers.tick(5 * minute);
  assert.deepEqual(counts, [1, 7], 'nothing is said of nothing');
  server.emit('drop');
  assert.deepEqual(counts, [1, 7, 1]);
});
