import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';
import type { TableAction } from './route-table-fixture.ts';
import { actions, addressOf } from './route-table-fixture.ts';

const withScheme = (scheme: 'basic' | 'bearer') =>
  actions.filter(({ access }) => access !== 'public' && access.scheme === scheme);
const forBearers = withScheme('bearer');

const alice = sampleAccount('alice@example.com');
const key = 'alice-key-0123456789-0123456789-0123';
const bearer = { authorization: `Bearer ${key}` };
const basic = {
  authorization: `Basic ${Buffer.from(`${alice.email}:${key}`).toString('base64')}`,
};

describe('routes of bearers', () => {
  let fixture: PeopleFixture;
  /** The cookie of a signed-in administrator. */
  let cookie: string;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture({
      after: (end: () => Promise<void>) => ends.push(end),
    });
    const { database, clock, installation } = fixture;
    await database.accounts.add(alice);
    await database.apiKeys.add({
      id: idFor('key'),
      accountId: alice.id,
      hash: installation.apiKeyHasher.hash(key),
      salt: undefined,
      createdAt: clock.now(),
      expiresAt: undefined,
    });
    ({ cookie } = await fixture.addPerson('boss@example.com', { role: 'admin' }));
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const ask = ({ method, path }: TableAction, headers: Record<string, string>) =>
    fixture.app.inject({
      method,
      url: addressOf(path),
      headers: { host, ...headers },
    });

  test('are in the table', () => {
    assert.ok(forBearers.length > 0);
  });

  for (const action of forBearers) {
    test(`${action.method} ${action.path}: 401 without a key, and for every other proof`, async () => {
      assert.notEqual((await ask(action, bearer)).statusCode, 401);
      const answers = new Set<string>();
      for (const headers of [
        {},
        { cookie },
        { ...basic, cookie },
        { authorization: 'Bearer' },
        { authorization: `Bearer ${key}x` },
        { authorization: `Bearer ${alice.email}:${key}` },
        { authorization: `Bearer ${hashFor(key).toString('hex')}` },
      ]) {
        const answer = await ask(action, headers);
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Valise"');
        answers.add(answer.body.replace(/"request_id":"[^"]*"/, ''));
      }
      assert.equal(answers.size, 1);
    });
  }

  test('let nobody in elsewhere: their key alone is no proof where Basic is wanted', async () => {
    for (const action of forBearers) await ask(action, bearer);
    for (const action of withScheme('basic')) {
      assert.equal((await ask(action, bearer)).statusCode, 401, action.path);
    }
  });
});
