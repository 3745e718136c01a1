import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReservationTable } from './shared-tables.ts';

const worker = {};
const key = 'tray';

function claimOf(id: number, bytes: number, aheadBytes = 0) {
  return { id, amounts: [{ key, bytes, maxBytes: 100 }], aheadBytes };
}

test('uploads reserve together no more than the limit, and release all they held', () => {
  const table = new ReservationTable();
  assert.deepEqual(table.reserve(worker, claimOf(1, 60)), { aheadBytes: 0 });
  assert.deepEqual(table.reserve(worker, claimOf(2, 41)), { exceededKey: key });
  assert.deepEqual(table.reserve(worker, claimOf(2, 40)), { aheadBytes: 0 });
  assert.deepEqual(table.reserve(worker, claimOf(1, 61)), { exceededKey: key });
  assert.equal(table.reservedBytes(key), 100, 'a refused claim leaves what was held');
  table.release(worker, 1);
  table.release(worker, 1);
  assert.equal(table.reservedBytes(key), 40);
  table.release(worker, 2);
  assert.equal(table.reservedBytes(key), 0);
});

test('a claim reserves a part of the room ahead, and leaves the rest to others', () => {
  const table = new ReservationTable();
  assert.deepEqual(table.reserve(worker, claimOf(1, 20, 3)), { aheadBytes: 3 });
  assert.deepEqual(table.reserve(worker, claimOf(1, 20, 1000)), { aheadBytes: 5 });
  assert.equal(table.reservedBytes(key), 25);
});

test('every limit of a claim holds', () => {
  const table = new ReservationTable();
  const amounts = [
    { key: 'wide', bytes: 10, maxBytes: 1000 },
    { key: 'narrow', bytes: 10, maxBytes: 15 },
  ];
  assert.deepEqual(table.reserve(worker, { id: 1, amounts, aheadBytes: 0 }), { aheadBytes: 0 });
  assert.deepEqual(table.reserve(worker, { id: 2, amounts, aheadBytes: 0 }), {
    exceededKey: 'narrow',
  });
  assert.equal(table.reservedBytes('wide'), 10, 'a refused claim counts nowhere');
});

test('what a process had reserved that died is free again, and nothing else', () => {
  const table = new ReservationTable();
  const dead = {};
  table.reserve(worker, claimOf(1, 30));
  table.reserve(dead, claimOf(1, 40));
  table.reserve(dead, claimOf(2, 30));
  table.releaseAll(dead);
  assert.equal(table.reservedBytes(key), 30);
});
