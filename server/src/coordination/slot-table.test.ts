import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { SlotLimits } from './shared-tables.ts';
import { SlotTable } from './shared-tables.ts';

const worker = {};
const from = (link: string | null, network: string | null) => ({ link, network });

function tableOf(limits: Partial<SlotLimits>): SlotTable {
  return new SlotTable({ perLink: 0, perNetwork: 0, inAll: 0, ...limits });
}

function refuses(table: SlotTable, claim: ReturnType<typeof from>, code: string): void {
  assert.throws(
    () => table.take(worker, claim),
    (error) =>
      error instanceof ValiseError && error.code === code && error.retryAfterSeconds !== undefined,
  );
}

test('a link, a network and the server have so many transfers at a time', () => {
  const table = tableOf({ perLink: 2, perNetwork: 3, inAll: 4 });
  table.take(worker, from('a', '192.0.2.1'));
  const second = table.take(worker, from('a', '192.0.2.1'));
  refuses(table, from('a', '198.51.100.1'), 'too_many_requests');
  table.take(worker, from('b', '192.0.2.1'));
  refuses(table, from('c', '192.0.2.1'), 'too_many_requests');
  table.take(worker, from(null, null));
  refuses(table, from(null, null), 'unavailable');
  table.release(second);
  table.take(worker, from('a', '192.0.2.1'));
  table.release(second);
  refuses(table, from(null, null), 'unavailable');
});

test('what a process held that died is free again, and nothing else', () => {
  const table = tableOf({ perLink: 2 });
  const dead = {};
  table.take(worker, from('a', null));
  table.take(dead, from('a', null));
  refuses(table, from('a', null), 'too_many_requests');
  table.releaseAll(dead);
  table.take(worker, from('a', null));
  refuses(table, from('a', null), 'too_many_requests');
});
