import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { day, second } from '../../domain/model/clock.ts';
import { scopes } from '#protocol/access.ts';
import type { ApiKey } from '../../domain/model/account.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';
import type { TableAction } from './route-table-fixture.ts';
import { actions, addressOf } from './route-table-fixture.ts';

const forBearers = actions.filter(
  ({ access }) => access !== 'public' && access.scheme === 'bearer',
);

/** Each key, and what it is. */
const kinds = {
  good: {},
  ended: { expiresAt: -day },
  elsewhere: { networks: ['192.0.2.0/24'] },
  revoked: {},
  disabled: {},
} as const;
type Kind = keyof typeof kinds;
const keyOf = (kind: Kind) => `${kind}-key-0123456789-0123456789-0123456789`;

interface Refused {
  code: string;
  errors?: { in: string; pointer: string; code: string }[];
}

describe('for every operation of API v1', () => {
  const clock = createFakeClock();
  let fixture: PeopleFixture;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture(
      { after: (end: () => Promise<void>) => ends.push(end) },
      { clock },
    );
    const { database, installation } = fixture;
    for (const [kind, { expiresAt, ...rights }] of Object.entries<Partial<ApiKey>>(kinds)) {
      const account = sampleAccount(`${kind}@example.com`, {
        ...(kind === 'disabled' && { disabledAt: clock.now() }),
      });
      await database.accounts.add(account);
      const id = idFor<ApiKey['id']>(`key ${kind}`);
      await database.apiKeys.add({
        ...{ id, accountId: account.id, hash: installation.apiKeyHasher.hash(keyOf(kind as Kind)) },
        ...{ salt: undefined, createdAt: clock.now() - 2 * day, scopes, ...rights },
        expiresAt: expiresAt === undefined ? undefined : clock.now() + expiresAt,
      });
      if (kind === 'revoked') await database.apiKeys.end(account.id, id, clock.now());
    }
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** Each operation is asked from a network of its own, so that no limit of failed sign-ins is reached. */
  function ask(action: TableAction, kind: Kind, query = '', payload?: object) {
    const network = forBearers.indexOf(action);
    clock.advance(second);
    return fixture.app.inject({
      method: action.method,
      url: `${addressOf(action.path)}${query}`,
      headers: { host, authorization: `Bearer ${keyOf(kind)}` },
      remoteAddress: `10.1.${network >> 8}.${network & 255}`,
      ...(payload !== undefined && { payload }),
    });
  }

  for (const action of forBearers) {
    const { method, path, operation = assert.fail() } = action;
    const name = `${method} ${path}`;

    test(`${name}: 401 for a key that has ended, was revoked, is elsewhere or of a disabled account`, async () => {
      for (const kind of ['ended', 'elsewhere', 'revoked', 'disabled'] as const) {
        assert.equal((await ask(action, kind)).statusCode, 401, kind);
      }
      assert.notEqual((await ask(action, 'good')).statusCode, 401);
    });

    if (method === 'HEAD') continue;
    test(`${name}: a name in the query that it does not know is refused by name`, async () => {
      const answer = await ask(action, 'good', '?no_such_name=1');
      // A body of the wrong kind is refused before.
      if (answer.statusCode === 415 && operation.body !== undefined) return;
      const { code, errors } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [400, 'bad_request']);
      assert.deepEqual(
        [errors?.[0]?.in, errors?.[0]?.pointer, errors?.[0]?.code],
        ['query', '/no_such_name', 'unknown'],
      );
    });

    if (operation.body !== 'json') continue;
    test(`${name}: a field of the body that it does not know is refused by name`, async () => {
      const answer = await ask(action, 'good', '', { no_such_field: 1 });
      const { code, errors = [] } = answer.json<Refused>();
      assert.deepEqual([answer.statusCode, code], [422, 'invalid']);
      const found = errors.find(({ pointer }) => pointer === '/no_such_field');
      assert.deepEqual([found?.in, found?.code], ['body', 'unknown']);
    });
  }
});
