import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone } from './time-zone.ts';

test('a zone is known by its name', () => {
  for (const name of ['UTC', 'Europe/Stockholm', 'America/Argentina/Ushuaia', 'Asia/Kolkata']) {
    assert.ok(isTimeZone(name), name);
  }
});

test('offsets and inventions are no zones', () => {
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Stockholm ', 'Europe\nStockholm']) {
    assert.equal(isTimeZone(name), false, name);
  }
});
