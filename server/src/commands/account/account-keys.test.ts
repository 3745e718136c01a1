import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '../command-fixture.ts';

const email = 'billing@example.com';

interface KeyView {
  id: string;
  name: string;
  expiresAt: string | null;
  scopes: string[];
  networks: string[] | null;
}

async function open(t: Parameters<typeof openCommandLine>[0]) {
  const line = await openCommandLine(t);
  await line.type(`account add ${email} 46700000001`);
  const list = async () => (await line.json<{ keys: KeyView[] }>(`account key list ${email}`)).keys;
  return { ...line, list };
}

test('a key is added with its scopes, networks and end, and shown once', async (t) => {
  const { type, list } = await open(t);
  const options = '--scopes receive,status --networks 192.0.2.0/24,2001:db8::/32 --expires 90d';
  const added = await type(`account key add ${email} reader ${options}`);
  assert.equal(added.status, 0, added.stderr);
  assert.match(added.stdout, /has the key reader\. It may: receive, status\./);
  assert.equal(added.stdout.match(/vk_[\w-]{43}/g)?.length, 1);
  const [first, second] = await list();
  assert.deepEqual(
    [first?.name, first?.scopes, first?.networks, first?.expiresAt],
    ['', ['send', 'receive', 'status', 'contacts'], null, null],
  );
  assert.deepEqual(
    [second?.name, second?.scopes, second?.networks],
    ['reader', ['receive', 'status'], ['192.0.2.0/24', '2001:db8::/32']],
  );
  const days = (Date.parse(second?.expiresAt ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 89.9 && days <= 90);
  const { stdout } = await type(`account key list ${email}`);
  assert.match(stdout, /^KEY +CREATED +VALID UNTIL +LAST USED +MAY +FROM\n/);
  assert.match(stdout, /\nreader .+ receive, status +192\.0\.2\.0\/24, 2001:db8::\/32\n/);
  assert.ok(stdout.includes(first?.id ?? '?'), 'a key without a name is told by its id');
});

test('a key is revoked by its name or by its id', async (t) => {
  const line = await open(t);
  const { type, list } = line;
  const { key, made } = await line.json<{ key: string; made: KeyView }>(
    `account key add ${email} nightly`,
  );
  assert.match(key, /^vk_/);
  assert.equal(made.name, 'nightly');
  assert.match((await type(`account key revoke ${email} nightly`)).stdout, /nightly .+ has ended/);
  const [first] = await list();
  assert.deepEqual(await line.json(`account key revoke ${email} ${first?.id ?? ''}`), {
    status: 'ok',
  });
  const again = await type(`account key revoke ${email} nightly`);
  assert.equal(again.status, 2, again.stderr);
});

test('a rotation needs a name once there are several keys', async (t) => {
  const { type, list } = await open(t);
  assert.equal((await type(`account key rotate ${email} --overlap 0`)).status, 0);
  await type(`account key add ${email} reader --scopes receive`);
  const refused = await type(`account key rotate ${email} --overlap 0`);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /several keys\. Say which one.+reader/);
  const rotated = await type(`account key rotate ${email} --name reader --overlap 0`);
  assert.equal(rotated.status, 0, rotated.stderr);
  const living = (await list()).filter(({ expiresAt }) => expiresAt === null);
  assert.deepEqual(
    living.map(({ name, scopes }) => [name, scopes.length]),
    [
      ['', 4],
      ['reader', 1],
    ],
  );
});

for (const [what, typed, told] of [
  ['an unknown scope', 'x --scopes send,everything', /scopes: must be one or more of send/],
  ['no scope', 'x --scopes ,', /scopes: must be/],
  ['what is no network', 'x --networks office', /networks: must be 1 to 20/],
  ['no network, as an empty variable has it', 'x --networks=', /networks: must be 1 to 20/],
  ['an end that is no time', 'x --expires soon', /--expires must be a time from 1m to 3650d/],
  ['an end at once', 'x --expires 0', /--expires must be/],
  ['no name', '', /name: must be/],
] as const) {
  test(`${what} is refused before anything is made`, async (t) => {
    const { type, list } = await open(t);
    const { status, stderr } = await type(`account key add ${email} ${typed}`);
    assert.equal(status, 2);
    assert.match(stderr, told);
    assert.equal((await list()).length, 1);
  });
}
