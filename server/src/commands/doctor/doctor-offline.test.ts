import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openCommandLine } from '../command-fixture.ts';
import { examine, findingOf, openHealthy } from './doctor-fixture.ts';

/** A server that counts who calls, and answers nobody. */
async function countCalls(t: TestContext): Promise<{ port: number; calls: () => number }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, calls: () => calls };
}

test('--offline does not ask a database server, and says what it leaves out', async (t) => {
  const line = await openCommandLine(t);
  await mkdir(join(line.folder, 'data'), { mode: 0o700 });
  const { port, calls } = await countCalls(t);
  const flags = `--database-url postgres://valise@127.0.0.1:${port}/valise`;
  const report = await examine(line, `--offline ${flags}`);
  assert.equal(calls(), 0);
  assert.equal(report.exit, 0, JSON.stringify(report.findings));
  for (const check of ['keys', 'database', 'files', 'audit', 'outbox']) {
    assert.match(findingOf(report, check).message, /databaseUrl names a server/);
  }
  assert.equal(findingOf(report, 'data').status, 'ok');
  assert.equal((await line.type(`doctor --files --offline ${flags}`)).status, 2);
  assert.equal(calls(), 0);
  await examine(line, flags);
  assert.ok(calls() > 0, 'without --offline it is asked');
});

test('--offline does not ask a bucket', async (t) => {
  const line = await openHealthy(t);
  const { port, calls } = await countCalls(t);
  const credentials = join(line.folder, 'credentials');
  await writeFile(credentials, 'aws_access_key_id = a\naws_secret_access_key = b\n', {
    mode: 0o600,
  });
  const flags = `--blob-url s3://valise --s3-endpoint http://127.0.0.1:${port} --s3-credentials-file ${credentials}`;
  const report = await examine(line, `--offline ${flags}`);
  assert.equal(calls(), 0);
  assert.equal(report.exit, 0, JSON.stringify(report.findings));
  assert.match(findingOf(report, 'files').message, /blobUrl names a server/);
  assert.equal(findingOf(report, 'audit').status, 'ok');
});
