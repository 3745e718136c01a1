import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { isInNetworks, isNetwork } from './networks.ts';

for (const [address, networks, isIn] of [
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24'], false],
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.8', ['192.0.2.7', '192.0.2.8/32'], true],
  ['192.0.2.7', ['192.0.2.99/24'], true],
  ['192.0.2.7', ['0.0.0.0/0'], true],
  ['192.0.2.7', [], false],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['::ffff:c000:207', ['192.0.2.0/24'], true],
  ['192.0.2.7', ['::ffff:192.0.2.0/120'], true],
  ['192.0.2.7', ['::/0'], false],
  ['::ffff:192.0.2.7', ['::/0'], false],
  ['2001:db8::1', ['::/0'], true],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['2001:DB8:0:0::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['2001:db8::1', ['2001:db8::1/128'], true],
  ['::1', ['127.0.0.1', '::1'], true],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
  ['', ['0.0.0.0/0', '::/0'], false],
] as const) {
  test(`${address} is ${isIn ? '' : 'not '}in ${networks.join(', ') || 'no network'}`, () => {
    assert.equal(isInNetworks(address, networks), isIn);
  });
}

const addresses = [
  ...['10.0.0.1', '255.255.255.255', '0.0.0.0', '::', '::1', '1:2:3:4:5:6:7:8', '2001:db8::'],
  ...['::ffff:10.0.0.1', 'FE80::1', '', '1', '1.2.3', '1.2.3.4.', '.1.2.3.4', '1.2.3.4.5'],
  ...['256.1.1.1', '01.2.3.4', '1.2.3.04', '1..2.3', '1:2', '1::2::3', '1:2:3:4:5:6:7:8:9'],
  ...['::g', '::1.2.3', '::1.2.3.256', ':::', '[::1]', '::1]', 'a.b.c.d', '10.0.0.1 ', 'fe80:'],
];

test('what is an address, Node sees as one too', () => {
  for (const text of addresses) assert.equal(isNetwork(text), isIP(text) !== 0, text);
});

test('a network has a length that its kind of address allows, and no zone', () => {
  for (const good of ['10.0.0.0/0', '10.0.0.0/32', '::/0', '::/128', '10.0.0.9/8']) {
    assert.ok(isNetwork(good), good);
  }
  for (const bad of ['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1']) {
    assert.ok(!isNetwork(bad), bad);
  }
  for (const bad of ['fe80::1%eth0', '10.0.0.0/8.0', '10.0.0.0/0x8', '/8', 'proxy', '10.0.0/8']) {
    assert.ok(!isNetwork(bad), bad);
  }
});
