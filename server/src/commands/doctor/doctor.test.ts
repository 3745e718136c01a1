import assert from 'node:assert/strict';
import { chmod, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { nothingChosen } from '../../domain/model/appearance.ts';
import { day } from '../../domain/model/clock.ts';
import { dataPaths, openInstallation } from '../../compose/installation.ts';
import { takeServerLock } from '../../locks/server-lock.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openCommandLine } from '../command-fixture.ts';
import { operator } from '../installation/open-data.ts';
import { makeCertificate } from './certificate-fixture.ts';
import { checkClock, checkNode } from './check-machine.ts';
import { examine, expectFinding, findingOf, openHealthy } from './doctor-fixture.ts';
import type { Finding } from './finding.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

test('a logo that cannot be shown, or a text that nobody would say, is found', async (t) => {
  const line = await openHealthy(t);
  await expectFinding(line, 'brand', 'problem', /ENOENT/, '--logo-file missing.svg');
  await expectFinding(line, 'brand', 'problem', /textsDir/, '--texts-dir missing');
});

test('a text that is not there is a warning', async (t) => {
  const line = await openHealthy(t);
  const texts = join(line.folder, 'texts');
  await mkdir(texts);
  await writeFile(join(texts, 'de.json'), '{"send": {"greeting": "Hallo"}}');
  const said = /de\.json\.send\.greeting: There is no such text/;
  await expectFinding(line, 'brand', 'warning', said, '--texts-dir texts');
});

test('a healthy folder gives no cause for worry', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001 --key-dir keys');
  const report = await examine(line, '--key-dir keys');
  assert.equal(report.exit, 0);
  assert.equal(report.status, 'ok');
  assert.deepEqual(
    report.findings.map(({ check, status }) => [check, status]),
    [
      'settings',
      'node',
      'cipher',
      'data',
      'keys',
      'database',
      'files',
      'rows',
      'keyring',
      'journal',
      'audit',
      'clock',
      'outbox',
      'lifetimes',
      'passkeys',
      'api-keys',
      'appearance',
      'space',
      'server',
      'address',
      'tls',
      'brand',
      'mail',
      'sms',
      'providers',
    ].map((check) => [check, 'ok']),
  );
});

test('what administrators chose in the application is named, and what a setting wins over', async (t) => {
  const line = await openHealthy(t);
  await expectFinding(line, 'appearance', 'ok', /have chosen no name/);
  const installation = await openInstallation(
    {
      stores: embeddedStores(line.dataDir),
      keyDir: join(line.dataDir, 'keys'),
      clock: systemClock,
      randomness: systemRandomness,
    },
    { create: false },
  );
  await installation.database.appearance.put({
    ...nothingChosen,
    serviceName: 'Clinic files',
    logo: Buffer.from('<svg/>'),
  });
  await installation.close();
  await expectFinding(line, 'appearance', 'ok', /in the database: serviceName, logoFile\./);
  const wins = /serviceName \(the setting wins\), logoFile/;
  await expectFinding(line, 'appearance', 'ok', wins, '--service-name Other');
});

test('people get a line for each finding, and a count', async (t) => {
  const line = await openHealthy(t);
  await chmod(line.dataDir, 0o755);
  const { status, stdout } = await line.type('doctor --min-free-space 1 --port 0');
  assert.equal(status, 0);
  assert.match(stdout, /^ok +node +Node \d+/m);
  assert.match(stdout, /^warning +data .+ can be read by others.+\n +If nobody else.+chmod 700/m);
  assert.match(stdout, /\n0 problems, 2 warnings\.\n$/);
});

test('a missing data folder is a problem, and is not made', async (t) => {
  const line = await openCommandLine(t);
  await expectFinding(line, 'data', 'problem', /no Valise data.+--data/);
  assert.equal((await line.type('account list')).status, 4);
});

test('a data folder that others can write is a problem', async (t) => {
  const line = await openHealthy(t);
  await chmod(line.dataDir, 0o777);
  await expectFinding(line, 'data', 'problem', /changed by others.+chmod 700/);
});

