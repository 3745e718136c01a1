import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSignIn } from '../../domain/access/sign-in.ts';
import { createSignInLimiter } from '../../domain/ports/rate-limiter.ts';
import { createRateCounter } from '../../coordination/shared-tables.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { openInstallation } from '../../compose/installation.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { openCommandLine } from '../command-fixture.ts';
import type { CommandLine } from '../command-fixture.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

const ownKey = 'k'.repeat(40);

interface AddedAccount {
  status: string;
  key?: string;
  account: { email: string; number: string; role: string; state: string; disabledAt: unknown };
}

interface ShownAccount {
  account: { state: string };
  keys: { createdAt: string; expiresAt: string | null }[];
}

/** Whether the server would accept this key. */
async function opens({ dataDir }: CommandLine, email: string, key: string): Promise<boolean> {
  const installation = await openInstallation(
    {
      stores: embeddedStores(dataDir),
      keyDir: join(dataDir, 'keys'),
      clock: systemClock,
      randomness: systemRandomness,
    },
    { create: false },
  );
  const {
    database,
    events,
    apiKeyHasher: keyHasher,
    slowKeyHasher: slowHasher,
    clock,
  } = installation;
  const limiter = createSignInLimiter(createRateCounter(clock));
  const parts = { database, keyHasher, slowHasher, limiter, events, clock };
  const door = createSignIn({ ...parts, usedKeys: new Map() });
  const actor = { name: email, source: '192.0.2.1', requestId: 'test' };
  try {
    const { account } = await door.signIn({ email, key }, actor, `${email}:${key}`);
    return account.email === email;
  } catch (error) {
    assert.ok(error instanceof ValiseError && error.code === 'unauthorized', String(error));
    return false;
  } finally {
    await installation.close();
  }
}

test('a first account makes the data folder, and its key works and is shown once', async (t) => {
  const line = await openCommandLine(t);
  const { status, stdout } = await line.type('account add Alice@Example.com +46-700000001');
  assert.equal(status, 0);
  const [key = ''] = /vk_[\w-]{43}/.exec(stdout) ?? [];
  assert.match(stdout, /Added alice@example\.com, role api/);
  assert.match(stdout, /cannot be shown again/);
  assert.match(
    stdout,
    /curl -u alice@example\.com http:\/\/127\.0\.0\.1:8080\/alice%40example\.com\//,
  );
  assert.equal(stdout.split(key).length, 2, 'the key stands in the text once');
  assert.equal((await stat(line.dataDir)).mode & 0o077, 0);
  assert.ok(await opens(line, 'alice@example.com', key));
  const shown = await line.type('account show alice@example.com');
  assert.doesNotMatch(shown.stdout, new RegExp(key));
});

