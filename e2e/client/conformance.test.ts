import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Outcome } from '../../client/conformance/run.ts';
import { runSuite } from '../../client/conformance/run.ts';
import { suite } from '../../client/conformance/suite.ts';
import type { ContactList } from '../../client/conformance/wire.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise } from '../harness/valise-command.ts';
import { startAgreeingServer } from './agreeing-server.ts';
import { startBreakingProxy } from './breaking-proxy.ts';
import { faultsOf, ofHistory } from './contract-faults.ts';

const { server, clients } = await startExchange(['probe', 'other', 'used']);
const { probe, other, used } = clients;
const proxy = await startBreakingProxy(() => server.url);

function credentials({ email }: { email: string }) {
  return { email, key: keyFor(email) };
}

const faults = faultsOf({
  probe,
  other,
  goodToken: await probe.token(),
  otherToken: await other.token(),
});

async function run(...ids: string[]): Promise<Outcome[]> {
  const checks = suite.filter(({ id }) => ids.includes(id));
  assert.equal(checks.length, ids.length, `${ids.join()} are checks`);
  const accounts = { account: credentials(probe), other: credentials(other) };
  return await Array.fromAsync(runSuite({ url: proxy.url, ...accounts, checks, overwrite: true }));
}

describe('the suite of conformance fails where the contract is broken', () => {
  test('and passes where the proxy breaks nothing', async () => {
    const failed = (await run(...Object.keys(faults))).filter(({ result }) => result !== 'passed');
    assert.deepEqual(failed, []);
  });

  for (const [id, fault] of Object.entries(faults)) {
    test(id, async () => {
      proxy.breakBy(fault);
      const [outcome] = await run(id);
      assert.equal(outcome?.result, 'failed');
      assert.match(outcome.reason ?? '', /\w{3}/);
      const told = JSON.stringify(outcome);
      for (const { key } of [credentials(probe), credentials(other)]) {
        assert.ok(!told.includes(key), 'a key is in what is told');
      }
    });
  }
});

test('a server that agrees to everything and keeps nothing passes only what it does', async () => {
  const url = await startAgreeingServer();
  const checks = suite.filter(({ needs }) => needs !== 'other');
  const options = { url, account: credentials(probe), checks, overwrite: false };
  const outcomes = await Array.fromAsync(runSuite(options));
  assert.equal(outcomes.length, checks.length);
  const passed = outcomes.filter(({ result }) => result === 'passed').map(({ check }) => check.id);
  assert.deepEqual(passed, [
    'first/empty',
    ...['token/field', 'token/many'],
    'path/spellings',
    ...['header/policy', 'header/request-id'],
  ]);
});

describe('valise conformance', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-conformance-'));
  after(() => rm(folder, { recursive: true }));
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, `${keyFor(other.email)}\n`);
  const as = ({ email }: { email: string }, url: string, ...args: string[]) =>
    runValise(['conformance', url, '--account', email, ...args], {
      input: keyFor(email),
      env: { VALISE_OTHER_KEY_FILE: keyFile },
    });

  test('says what passed and what was not tried, and ends with 0', async () => {
    const { status, stdout, stderr } = await as(
      probe,
      server.url,
      '--overwrite',
      '--only',
      'token/*',
    );
    assert.equal(status, 0, stderr + stdout);
    assert.match(stdout, /^passed {5}token\/field /);
    assert.match(stdout, /^not tried {2}token\/account .*second account/m);
    assert.match(stdout, /\n6 checks: 5 passed, 0 failed, 1 not tried, in [\d.]+ s\.\n$/);
  });

  test('shows a failure with request and answer and without the key, and ends with 7', async () => {
    proxy.breakBy(faults['credentials/missing'] ?? {});
    const only = ['--overwrite', '--only', 'credentials/*', '--other', other.email];
    const { status, stdout } = await as(probe, proxy.url, ...only);
    assert.equal(status, 7);
    assert.match(stdout, /^failed {5}\S+ [^]*WWW-Authenticate[^]*\n {4}> GET \/[^]*\n {4}< 401\n/);
    const inJson = await as(probe, proxy.url, ...only, '--json');
    const lines = inJson.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    assert.deepEqual(
      lines.map((line) => ('result' in line ? line.result : line)),
      [
        ...['failed', 'passed', 'passed'],
        { ...(lines.at(-1) ?? {}), status: 'failed', passed: 2, failed: 1, not_tried: 0 },
      ],
    );
    for (const printed of [stdout, inJson.stdout]) {
      assert.ok(!printed.includes(keyFor(probe.email)));
      assert.ok(!printed.includes(probe.authorization.slice(6)));
    }
  });

  test('refuses an account in use with 5, and leaves it as it was', async () => {
    await used.get('contacts_add', { json: [{ email: 'kept@example.com' }] });
    const { status, stderr } = await as(used, server.url);
    assert.equal(status, 5);
    assert.match(stderr, /--overwrite/);
    assert.equal((await used.get<ContactList>('contacts_read')).local.length, 1);
    await used.get('contacts_add', { json: [] });
    await used.upload({ 'kept.txt': 'kept' });
    assert.equal((await as(used, server.url)).status, 5);
    assert.equal((await used.get<unknown[]>('get_files')).length, 1);
  });

  test('ends with 2 for wrong words, 8 for a wrong key, 9 where nobody answers', async () => {
    for (const args of [[], ['--only', 'nothing-is-named-so'], ['--other', probe.email]]) {
      assert.equal((await runValise(['conformance', server.url, ...args])).status, 2);
    }
    const wrong = await runValise(['conformance', server.url, '--account', probe.email], {
      input: keyFor(other.email),
    });
    assert.equal(wrong.status, 8);
    const nobody = await as(probe, 'http://127.0.0.1:9');
    assert.equal(nobody.status, 9);
    assert.match(nobody.stderr, /out of reach/);
  });

  test('ends with 7 where something else than a server of the contract answers', async () => {
    proxy.breakBy({
      answer: (answer) => {
        answer.body = Buffer.from('<html>It works!</html>');
        answer.headers['content-length'] = String(answer.body.length);
      },
    });
    const { status, stderr } = await as(probe, proxy.url);
    assert.equal(status, 7);
    assert.match(stderr, /cannot begin: The page holds no token/);
  });

  test('ends with 10 where the server limits the account for long', async () => {
    proxy.breakBy({
      answer: (answer, request) => {
        if (!ofHistory(request)) return;
        answer.status = 429;
        answer.headers['retry-after'] = '3600';
      },
    });
    const { status, stderr } = await as(probe, proxy.url);
    assert.equal(status, 10);
    assert.match(stderr, /Retry-After: 3600/);
  });

  test('lists every check without a server', async () => {
    const { status, stdout } = await runValise(['conformance', '--list', '--json']);
    assert.equal(status, 0);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    assert.deepEqual(
      ids,
      suite.map(({ id }) => id),
    );
    assert.equal(new Set(ids).size, ids.length, 'no id stands twice');
  });
});
