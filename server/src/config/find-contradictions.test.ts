import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnsafeSettings } from './find-contradictions.ts';
import { Secret } from './secret.ts';

type Reach = Parameters<typeof findUnsafeSettings>[0];

const safe: Reach = {
  host: '127.0.0.1',
  publicUrl: undefined,
  tlsCertFile: undefined,
  s3Endpoint: undefined,
  allowPlainHttp: false,
  metricsListen: undefined,
  metricsToken: undefined,
  tracesEndpoint: undefined,
};
const tlsCertFile = '/etc/valise/fullchain.pem';

test('plain HTTP beyond this machine is said twice, or not served', () => {
  const unsafe: [Partial<Reach>, string[]][] = [
    [{ host: '0.0.0.0' }, ['host']],
    [{ host: '::' }, ['host']],
    [{ host: '192.0.2.1', publicUrl: 'https://files.example.com' }, ['host']],
    [{ publicUrl: 'http://files.example.com' }, ['publicUrl']],
    [{ s3Endpoint: 'http://s3.example.com' }, ['s3Endpoint']],
    [{ tracesEndpoint: 'http://collector.example.com/v1/traces' }, ['tracesEndpoint']],
    [{ host: 'files.lan', publicUrl: 'http://files.lan' }, ['host', 'publicUrl']],
  ];
  for (const [settings, fields] of unsafe) {
    const found = findUnsafeSettings({ ...safe, ...settings });
    assert.deepEqual(
      found.map(({ field }) => field),
      fields,
    );
    for (const { problem } of found) assert.match(problem, /allowPlainHttp/);
    assert.deepEqual(findUnsafeSettings({ ...safe, ...settings, allowPlainHttp: true }), []);
  }
});

test('metrics are served to other machines only against a token', () => {
  const metricsListen = { host: '0.0.0.0', port: 9464 };
  const found = findUnsafeSettings({ ...safe, metricsListen, allowPlainHttp: true });
  assert.deepEqual(
    found.map(({ field }) => field),
    ['metricsListen'],
  );
  const metricsToken = new Secret('a token');
  assert.deepEqual(findUnsafeSettings({ ...safe, metricsListen, metricsToken }), []);
  for (const host of ['127.0.0.1', '::1', 'localhost']) {
    assert.deepEqual(findUnsafeSettings({ ...safe, metricsListen: { host, port: 9464 } }), []);
  }
});

test('what is served to this machine, or over HTTPS, needs no second word', () => {
  for (const settings of [
    {},
    { host: 'localhost', publicUrl: 'http://localhost:8080' },
    { host: '::1', publicUrl: 'https://files.example.com' },
    { host: '::', tlsCertFile, publicUrl: 'https://files.example.com' },
    { host: '0.0.0.0', tlsCertFile },
    { s3Endpoint: 'http://127.0.0.1:7480' },
    { s3Endpoint: 'https://s3.example.com' },
    { tracesEndpoint: 'http://127.0.0.1:4318/v1/traces' },
    { tracesEndpoint: 'https://collector.example.com/v1/traces' },
  ]) {
    assert.deepEqual(findUnsafeSettings({ ...safe, ...settings }), []);
  }
});