test('the first command to try names the address that the settings give', async (t) => {
  const line = await openCommandLine(t);
  const behindProxy = await line.type(
    'account add a@example.com 46700000001 --public-url https://files.example.com',
  );
  assert.match(behindProxy.stdout, /https:\/\/files\.example\.com\/a%40example\.com\//);
  const everywhere = await line.type('account add b@example.com 46700000001 --host :: --port 81');
  assert.match(everywhere.stdout, /'http:\/\/\[::1\]:81\/b%40example\.com\/'/);
});

test('an account added with --json tells its key, unless it was given', async (t) => {
  const line = await openCommandLine(t);
  const made = await line.json<AddedAccount>('account add a@example.com 46700000001');
  assert.equal(made.status, 'ok');
  assert.match(made.key ?? '', /^vk_/);
  assert.deepEqual(
    { ...made.account, createdAt: undefined },
    {
      email: 'a@example.com',
      number: '46700000001',
      role: 'api',
      language: 'en',
      state: 'enabled',
      createdAt: undefined,
      disabledAt: null,
    },
  );
  const given = await line.json<AddedAccount>(
    'account add b@example.com 46700000002 --key-file -',
    {
      input: ownKey,
    },
  );
  assert.equal(given.key, undefined);
  assert.ok(await opens(line, 'b@example.com', ownKey));
});

test('a given key is taken from a file or standard input, and never repeated', async (t) => {
  const line = await openCommandLine(t);
  await writeFile(join(line.folder, 'own.key'), `${ownKey}\n`, { mode: 0o600 });
  const runs = [
    await line.type('account add b@example.com 46700000001 --key-file own.key'),
    await line.type('account add c@example.com 46700000001 --key-file -', { input: `${ownKey}\n` }),
  ];
  for (const { status, stdout, stderr } of runs) {
    assert.equal(status, 0);
    assert.doesNotMatch(stdout + stderr, /kkkk/);
  }
  for (const email of ['b@example.com', 'c@example.com']) {
    assert.ok(await opens(line, email, ownKey));
  }
});

test('a secret on the command line is refused, not repeated, and the option for a file is named', async (t) => {
  const line = await openCommandLine(t);
  const secret = 's3cr3t-'.repeat(6);
  for (const [typed, option] of [
    [`account add a@example.com 46700000001 --key ${secret}`, '--key-file'],
    [`account add a@example.com 46700000001 --key=${secret}`, '--key-file'],
    [`account key rotate a@example.com --key ${secret}`, '--key-file'],
    [`key rotate --new-key ${secret}`, '--new-key-file'],
    [`migrate --to-database-password ${secret}`, '--to-database-password-file'],
    [`account list --database-password ${secret}`, '--database-password-file'],
  ] as const) {
    const { status, stdout, stderr } = await line.type(typed);
    assert.equal(status, 2, typed);
    assert.match(stderr, new RegExp(`Let ${option} name a file that holds it, or - for standard`));
    assert.ok(!(stdout + stderr).includes('s3cr3t'), typed);
  }
});

test('people get no key but an invitation, which is mailed too', async (t) => {
  const line = await openCommandLine(t);
  for (const role of ['user', 'admin']) {
    const { stdout } = await line.type(
      `account add ${role}@example.com 46700000001 --role ${role}`,
    );
    assert.match(stdout, new RegExp(`^Added ${role}@example\\.com, role ${role}\\.\n`));
    assert.match(stdout, /\n {2}http:\/\/localhost:8080\/join\/[\w-]{43}\n/);
  }
  const mails = await line.json<{ kind: string; to: string }[]>('mail list');
  assert.deepEqual(mails.map(({ kind, to }) => `${kind} ${to}`).sort(), [
    'invitation admin@example.com',
    'invitation user@example.com',
  ]);
  const api = await line.type('account add api@example.com 46700000001');
  assert.doesNotMatch(api.stdout, /join/);
});

test('a person gets another invitation, or a link to reset a password; a program gets neither', async (t) => {
  const line = await openCommandLine(t);
  const added = await line.json<{ invitation: string }>(
    'account add ann@example.com 46700000001 --role user',
  );
  const again = await line.json<{ invitation: string }>('account invite ann@example.com');
  assert.match(again.invitation, /^http:\/\/localhost:8080\/join\/[\w-]{43}$/);
  assert.notEqual(again.invitation, added.invitation);
  const { reset } = await line.json<{ reset: string }>('account reset Ann@Example.com');
  assert.match(reset, /^http:\/\/localhost:8080\/reset\/[\w-]{43}$/);
  await line.type('account add api@example.com 46700000001');
  for (const verb of ['invite', 'reset']) {
    const refused = await line.type(`account ${verb} api@example.com`);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /account of a program/);
    assert.equal((await line.type(`account ${verb} who@example.com`)).status, 4);
  }
});

const refusals: [what: string, line: string, status: number, says: RegExp][] = [
  ['a bad address', 'account add nobody 46700000001', 2, /not an e-mail address/],
  ['a bad number', 'account add a@example.com 12', 2, /6 to 15 digits/],
  ['an unknown role', 'account add a@example.com 46700000001 --role boss', 2, /api, user, admin/],
  [
    'a key file that is missing',
    'account add a@example.com 46700000001 --key-file no',
    2,
    /ENOENT/,
  ],
  [
    'a missing word',
    'account add a@example.com',
    2,
    /NUMBER is missing\. Usage: valise account add/,
  ],
  ['an address twice', 'account add taken@example.com 46700000001', 5, /taken@example\.com/],
  ['showing a stranger', 'account show who@example.com', 4, /no account who@example\.com/],
  ['disabling a stranger', 'account disable who@example.com', 4, /no account/],
  ['enabling a stranger', 'account enable who@example.com', 4, /no account/],
  ['removing a stranger', 'account remove who@example.com --yes', 4, /no account/],
  ['a new key for a stranger', 'account key rotate who@example.com', 4, /no account/],
  ['an endless overlap', 'account key rotate taken@example.com --overlap 400d', 2, /0 to 365d/],
  ['an overlap that is no time', 'account key rotate taken@example.com --overlap soon', 2, /12h/],
];

test('a short key is taken with a warning, from 8 characters on', async (t) => {
  const line = await openCommandLine(t);
  const typed = 'account add a@example.com 46700000001 --key-file -';
  const added = await line.type(typed, { input: 'API_KEY1\n' });
  assert.equal(added.status, 0);
  assert.match(added.stderr, /fewer than 32 characters can be guessed/);
  assert.ok(!added.stdout.includes('API_KEY1'));
  const long = await line.type('account add b@example.com 46700000001 --key-file -', {
    input: ownKey,
  });
  assert.equal(long.stderr, '');
  const short = await line.type('account add c@example.com 46700000001 --key-file -', {
    input: 'sevench',
  });
  assert.equal(short.status, 2);
  assert.match(short.stderr, /at least 8/);
});

