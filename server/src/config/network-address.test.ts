import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAddressRange,
  isListenAddress,
  isLoopback,
  parseGatewayUrl,
  parseOrigin,
} from './network-address.ts';

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

const malformed = ['', 'proxy', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8'];

for (const range of [...malformed, '10.0.0.0/-1', '10.0.0.0/0x8', 'fe80::1%eth0', '256.0.0.1']) {
  test(`${JSON.stringify(range)} is no range`, () => {
    assert.ok(!isAddressRange(range));
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
