import assert from 'node:assert/strict';
import { second } from '../../domain/model/clock.ts';
import { after, before, describe, test } from 'node:test';
import { createFakeClock } from '../../testing/fake-clock.ts';
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
const basicOf = (sent: string) => ({
  authorization: `Basic ${Buffer.from(`${alice.email}:${sent}`).toString('base64')}`,
});
const basic = basicOf(key);

describe('routes of bearers', () => {
  const clock = createFakeClock();
  let fixture: PeopleFixture;
  /** The cookie of a signed-in administrator. */
  let cookie: string;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture(
      { after: (end: () => Promise<void>) => ends.push(end) },
      { clock },
    );
    const { database, installation } = fixture;
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

  /** Each route is asked from a network of its own, so that no limit of failed sign-ins is reached. */
  const ask = (action: TableAction, headers: Record<string, string>) => {
    const network = actions.indexOf(action);
    // Failed sign-ins are counted for the account, too, for a minute.
    clock.advance(second);
    return fixture.app.inject({
      method: action.method,
      url: addressOf(action.path),
      headers: { host, ...headers },
      remoteAddress: `10.${network >> 8}.${network & 255}.1`,
    });
  };

  test('are in the table', () => {
    assert.ok(forBearers.length > 0);
  });

  for (const action of forBearers) {
    test(`${action.method} ${action.path}: 401 without a key, and for every other proof`, async () => {
      assert.notEqual((await ask(action, bearer)).statusCode, 401);
      const answers = { none: new Set<string>(), refused: new Set<string>() };
      for (const headers of [
        {},
        { cookie },
        { authorization: 'Bearer' },
        { authorization: `Bearer ${key}x` },
        { authorization: `Bearer ${alice.email}:${key}` },
        { authorization: `Bearer ${hashFor(key).toString('hex')}` },
      ]) {
        const answer = await ask(action, headers);
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Valise"');
        const { authorization = '' } = headers;
        const same = answers[authorization.startsWith('Bearer ') ? 'refused' : 'none'];
        same.add(answer.body.replace(/"request_id":"[^"]*"/, ''));
      }
      assert.deepEqual([answers.none.size, answers.refused.size], [1, 1]);
    });
  }

  for (const action of forBearers) {
    test(`${action.method} ${action.path}: takes Basic, never from a browser, and asks for none`, async () => {
      assert.notEqual((await ask(action, basic)).statusCode, 401);
      const wrong = await ask(action, { ...basicOf(`${key}x`), cookie });
      assert.equal(wrong.statusCode, 401);
      assert.equal(wrong.headers['www-authenticate'], 'Bearer realm="Valise"');
      for (const header of ['origin', 'sec-fetch-site']) {
        const refused = await ask(action, { ...basic, [header]: 'same-origin' });
        assert.equal(refused.statusCode, 403, header);
      }
    });
  }

  test('let nobody in elsewhere: their key alone is no proof where Basic is wanted', async () => {
    for (const action of forBearers) await ask(action, bearer);
    for (const action of withScheme('basic')) {
      assert.equal((await ask(action, bearer)).statusCode, 401, action.path);
    }
  });
});
