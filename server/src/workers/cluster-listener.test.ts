import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { loadBrand } from '../brand/load-brand.ts';
import { accountsOf } from '../commands/account/account-list.ts';
import { operator } from '../commands/installation/open-data.ts';
import { openInstallation } from '../compose/installation.ts';
import { loadConfig } from '../config/load-config.ts';
import { soundServer } from '../health/readiness.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { prepareWorkerPool } from './cluster-listener.ts';
import { embeddedStores } from '../stores/store-settings.ts';

const email = 'alice@example.com';
const head = '--b\r\ncontent-disposition: form-data; name="do"\r\n\r\nupload\r\n';
const part =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst half';
const end = '\r\n--b--\r\n';

test('every worker answers for its uploads and tokens', { timeout: 300_000 }, async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-workers-'));
  const { config } = await loadConfig({
    dataDir,
    args: ['--min-free-space', '0', '--port', '0', '--workers', '2', '--log-level', 'silent'],
    env: {},
    cwd: dataDir,
    readStandardInput: () => Promise.resolve(''),
  });
  const installation = await openInstallation(
    { stores: embeddedStores(dataDir), keyDir: config.keyDir, clock, randomness },
    { create: true, migrates: true },
  );
  const { key = '' } = await accountsOf(installation, config).add(operator, {
    email,
    number: '46700000001',
    role: 'api',
    key: undefined,
  });
  const prepared = prepareWorkerPool(2);
  // In this order: workers write into the folder until they have ended.
  t.after(async () => {
    await prepared.dismiss();
    await installation.close();
    await rm(dataDir, { recursive: true, maxRetries: 10 });
  });
  const { url, coordination } = await prepared.open({
    installation,
    dataDir,
    config,
    tls: undefined,
    log: pino({ level: 'silent' }),
    passedSocket: undefined,
    brand: () => loadBrand(config),
    health: () => soundServer,
  });
  const { uploads, tokenUses } = coordination;
  assert.equal(await uploads.oldest(), undefined);

  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const page = await fetch(`${url}/${email}/`, { headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(await page.text())?.[1] ?? assert.fail();
  const begunAt = clock.now();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `POST /${email}/cgi/upload.cgi HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: ${authorization}`,
      `csrf-token: ${token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${head.length + part.length + end.length}`,
      `\r\n${head}${part}`,
    ].join('\r\n'),
  );
  let since = await uploads.oldest();
  for (; since === undefined; since = await uploads.oldest()) await sleep(20);
  assert.ok(since >= begunAt - 1 && since <= clock.now(), `since ${since}`);
  await tokenUses.renewHeld();

  socket.write(end);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  assert.equal(await uploads.oldest(), undefined);
});
