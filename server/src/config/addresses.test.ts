import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  coverEveryone,
  isListenAddress,
  isLoopback,
  isScriptOrigin,
  parseGatewayUrl,
  parseListenPlace,
  parseOrigin,
  reachableOrigin,
} from './addresses.ts';

for (const address of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'files.example.com']) {
  test(`${address} can be listened on`, () => {
    assert.ok(isListenAddress(address));
  });
}

for (const address of [
  '',
  ' ',
  'http://localhost',
  'localhost:8080',
  '-x',
  'a b',
  '[::1]',
  'a\n',
]) {
  test(`${JSON.stringify(address)} cannot be listened on`, () => {
    assert.ok(!isListenAddress(address));
  });
}

for (const origin of [
  'https://portal.example.com',
  'https://portal.example.com:8443',
  'http://localhost:5173',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
]) {
  test(`${origin} may be an origin of scripts`, () => {
    assert.ok(isScriptOrigin(origin));
  });
}

for (const origin of [
  '',
  '*',
  'null',
  'https://*.example.com',
  'https://portal.example.com/',
  'https://portal.example.com/app',
  'https://portal.example.com:443',
  'https://user@portal.example.com',
  'https://Portal.example.com',
  'http://portal.example.com',
  'portal.example.com',
  'ftp://portal.example.com',
  'chrome-extension://abcdef',
  ' https://portal.example.com',
]) {
  test(`${JSON.stringify(origin)} may not be an origin of scripts`, () => {
    assert.ok(!isScriptOrigin(origin));
  });
}

const origins: [string, string][] = [
  ['https://files.example.com', 'https://files.example.com'],
  ['https://files.example.com/', 'https://files.example.com'],
  ['HTTPS://Files.Example.com:443', 'https://files.example.com'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
];

for (const [written, origin] of origins) {
  test(`${written} is the origin ${origin}`, () => {
    assert.equal(parseOrigin(written), origin);
  });
}

const noOrigins = [
  '',
  'files.example.com',
  'https://',
  'ftp://files.example.com',
  'https://files.example.com/path',
  'https://files.example.com/?q=1',
  'https://files.example.com/#part',
  'https://me@files.example.com',
  'https://me:secret@files.example.com',
  42,
  null,
];

for (const written of noOrigins) {
  test(`${JSON.stringify(written)} is no origin`, () => {
    assert.equal(parseOrigin(written), undefined);
  });
}

for (const url of [
  'https://sms.example.com/v1/send?from=valise',
  'http://127.0.0.1:9000/sms',
  'http://localhost/sms',
  'http://[::1]:9000/',
]) {
  test(`messages can be posted to ${url}`, () => {
    assert.equal(parseGatewayUrl(url), url);
  });
}

for (const url of [
  'http://sms.example.com/send',
  'http://10.0.0.1/',
  'http://127.0.0.1.example.com/',
  'http://localhost.example.com/',
  'https://user:password@sms.example.com/',
  'https://sms.example.com/#part',
  'ftp://sms.example.com/',
  'file:///etc/passwd',
  'sms.example.com',
  '',
  7,
]) {
  test(`messages cannot be posted to ${JSON.stringify(url)}`, () => {
    assert.equal(parseGatewayUrl(url), undefined);
  });
}

test('loopback is this machine alone, however its name begins', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', 'LOCALHOST']) {
    assert.ok(isLoopback(host), host);
  }
  for (const host of ['0.0.0.0', '::', '127.evil.example', 'localhost.example.com', '10.0.0.1']) {
    assert.ok(!isLoopback(host), host);
  }
});

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
  test(`${ranges.join(' and ')} would trust everyone`, () => {
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

test('links lead to the address that is listened on', () => {
  for (const origin of ['http://127.0.0.1:8080', 'https://[::1]:8443', 'http://10.0.0.7:80']) {
    assert.equal(reachableOrigin(origin, 'files'), origin);
  }
});

test('where that is every address, they lead to the machine by its name', () => {
  assert.equal(reachableOrigin('http://0.0.0.0:8080', 'files.lan'), 'http://files.lan:8080');
  assert.equal(reachableOrigin('https://[::]:8443', 'files'), 'https://files:8443');
});

test('and to this machine itself where the name is none', () => {
  for (const name of ['', 'a b', '-x', 'x/y', 'ü']) {
    assert.equal(reachableOrigin('http://0.0.0.0:8080', name), 'http://127.0.0.1:8080');
  }
});

test('a place to listen on is an address and a port', () => {
  const read: [string, object][] = [
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['metrics.lan:65535', { host: 'metrics.lan', port: 65_535 }],
  ];
  for (const [written, place] of read) assert.deepEqual(parseListenPlace(written), place);
  const wrong = ['127.0.0.1', ':9464', '::1:9464', '[127.0.0.1]:1', 'a:65536', 'http://a:1', 9464];
  for (const written of wrong) assert.equal(parseListenPlace(written), undefined);
});