const keyFaults: [what: string, harm: (keyDir: string) => Promise<unknown>, says: RegExp][] = [
  ['a missing key folder', (dir) => rm(dir, { recursive: true }), /is missing/],
  ['a missing key', (dir) => rm(join(dir, 'root.key')), /root\.key is missing/],
  ['a key that others can read', (dir) => chmod(join(dir, 'root.key'), 0o644), /chmod 600/],
  ['a key folder that others can enter', (dir) => chmod(dir, 0o755), /chmod 700/],
  ['a damaged key', (dir) => writeFile(join(dir, 'root.key'), 'x'), /does not hold a root key/],
];

for (const [what, harm, says] of keyFaults) {
  test(`${what} is a problem of the keys and leaves the database well`, async (t) => {
    const line = await openHealthy(t);
    await harm(join(line.dataDir, 'keys'));
    const report = await expectFinding(line, 'keys', 'problem', says);
    assert.equal(findingOf(report, 'database').status, 'ok');
    assert.equal(findingOf(report, 'audit').status, 'warning');
    assert.equal(findingOf(report, 'clock').status, 'ok');
  });
}

test('the keys of another installation are a problem', async (t) => {
  const line = await openHealthy(t);
  await line.type('account add b@example.com 46700000001 --data other');
  const flags = `--key-dir ${join(line.folder, 'other/keys')}`;
  await expectFinding(line, 'keys', 'problem', /another installation/, flags);
});

test('a file that is no database is a problem, and the keys are well', async (t) => {
  const line = await openHealthy(t);
  await writeFile(join(line.dataDir, 'valise.db'), 'not a database at all, whatever its name is');
  const report = await expectFinding(line, 'database', 'problem', /not a database/);
  assert.match(findingOf(report, 'keys').message, /private and sound/);
});

