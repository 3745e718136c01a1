import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAccounts } from '../../domain/access/accounts.ts';
import { createOwnKeys } from '../../domain/access/own-keys.ts';
import { day } from '../../domain/model/clock.ts';
import { usualScopes as scopes } from '../../domain/model/principal.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };
const program = { email: 'program@example.com', key: 'program-key-0123456789-0123456789-01' };
const short = { email: 'short@example.com', key: 'short-key-1' };
const basicOf = ({ email, key }: typeof program) =>
  `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
const unused = {
  ...{ quota_used_bytes: 0, mails_per_day: 70, mails_left: 70 },
  ...{ requests_per_minute: null, requests_left: null },
};

describe('GET /api/v1/me', () => {
  const clock = createFakeClock();
  const ends: (() => Promise<void>)[] = [];
  let fixture: PeopleFixture;
  let accounts: ReturnType<typeof createAccounts>;
  let ownKeys: ReturnType<typeof createOwnKeys>;

  before(async () => {
    fixture = await openPeopleFixture(
      { after: (end: () => Promise<void>) => ends.push(end) },
      { clock, args: ['--tray-quota', '1000000', '--mails-per-day', '70'] },
    );
    const { database, events, slowKeyHasher: slowHasher, apiKeyHasher } = fixture.installation;
    const parts = {
      database,
      events,
      clock,
      keyHasher: apiKeyHasher,
      randomness: systemRandomness,
    };
    accounts = createAccounts({ ...parts, slowHasher, language: 'en' });
    ownKeys = createOwnKeys(parts);
    for (const account of [program, short]) {
      await accounts.add(operator, { ...account, number: '46700000001', role: 'api' });
    }
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const keysOf = async (email: string) => (await accounts.get(email)).keys;

  const ask = (
    authorization?: string,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) =>
    fixture.app.inject({
      ...{ url: '/api/v1/me', remoteAddress },
      headers: { host, ...(authorization !== undefined && { authorization }), ...headers },
    });

  async function makeKey(email: string) {
    const person = await fixture.addPerson(email, { displayName: 'Paula', quotaBytes: 5000 });
    const made = await ownKeys.make(operator, person.account, { name: 'Nightly', days: 30 });
    assert.ok('key' in made);
    return { person, key: made.key };
  }

  async function assertRefused(...asked: Parameters<typeof ask>) {
    const answer = await ask(...asked);
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Valise"');
    assert.equal(answer.headers['set-cookie'], undefined);
    const { status, code } = answer.json<Record<string, unknown>>();
    assert.deepEqual([status, code], [401, 'unauthorized']);
  }

  test('tells a program about its account, its key and the limits of the server', async () => {
    const answer = await ask(`Bearer ${program.key}`);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      account: { address: program.email, display_name: '', role: 'api' },
      key: { id: (await keysOf(program.email))[0]?.id, name: null, ends_at: null, networks: null },
      scopes: [...scopes],
      limits: { ...unused, quota_bytes: 1_000_000, quota_left_bytes: 1_000_000 },
    });
    assert.equal((await ask(`bearer  ${program.key}`)).statusCode, 200);
    const records = await fixture.database.audit.list(0, 100);
    const own = records.filter(
      ({ action, actor }) => action === 'sign_in.ok' && actor === program.email,
    );
    assert.equal(own.length, 1);
  });

  test('tells a person about the key of a script, and limits of their own', async () => {
    const { person, key } = await makeKey('paula@example.com');
    const answer = await ask(`Bearer ${key}`);
    assert.deepEqual(answer.json(), {
      account: { address: person.account.email, display_name: 'Paula', role: 'user' },
      key: {
        id: (await keysOf(person.account.email))[0]?.id,
        name: 'Nightly',
        ends_at: new Date(clock.now() + 30 * day).toISOString(),
        networks: null,
      },
      scopes: [...scopes],
      limits: { ...unused, quota_bytes: 5000, quota_left_bytes: 5000 },
    });
  });

  test('tells what a key of several may do, and from where', async () => {
    const { key, made } = await accounts.addKey(operator, program.email, {
      ...{ name: 'Reader', scopes: ['receive', 'links'], networks: ['127.0.0.0/8', '::1'] },
      lifetimeMs: day,
    });
    const answer = (await ask(`Bearer ${key}`)).json<Record<string, unknown>>();
    assert.deepEqual(answer.key, {
      ...{ id: made.id, name: 'Reader', networks: ['127.0.0.0/8', '::1'] },
      ends_at: new Date(clock.now() + day).toISOString(),
    });
    assert.deepEqual(answer.scopes, ['receive', 'links']);
    assert.equal((await ask(`Bearer ${key}`, {}, '198.51.100.7')).statusCode, 401);
    assert.equal((await ask(`Bearer ${key}`, {}, '::ffff:127.0.0.9')).statusCode, 200);
    await accounts.endKey(operator, program.email, 'Reader');
    await assertRefused(`Bearer ${key}`);
  });

  test('tells what is left: bytes, mails and requests', async (context) => {
    const limited = await openPeopleFixture(context, {
      args: ['--tray-quota', '1000', '--mails-per-day', '3', '--request-rate', '5'],
    });
    const { database } = limited;
    const { account } = await limited.addPerson('sara@example.com');
    const hash = limited.installation.apiKeyHasher.hash(program.key);
    await database.apiKeys.add({
      ...{ id: idFor('key'), accountId: account.id, hash, salt: undefined },
      ...{ createdAt: limited.clock.now(), expiresAt: undefined },
    });
    await database.files.addToTray(sampleFile(account, 'a.pdf', { sizeBytes: 400 }));
    const drop = sampleDispatch(account, 'drop');
    const receiver = sampleReceiver(drop, 'rita@example.com');
    await database.dispatches.add(drop, [receiver]);
    const createdAt = limited.clock.now();
    await database.outbox.add([
      sampleMail(receiver, drop, { id: idFor('new'), createdAt }),
      sampleMail(receiver, drop, { id: idFor('old'), createdAt: createdAt - 2 * day }),
    ]);
    const answers = [];
    for (let at = 0; at < 2; at += 1) {
      const answer = await limited.app.inject({
        ...{ url: '/api/v1/me', headers: { host, authorization: `Bearer ${program.key}` } },
      });
      answers.push(answer.json<{ limits: object }>().limits);
    }
    const left = {
      ...{ quota_bytes: 1000, quota_used_bytes: 400, quota_left_bytes: 600 },
      ...{ mails_per_day: 3, mails_left: 2, requests_per_minute: 5 },
    };
    assert.deepEqual(answers, [
      { ...left, requests_left: 4 },
      { ...left, requests_left: 3 },
    ]);
  });

  test('takes address and key with Basic, of short keys too, but not from a browser', async () => {
    assert.equal((await ask(basicOf(program))).statusCode, 200);
    assert.equal((await ask(basicOf(short))).statusCode, 200);
    await assertRefused(basicOf({ ...program, key: `${program.key}x` }));
    await assertRefused('Basic');
    await assertRefused('Basic !');
    for (const [name, value] of [
      ['origin', 'https://elsewhere.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'none'],
    ] as const) {
      for (const credentials of [basicOf(program), basicOf({ ...program, key: 'wrong-key' })]) {
        const answer = await ask(credentials, { [name]: value });
        assert.equal(answer.statusCode, 403);
        assert.equal(answer.json<{ code: string }>().code, 'forbidden');
        assert.equal(answer.headers['www-authenticate'], undefined);
      }
      assert.equal((await ask(`Bearer ${program.key}`, { [name]: value })).statusCode, 200);
    }
  });

  test('refuses a missing, wrong and short key, another scheme, and a cookie', async () => {
    const { person } = await makeKey('quinn@example.com');
    await assertRefused();
    await assertRefused(`Bearer ${program.key}x`);
    await assertRefused(`Bearer ${short.key}`);
    await assertRefused(program.key);
    await assertRefused(`Digest ${program.key}`);
    await assertRefused(undefined, { cookie: person.cookie });
  });

  test('refuses a key from the request on that follows its end, or the disabling of its account', async () => {
    await accounts.disable(operator, program.email);
    await assertRefused(`Bearer ${program.key}`);
    await accounts.enable(operator, program.email);
    assert.equal((await ask(`Bearer ${program.key}`)).statusCode, 200);
    const { key } = await makeKey('rosa@example.com');
    const authorization = `Bearer ${key}`;
    assert.equal((await ask(authorization)).statusCode, 200);
    clock.advance(30 * day);
    await assertRefused(authorization);
  });
});
