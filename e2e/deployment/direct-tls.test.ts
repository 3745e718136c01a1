import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addAccount } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';
import { makeCertificate } from './certificate.ts';
import { adaptExample } from './example.ts';
import { freePorts } from './free-ports.ts';
import { missingProgram } from './missing-program.ts';
import { runCommands } from './run-commands.ts';
import { GateClient, secureExchange } from './secure-exchange.ts';

const skip = missingProgram('openssl', 'version');

test('Valise without a proxy, set up as documented', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-tls-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const first = makeCertificate(folder, 'first');
  const renewed = makeCertificate(folder, 'renewed');
  await copyFile(first.keyFile, join(folder, 'privkey.pem'));
  await copyFile(first.certFile, join(folder, 'fullchain.pem'));
  const [port = 0] = await freePorts(1);
  await writeFile(
    join(dataDir, 'valise.json'),
    adaptExample('deploy/valise-direct-tls.json', [
      ['"host": "::"', '"host": "127.0.0.1"'],
      ['https://files.example.com', `https://files.example.com:${port}`],
      ['/etc/valise', folder],
      ['/var/lib/valise-keys', join(folder, 'keys')],
    ]),
  );
  const server = await startServer({ dataDir, settings: ['--port', String(port)] });
  const gate = { port, ca: first.pem };

  await t.test('clients reach it over HTTPS', async () => {
    const client = new GateClient(gate, await addAccount(dataDir, 'a@example.com'));
    assert.match(await client.token(), /^[0-9a-f]{64}$/);
  });

  await t.test('plain HTTP is not answered', async () => {
    await assert.rejects(secureExchange({ port }, { path: '/healthz' }));
  });

  await t.test('a renewed certificate is used without a restart', async () => {
    const lineage = join(folder, 'live');
    await mkdir(lineage);
    await copyFile(renewed.keyFile, join(lineage, 'privkey.pem'));
    await copyFile(renewed.certFile, join(lineage, 'fullchain.pem'));
    const hook = adaptExample('deploy/renew-certificate.sh', [
      ['-o valise -g valise ', ''],
      ['/etc/valise', folder],
      ['systemctl reload valise', `kill -HUP ${server.pid}`],
    ]);
    await runCommands(`RENEWED_LINEAGE=${lineage}\n${hook}`, folder);
    await eventually('the log tells of it', () =>
      server.logs().includes('TLS certificate read again') ? true : undefined,
    );
    const answer = await secureExchange({ port, ca: renewed.pem }, { path: '/healthz' });
    assert.equal(answer.status, 200);
    await assert.rejects(secureExchange(gate, { path: '/healthz' }), /certificate/);
  });

  await t.test('files that are no certificate leave the one in use', async () => {
    await writeFile(join(folder, 'fullchain.pem'), 'not a certificate');
    process.kill(server.pid, 'SIGHUP');
    await eventually('the log tells of it', () =>
      server.logs().includes('the old one stays in use') ? true : undefined,
    );
    const answer = await secureExchange({ port, ca: renewed.pem }, { path: '/healthz' });
    assert.equal(answer.status, 200);
  });
});