test('a damaged page of the database is found', async (t) => {
  const line = await openHealthy(t);
  const file = await open(join(line.dataDir, 'valise.db'), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  await file.close();
  await expectFinding(line, 'database', 'problem', /malformed|damaged/);
});

test('an audit trail that was tampered with is a problem', async (t) => {
  const line = await openHealthy(t);
  const database = new DatabaseSync(join(line.dataDir, 'valise.db'));
  database.exec("update audit set actor = 'nobody'");
  database.close();
  await expectFinding(line, 'audit', 'problem', /record 1 was changed/);
});

test('mails that failed are worth a warning', async (t) => {
  const line = await openHealthy(t);
  const database = new DatabaseSync(join(line.dataDir, 'valise.db'), {
    enableForeignKeyConstraints: false,
  });
  database.exec(
    `insert into mails (id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at)
     values ('m', 'download', 'x@example.com', 'a', 'r', 0, 'refused', 1, 0)`,
  );
  database.close();
  await expectFinding(line, 'outbox', 'warning', /^1 mail could not be delivered/);
});

test('a clock behind the newest record is a problem', async (t) => {
  const line = await openHealthy(t);
  const { dataDir } = line;
  const installation = await openInstallation(
    {
      stores: embeddedStores(dataDir),
      keyDir: join(dataDir, 'keys'),
      clock: createFakeClock(Date.now() + day),
      randomness: systemRandomness,
    },
    { create: false },
  );
  await installation.database.transact((repositories) =>
    installation.audit.record(repositories, operator, {
      action: 'audit.exported',
      object: 'audit',
      outcome: 'ok',
    }),
  );
  await installation.close();
  await expectFinding(line, 'clock', 'problem', /newest audit record/);
});

test('a clock in another age is a problem, and one that runs a little behind is none', () => {
  assert.equal(checkClock({ now: Date.UTC(1970, 0, 2) }).status, 'problem');
  assert.equal(checkClock({ now: Date.UTC(2200, 0, 1) }).status, 'problem');
  const now = Date.UTC(2027, 0, 1);
  assert.equal(checkClock({ now, newestRecordAt: now + 60_000 }).status, 'ok');
  assert.equal(checkClock({ now, newestRecordAt: now + 360_000 }).status, 'problem');
});

test('a Node that is too old is a problem', () => {
  assert.equal(checkNode('22.19.0').status, 'problem');
  assert.equal(checkNode('24.11.1').status, 'problem');
  assert.equal(checkNode('24.12.0').status, 'ok');
  assert.equal(checkNode('26.0.0').status, 'ok');
});

test('too little space is a problem', async (t) => {
  const line = await openHealthy(t);
  await expectFinding(line, 'space', 'problem', /uploads are refused/, '--min-free-space 1PB');
});

test('a running server is seen, and not disturbed', async (t) => {
  const line = await openHealthy(t);
  const lock = takeServerLock(dataPaths(line.dataDir).serverLock);
  await expectFinding(line, 'server', 'ok', /^A server is running/);
  lock.release();
  await expectFinding(line, 'server', 'ok', /^No server is running/);
});

test('every wrong setting is a problem, and the rest is looked at all the same', async (t) => {
  const line = await openHealthy(t);
  await writeFile(join(line.dataDir, 'valise.json'), '{"prot": 1, "keyDir": 5, "smtpPort": "x"}');
  const { exit, findings } = await examine(line);
  assert.equal(exit, 7);
  const mistakes = findings.filter(({ check }) => check === 'settings');
  assert.deepEqual(
    mistakes.map(({ message }) => /prot|keyDir|smtpPort/.exec(message)?.[0]),
    ['prot', 'keyDir', 'smtpPort'],
  );
  assert.equal(findingOf({ status: '', findings }, 'keys').status, 'warning');
});

const addresses: [flags: string, status: Finding['status'], says: RegExp][] = [
  ['--host 0.0.0.0', 'warning', /publicUrl is not set/],
  ['--public-url http://files.example.com', 'warning', /plain HTTP/],
  ['--public-url https://files.example.com --host 0.0.0.0', 'ok', /files\.example\.com/],
  ['--public-url http://localhost:8080', 'ok', /localhost/],
];

for (const [flags, status, says] of addresses) {
  test(`the address with ${flags} is ${status}`, async (t) => {
    await expectFinding(await openHealthy(t), 'address', status, says, flags);
  });
}

test('plain HTTP for other machines is worth a warning', async (t) => {
  await expectFinding(await openHealthy(t), 'tls', 'warning', /Plain HTTP/, '--host 0.0.0.0');
});

const certificates: [
  what: string,
  days: [from: number, to: number],
  status: Finding['status'],
  says: RegExp,
][] = [
  ['a good certificate', [-1, 90], 'ok', /good until/],
  ['one that ends soon', [-80, 5], 'warning', /ends on.+SIGHUP/],
  ['one that has ended', [-90, -1], 'problem', /ended on/],
  ['one that is not good yet', [2, 90], 'problem', /only from/],
];

for (const [what, [from, to], status, says] of certificates) {
  test(`TLS with ${what} is ${status}`, async (t) => {
    const line = await openHealthy(t);
    const { cert, key } = makeCertificate(Date.now() + from * day, Date.now() + to * day);
    await writeFile(join(line.folder, 'cert.pem'), cert);
    await writeFile(join(line.folder, 'key.pem'), key, { mode: 0o600 });
    const flags = '--tls-cert-file cert.pem --tls-key-file key.pem';
    await expectFinding(line, 'tls', status, says, flags);
  });
}

test('TLS files that do not serve their purpose are problems', async (t) => {
  const line = await openHealthy(t);
  const [one, other] = [makeCertificate(0, Date.now() + 90 * day), makeCertificate(0, Date.now())];
  await writeFile(join(line.folder, 'cert.pem'), one.cert);
  await writeFile(join(line.folder, 'key.pem'), one.key, { mode: 0o644 });
  await writeFile(join(line.folder, 'other.pem'), other.key, { mode: 0o600 });
  await mkdir(join(line.folder, 'folder.pem'));
  const with_ = (cert: string, key: string) => `--tls-cert-file ${cert} --tls-key-file ${key}`;
  await expectFinding(line, 'tls', 'problem', /not the key of/, with_('cert.pem', 'other.pem'));
  await expectFinding(line, 'tls', 'problem', /ENOENT/, with_('missing.pem', 'key.pem'));
  await expectFinding(line, 'tls', 'problem', /./, with_('key.pem', 'key.pem'));
  await expectFinding(line, 'tls', 'problem', /EISDIR/, with_('folder.pem', 'key.pem'));
  await expectFinding(line, 'tls', 'warning', /chmod 600/, with_('cert.pem', 'key.pem'));
});

test('wrong usage is refused before anything is looked at', async (t) => {
  const line = await openCommandLine(t);
  assert.equal((await line.type('doctor --jason')).status, 2);
  assert.equal((await line.type('doctor --data')).status, 3);
});
