import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#protocol/access.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import { createOwnKeys } from '../../domain/access/own-keys.ts';
import { day } from '../../domain/model/clock.ts';
import { scopesOfPeople } from '../../domain/model/principal.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };
const program = { email: 'program@example.com', key: 'program-key-0123456789-0123456789-01' };
const short = { email: 'short@example.com', key: 'short-key-1' };
const basic = `Basic ${Buffer.from(`${program.email}:${program.key}`).toString('base64')}`;

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

  const ask = (authorization?: string, headers: Record<string, string> = {}) =>
    fixture.app.inject({
      url: '/api/v1/me',
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
    const { status, error } = answer.json<Record<string, string>>();
    assert.deepEqual([status, error], ['error', 'unauthorized']);
  }

  test('tells a program about its account, its key and the limits of the server', async () => {
    const answer = await ask(`Bearer ${program.key}`);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      account: { address: program.email, display_name: '', role: 'api' },
      key: { name: null, ends_at: null },
      scopes: [...scopes],
      limits: { quota_bytes: 1_000_000, mails_per_day: 70, requests_per_minute: null },
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
      key: { name: 'Nightly', ends_at: new Date(clock.now() + 30 * day).toISOString() },
      scopes: [...scopesOfPeople],
      limits: { quota_bytes: 5000, mails_per_day: 70, requests_per_minute: null },
    });
  });

  test('refuses a missing, wrong and short key, another scheme, and a cookie', async () => {
    const { person } = await makeKey('quinn@example.com');
    await assertRefused();
    await assertRefused(`Bearer ${program.key}x`);
    await assertRefused(`Bearer ${short.key}`);
    await assertRefused(program.key);
    await assertRefused(basic);
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