test('mistakes are refused, each with its exit status, and change nothing', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add taken@example.com 46700000001');
  for (const [what, typed, status, says] of refusals) {
    const refused = await line.type(typed);
    assert.equal(refused.status, status, what);
    assert.match(refused.stderr, says, what);
    assert.equal(refused.stdout, '', what);
  }
  const { accounts } = await line.json<{ accounts: unknown[] }>('account list');
  assert.equal(accounts.length, 1);
});

test('without a data folder, commands that read say so and make none', async (t) => {
  const line = await openCommandLine(t);
  for (const typed of ['account list', 'account show a@example.com', 'audit list']) {
    const { status, stderr } = await line.type(typed);
    assert.equal(status, 4);
    assert.match(stderr, /no Valise data/);
  }
  await assert.rejects(stat(line.dataDir), { code: 'ENOENT' });
});

test('an error is an object where a script asked for JSON', async (t) => {
  const line = await openCommandLine(t);
  const { status, stdout } = await line.type('account list --json');
  assert.equal(status, 4);
  const { error, message } = JSON.parse(stdout) as { error: string; message: string };
  assert.equal(error, 'data_missing');
  assert.match(message, /--data/);
});

test('the list shows every account and its state', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add b@example.com 46700000002');
  await line.type('account add ann@example.com 46700000001 --role admin');
  await line.type('account disable b@example.com');
  const { stdout } = await line.type('account list');
  assert.match(
    stdout,
    /^EMAIL +ROLE +NUMBER +STATE +CREATED\nann@example\.com +admin +46700000001 +enabled [^\n]+Z\nb@example\.com +api +46700000002 +disabled [^\n]+Z\n$/,
  );
});

test('a disabled account is kept out until it is enabled', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001 --key-file -', { input: ownKey });
  assert.deepEqual(await line.json('account disable a@example.com'), { status: 'ok' });
  assert.equal(await opens(line, 'a@example.com', ownKey), false);
  assert.match((await line.type('account show a@example.com')).stdout, /State +disabled/);
  assert.deepEqual(await line.json('account enable a@example.com'), { status: 'ok' });
  assert.ok(await opens(line, 'a@example.com', ownKey));
});

test('after a rotation both keys work, and with no overlap only the new one', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001 --key-file -', { input: ownKey });
  const first = await line.type('account key rotate a@example.com --overlap 2h');
  const [key = ''] = /vk_[\w-]{43}/.exec(first.stdout) ?? [];
  assert.match(first.stdout, /Old keys stay valid until/);
  assert.ok(await opens(line, 'a@example.com', ownKey));
  assert.ok(await opens(line, 'a@example.com', key));
  const { keys } = await line.json<ShownAccount>('account show a@example.com');
  assert.deepEqual(
    keys.map(({ expiresAt }) => expiresAt === null),
    [false, true],
  );

  const nextKey = 'n'.repeat(32);
  const second = await line.type('account key rotate a@example.com --overlap 0 --key-file -', {
    input: nextKey,
  });
  assert.doesNotMatch(second.stdout, /nnnn|vk_/);
  assert.equal(await opens(line, 'a@example.com', ownKey), false);
  assert.equal(await opens(line, 'a@example.com', key), false);
  assert.ok(await opens(line, 'a@example.com', nextKey));
});

test('old keys stay valid for a day unless another overlap is given', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const before = Date.now();
  const { key, oldKeysEndAt } = await line.json<{ key: string; oldKeysEndAt: string }>(
    'account key rotate a@example.com',
  );
  assert.match(key, /^vk_/);
  const overlapMs = Date.parse(oldKeysEndAt) - before;
  assert.ok(overlapMs >= 86_400_000 && overlapMs < 86_460_000);
});

test('removing asks at a terminal and needs --yes elsewhere', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const unasked = await line.type('account remove a@example.com');
  assert.equal(unasked.status, 2);
  assert.match(unasked.stderr, /--yes/);
  const declined = await line.type('account remove a@example.com', { answer: 'n' });
  assert.equal(declined.status, 1);
  assert.match(declined.stderr, /Nothing was removed/);
  assert.equal((await line.type('account show a@example.com')).status, 0);
  const agreed = await line.type('account remove a@example.com', { answer: 'yes\n' });
  assert.equal(agreed.status, 0);
  assert.equal((await line.type('account show a@example.com')).status, 4);
  await line.type('account add b@example.com 46700000001');
  assert.deepEqual(await line.json('account remove b@example.com --yes'), { status: 'ok' });
  assert.match((await line.type('account list')).stdout, /No accounts yet/);
});

test('keys may lie in a folder of their own', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001 --key-dir elsewhere/keys');
  assert.ok(await stat(join(line.folder, 'elsewhere/keys/root.key')));
  assert.equal((await line.type('account list')).status, 6);
  assert.equal((await line.type('account list --key-dir=elsewhere/keys')).status, 0);
});
