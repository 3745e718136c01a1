import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startServer } from '../harness/server.ts';
import { runValise } from '../harness/valise-command.ts';
import { makeCertificate } from './certificate.ts';

const configurationError = 3;
const folder = await mkdtemp(join(tmpdir(), 'valise-unsafe-'));
after(() => rm(folder, { recursive: true }));

const password = join(folder, 'password');
await writeFile(password, 'hunter2');
await chmod(password, 0o644);
const { certFile, keyFile } = makeCertificate(folder);
await chmod(keyFile, 0o604);

const smtp = ['--smtp-host', '127.0.0.1', '--smtp-user', 'u', '--smtp-password-file', password];
const sms = ['--sms-gateway-url', 'https://sms.example', '--sms-gateway-token-file', password];
const tls = ['--tls-cert-file', certFile, '--tls-key-file', keyFile];

/** Settings, and what the refusal names: the setting, and the way out. */
const refusals: [string[], RegExp][] = [
  [['--host', '0.0.0.0'], /host is 0\.0\.0\.0.*tlsCertFile.*127\.0\.0\.1.*allowPlainHttp/],
  [['--public-url', 'http://files.example.com'], /publicUrl is http:.*https:.*allowPlainHttp/],
  [['--trusted-proxies', '0.0.0.0/1,128.0.0.0/1'], /trustedProxies .*trust everyone/],
  [smtp, /smtpPassword .*chmod o-rwx/],
  [sms, /smsGatewayToken .*chmod o-rwx/],
  [
    ['--metrics-listen', '0.0.0.0:0'],
    /metricsListen is 0\.0\.0\.0.*metricsTokenFile.*127\.0\.0\.1/,
  ],
  [['--metrics-token-file', password], /metricsToken .*chmod o-rwx/],
  [tls, /tlsKeyFile .*chmod o-rwx/],
];

for (const [settings, explanation] of refusals) {
  test(`${settings.join(' ').replaceAll(folder, '…')} does not start`, async () => {
    const dataDir = join(folder, 'data');
    const args = ['serve', '--data', dataDir, '--port', '0', '--workers', '1', ...settings];
    const { status, stderr } = await runValise(args);
    assert.equal(status, configurationError, stderr);
    assert.match(stderr, explanation);
  });
}

test('said twice, or mended, it starts', async () => {
  await chmod(password, 0o640);
  const said = ['--public-url', 'http://files.example.com', '--allow-plain-http'];
  const server = await startServer({ settings: [...said, ...smtp] });
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
});

test('the start warns once of texts that are not there, and uses the others', async () => {
  const texts = join(folder, 'texts');
  await mkdir(texts);
  const send = { greeting: 'Hallo', remove: 'Weg damit' };
  await writeFile(join(texts, 'de.json'), JSON.stringify({ send, welcome: { title: 'Hallo!' } }));
  const server = await startServer({ settings: ['--texts-dir', texts] });
  assert.equal(server.logs().split('de.json.send.greeting: There is no such text').length, 2);
  assert.doesNotMatch(server.logs(), /send\.remove/);
  const page = await fetch(server.url, {
    headers: { accept: 'text/html', 'accept-language': 'de' },
  });
  assert.match(await page.text(), /<h1[^>]*>Hallo!<\/h1>/);
});

test('the start warns once of keys inside of the data folder, and not of others', async () => {
  const usual = await startServer();
  assert.equal(usual.logs().split('the keys lie inside of the data folder').length, 2);
  const apart = await startServer({ settings: ['--key-dir', join(folder, 'keys')] });
  assert.doesNotMatch(apart.logs(), /the keys lie inside/);
});
