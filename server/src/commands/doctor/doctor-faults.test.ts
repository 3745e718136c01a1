import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { takeServerLock } from '../../locks/server-lock.ts';
import type { CommandLine } from '../command-fixture.ts';
import { checkCipher, checkClock } from './check-machine.ts';
import { checkServer } from './check-network.ts';
import { examine, expectFinding, findingOf, openHealthy, openWithFiles } from './doctor-fixture.ts';

function change(line: CommandLine, sql: string): void {
  const database = new DatabaseSync(join(line.dataDir, 'valise.db'), {
    enableForeignKeyConstraints: false,
  });
  database.exec(sql);
  database.close();
}

/** A program on a port of this machine, which sends `greeting` to every client. */
async function listen(t: TestContext, greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listAll(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

test('the doctor makes no file and changes no byte', async (t) => {
  const { line } = await openWithFiles(t, [10]);
  await rm(join(line.dataDir, 'blobs/incoming'), { recursive: true });
  const before = { names: await listAll(line.dataDir), at: await stat(line.dataDir) };
  const content = await readFile(join(line.dataDir, 'valise.db'));
  await examine(line, '--files --deep');
  assert.deepEqual(await listAll(line.dataDir), before.names);
  assert.equal((await stat(line.dataDir)).mtimeMs, before.at.mtimeMs);
  assert.ok(content.equals(await readFile(join(line.dataDir, 'valise.db'))));
});

test('the doctor brings no database forward', async (t) => {
  const line = await openHealthy(t);
  change(
    line,
    "delete from schema_steps where name = '0012-waiting-mails'; drop index mails_waiting",
  );
  await expectFinding(line, 'database', 'warning', /older Valise.+serve.+backup first/);
  const database = new DatabaseSync(join(line.dataDir, 'valise.db'));
  t.after(() => {
    database.close();
  });
  const steps = database.prepare('select count(*) as count from schema_steps where name like ?');
  assert.equal(steps.get('0012%')?.['count'], 0);
});

test('an empty database is a problem, and nothing is started for it', async (t) => {
  const line = await openHealthy(t);
  await truncate(join(line.dataDir, 'valise.db'));
  await expectFinding(line, 'database', 'problem', /is empty.+Do not start.+backup/);
});

test('a damaged database comes with a way to mend it', async (t) => {
  const line = await openHealthy(t);
  await writeFile(join(line.dataDir, 'valise.db'), 'not a database at all, whatever its name is');
  await expectFinding(line, 'database', 'problem', /not a database.+backup.+\.recover/);
});

test('a row that belongs to nothing is a problem', async (t) => {
  const { line } = await openWithFiles(t, [10]);
  change(line, 'delete from dispatches');
  await expectFinding(line, 'database', 'problem', /a row of files.+dispatches.+not there/);
});

test('a folder of files that is gone is a problem', async (t) => {
  const { line } = await openWithFiles(t, [10, 20]);
  await rename(join(line.dataDir, 'blobs'), join(line.folder, 'elsewhere'));
  await expectFinding(line, 'files', 'problem', /is gone: 2 files.+mounted/);
});

test('files that are missing or cut are seen without being asked for, and a folder older than its database', async (t) => {
  const { line, files, pathOf } = await openWithFiles(t, [10, 20, 30]);
  const [, second] = files;
  assert.ok(second);
  const expectFaults = (faults: RegExp) => expectFinding(line, 'files', 'problem', faults);
  await truncate(pathOf(second), 50);
  await expectFaults(/Of 3 files.+0 are missing and 1 are not as long/);
  await rm(pathOf(second));
  await expectFaults(/Of the newest 3 files.+1 are missing.+newest copy.+doctor --files/);
});

test('a damaged key of a file is a problem', async (t) => {
  const { line } = await openWithFiles(t, [10, 20]);
  change(line, "update files set wrapped_key = zeroblob(60) where name = 'file-1.bin'");
  await expectFinding(line, 'keyring', 'problem', /Of 2 files.+keys of 1 are damaged/);
});

test('a keyring without the key of a live file is a problem', async (t) => {
  const { line } = await openWithFiles(t, [10]);
  change(line, "update files set key_bucket = 'expiry-2031-01-01'");
  await expectFinding(line, 'keyring', 'problem', /lacks 1 key.+expiry-2031-01-01.+safekeeping/);
});

test('a journal that was lost shows in files that nobody remembers', async (t) => {
  const { line } = await openWithFiles(t, [10, 20, 30]);
  const healthy = await examine(line);
  assert.equal(findingOf(healthy, 'journal').status, 'ok');
  change(line, 'delete from files');
  await expectFinding(line, 'journal', 'problem', /3 files came in after.+lost its last changes/);
});

test('files that came in while a backup was made are no fault of it; later ones are', async (t) => {
  const { line } = await openWithFiles(t, [10, 20, 30]);
  change(line, 'delete from files');
  const made = join(line.dataDir, 'BACKUP-MADE.txt');
  await writeFile(made, `${new Date(Date.now() + 60_000).toISOString()}\n`);
  assert.equal(findingOf(await examine(line), 'journal').status, 'ok');
  await writeFile(made, '2020-01-01T00:00:00Z\n');
  await expectFinding(line, 'journal', 'problem', /3 files came in after/);
});

test('keys in the data folder are worth a warning', async (t) => {
  await expectFinding(await openHealthy(t), 'keys', 'warning', /lie in the data folder.+keyDir/);
});

test('the doctor finds out when large files cannot be sealed', async () => {
  const dying = new Error('The thread valise-cipher has ended: uv_os_setpriority returned EPERM');
  await assert.rejects(
    checkCipher(() => Promise.reject(dying)),
    dying,
  );
  assert.equal((await checkCipher()).status, 'ok');
});

test('a clock far ahead of all that was written is a problem', () => {
  const now = Date.UTC(2028, 10, 15);
  const status = (ageMs: number) => checkClock({ now, lastSeenAt: now - ageMs }).status;
  assert.equal(status(hour), 'ok');
  assert.equal(status(3 * day), 'warning');
  assert.equal(status(2 * 365 * day), 'problem');
  const young = { newestRecordAt: now - 2 * 365 * day, newestChangeAt: now - hour };
  assert.equal(checkClock({ now, ...young }).status, 'ok', 'the newest mark counts');
});

test('a clock behind the last change of the database is a problem', () => {
  const now = Date.UTC(2028, 10, 15);
  assert.equal(checkClock({ now, newestChangeAt: now + hour }).status, 'problem');
});

test('mail that has waited for more than an hour is a problem', async (t) => {
  const line = await openHealthy(t);
  const insert = (id: string, at: number) =>
    `insert into mails (id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at)
     values ('${id}', 'download', 'x@example.com', 'a', 'r', ${at}, 'waiting', 0, 0)`;
  change(line, insert('young', Date.now()));
  await expectFinding(line, 'outbox', 'warning', /holds 1 mail/);
  change(line, insert('old', Date.now() - 2 * hour));
  await expectFinding(line, 'outbox', 'problem', /holds 2 mails.+oldest has waited since/);
});

test('a mail server out of reach, or that is none, is a problem', async (t) => {
  const line = await openHealthy(t);
  const flags = (port: number) => `--smtp-host 127.0.0.1 --smtp-port ${port}`;
  const mail = await listen(t, '220 mail.example.com ESMTP\r\n');
  await expectFinding(line, 'mail', 'ok', /answers/, flags(mail));
  const other = await listen(t, 'SSH-2.0-OpenSSH_9.2\r\n');
  await expectFinding(line, 'mail', 'problem', /not as a mail server/, flags(other));
  const gone = flags(await findFreePort());
  await expectFinding(line, 'mail', 'problem', /cannot be reached.+ECONNREFUSED/, gone);
  const offline = await examine(line, `${gone} --offline`);
  assert.ok(!offline.findings.some(({ check }) => check === 'mail' || check === 'sms'));
});

test('an SMS gateway out of reach is a problem', async (t) => {
  const line = await openHealthy(t);
  const flags = (port: number) => `--sms-gateway-url http://127.0.0.1:${port}/send`;
  await expectFinding(line, 'sms', 'ok', /can be reached/, flags(await listen(t, '')));
  const gone = flags(await findFreePort());
  await expectFinding(line, 'sms', 'problem', /cannot be reached.+smsGatewayUrl/, gone);
});

test('a port that another program has taken is a problem', async (t) => {
  const line = await openHealthy(t);
  const taken = `--port ${await listen(t, 'hello')}`;
  await expectFinding(line, 'server', 'problem', /is taken by another program.+ss -ltnp/, taken);
  await expectFinding(line, 'server', 'ok', /is free/, `--port ${await findFreePort()}`);
  assert.equal(findingOf(await examine(line, `${taken} --offline`), 'server').status, 'ok');
});

for (const [status, verdict] of [
  ['ok', 'ok'],
  ['degraded', 'warning'],
  ['unavailable', 'problem'],
] as const) {
  test(`a running server that calls itself ${status} is ${verdict} to the doctor`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'valise-doctor-'));
    const lockPath = join(folder, 'server.lock');
    const lock = takeServerLock(lockPath);
    t.after(async () => {
      lock.release();
      await rm(folder, { recursive: true });
    });
    const checks = { jobs: status === 'ok' ? 'ok' : 'fail: deliver mail' };
    const server = createHttpServer((_request, response) => {
      response.end(JSON.stringify({ status, checks }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const place = { host: '127.0.0.1', port, tlsCertFile: undefined };
    const found = await checkServer(lockPath, place, false);
    assert.equal(found.status, verdict);
    assert.match(found.message, status === 'ok' ? /all is well/ : /jobs fail: deliver mail/);
  });
}

test('TLS files that cannot be used are named', async (t) => {
  const line = await openHealthy(t);
  const file = await open(join(line.folder, 'cert.pem'), 'w');
  await file.writeFile('nonsense');
  await file.close();
  const flags = '--tls-cert-file cert.pem --tls-key-file cert.pem';
  await expectFinding(line, 'tls', 'problem', /cert\.pem cannot be used.+both PEM/, flags);
});
