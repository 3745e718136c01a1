import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverEveryone } from './address-cover.ts';

const everyone = [
  ['0.0.0.0/0'],
  ['10.0.0.0/0'],
  ['::/0'],
  ['fd00::/0'],
  ['::ffff:0.0.0.0/96'],
  ['::/64'],
  ['2000::/3'],
  ['0.0.0.0/1', '128.0.0.0/1'],
  ['128.0.0.0/1', '10.0.0.1', '0.0.0.0/2', '64.0.0.0/2'],
  ['::ffff:0.0.0.0/97', '128.0.0.0/1'],
  ['::/1', '8000::/1'],
  ['2000::/4', '3000::/4', '10.0.0.0/8'],
];

for (const ranges of everyone) {
  test(`line 15: ${ranges.join(' and ')} would trust everyone`, () => {
    assert.ok(coverEveryone(ranges));
  });
}

const some = [
  [],
  ['10.0.0.5'],
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '::1'],
  ['192.0.2.1/32', '2001:db8::/32'],
  ['0.0.0.0/1', '128.0.0.0/2'],
  ['2000::/4', '3800::/5'],
];

for (const ranges of some) {
  test(`proxies in ${ranges.join(' and ') || 'no range'} can be trusted`, () => {
    assert.ok(!coverEveryone(ranges));
  });
}
