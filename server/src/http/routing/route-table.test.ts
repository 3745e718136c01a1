import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createAccounts } from '../../domain/access/accounts.ts';
import { createSessions } from '../../domain/people/sessions.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import { sessionCookie } from './person-cookies.ts';
import type { Installation } from '../../compose/installation.ts';
import { openTestApp } from '../../compose/test-app-fixture.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { registerRoutes } from './register-routes.ts';
import { pinned, pinnedInSandbox } from './pinned-routes.ts';
import type { TableAction } from './route-table-fixture.ts';
import { actions, actionsInSandbox, addressOf, routes } from './route-table-fixture.ts';
import { standardHeaders } from '../connection/response-headers.ts';
import type { Access } from '#protocol/access.ts';
import { scopes as allScopes, scopesFor } from '#protocol/access.ts';
import type { Method } from '#protocol/operations/operation.ts';
import type { Route } from './route.ts';
import { cgiAccess } from './route.ts';
import Fastify from 'fastify';

const isBasic = (access: Access) => access !== 'public' && access.scheme === 'basic';
const guarded = actions.filter(({ access }) => isBasic(access));
const withToken = guarded.filter(({ access }) => inWords(access).endsWith('csrf'));

function inWords(access: Access): string {
  if (access === 'public') return access;
  if (access.scheme === 'session') {
    const { scheme, state, role, proof } = access;
    return [scheme, state, role, proof].filter((word) => word !== undefined).join(' ');
  }
  if (access.scheme === 'visitor') return access.scheme;
  if (access.scheme === 'link') return `link ${access.to}`;
  const scope = access.scope === 'any' ? 'any' : scopesFor(access.scope).join('|');
  if (access.scheme === 'bearer') return `bearer ${scope}`;
  return [
    ...[access.scheme, scope, ...(access.replacesContacts === true ? ['replaces'] : [])],
    ...(access.csrf ? ['csrf'] : []),
  ].join(' ');
}

const alice = { email: 'alice@example.com', key: 'alice-key-0123456789-0123456789-0123' };
/** A key of Alice with every scope. */
const bearerKey = 'alice-bearer-0123456789-0123456789-01';
const bob = { email: 'bob@example.com', key: 'bob-key-0123456789-0123456789-012345' };
const basic = ({ email, key }: typeof alice) =>
  `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** Alice's credentials, as the route wants them. */
const authorizationFor = (access: Access) =>
  inWords(access).startsWith('bearer') ? `Bearer ${bearerKey}` : basic(alice);

describe('the route table', () => {
  let app: FastifyInstance;
  let installation: Installation;
  let end: () => Promise<void>;
  /** The cookie of an administrator's browser. */
  let person: string;
  /** The same with half a session. */
  let half: string;

  before(async () => {
    ({ app, installation } = await openTestApp({ after: (close) => (end = close) }));
    const { database, events, slowKeyHasher: slowHasher, apiKeyHasher } = installation;
    const accounts = createAccounts({
      database,
      events,
      keyHasher: apiKeyHasher,
      slowHasher,
      randomness: systemRandomness,
      clock: systemClock,
      language: 'en',
    });
    const operator = { name: 'operator', source: 'cli', requestId: '-' };
    for (const account of [alice, bob]) {
      await accounts.add(operator, { ...account, number: '46700000001', role: 'api' });
    }
    const { id: accountId } = (await database.accounts.findByEmail(alice.email)) ?? assert.fail();
    await database.apiKeys.add({
      ...{ id: idFor('bearer key'), accountId, hash: apiKeyHasher.hash(bearerKey) },
      ...{ salt: undefined, createdAt: 0, expiresAt: undefined, scopes: allScopes },
    });
    const boss = sampleAccount('boss@example.com', { role: 'admin' });
    await database.accounts.add(boss);
    const sessions = createSessions({
      database,
      hasher: installation.tokenHasher,
      randomness: systemRandomness,
      clock: systemClock,
      onFault: assert.fail,
    });
    const session = { proof: { by: 'password' }, source: '', client: '' } as const;
    const shown = await sessions.open(database, boss, { ...session, state: 'full' });
    person = `${sessionCookie}=${shown}`;
    half = `${sessionCookie}=${await sessions.open(database, boss, { ...session, state: 'half' })}`;
  });

  after(async () => {
    await end();
  });

  async function tokenOf(account: typeof alice): Promise<string> {
    const { body } = await app.inject({
      url: `/${account.email}/`,
      headers: { authorization: basic(account) },
    });
    return /name="csrftoken" value="([^"]+)"/.exec(body)?.[1] ?? '';
  }

  function ask(action: { path: string; method: string }, headers: Record<string, string> = {}) {
    const method = action.method as Method;
    return app.inject({ method, url: addressOf(action.path), headers });
  }

  function cookieFor(access: Access): string {
    return inWords(access).startsWith('session half') ? half : person;
  }

  async function stateDigest(): Promise<string> {
    const { database } = installation;
    const account = await database.accounts.findByEmail(alice.email);
    assert.ok(account);
    return JSON.stringify([
      account,
      await database.contacts.listLocal(account.id),
      await database.contacts.listReceivers(account.id),
      await database.files.listTray(account.id),
      await database.dispatches.listHistory(account.id),
    ]);
  }

  const listOf = (some: readonly TableAction[]) =>
    some.map(({ access, cost, method, path, body }) =>
      [inWords(access).padEnd(20), cost.padEnd(8), method.padEnd(4), path, body ?? '']
        .join(' ')
        .trimEnd(),
    );

  test('is exactly the pinned list, with what each route costs', () => {
    assert.deepEqual(listOf(actions), pinned);
  });

  test('has the pinned routes of a sandbox there, and none of them elsewhere', () => {
    const list = listOf(actionsInSandbox);
    assert.deepEqual(
      list.filter((route) => !pinned.includes(route)),
      pinnedInSandbox,
    );
    assert.equal(list.length, pinned.length + pinnedInSandbox.length);
  });

  for (const { method, path, access, body, operation } of actions) {
    const reads = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
      // The guard compares the user of an account's route.
      .filter((name) => name !== 'user' || access === 'public')
      // The guard resolves the secret of a link.
      .filter((name) => name !== 'secret' || inWords(access) === 'visitor');

    test(`${method} ${path}: its operation names all that it reads`, () => {
      assert.ok(operation !== undefined, 'every route serves an operation');
      const { params = [], ...others } = operation.input;
      assert.deepEqual(
        reads,
        params.map(({ name }) => name),
      );
      if (body !== undefined && body !== 'tus') assert.ok(others[body], `its ${body}`);
    });
  }

  test('a POST stands for another method on one route alone', () => {
    const overridable = routes.flatMap(({ path, overridable: methods = [] }) =>
      methods.map((method) => `${method} ${path}`),
    );
    assert.deepEqual(overridable, [
      'PATCH /u/:secret/tus/:upload',
      'DELETE /u/:secret/tus/:upload',
    ]);
  });

  function register(undeclared: object): void {
    registerRoutes(Fastify(), {
      routes: [{ path: '/back-door', methods: {}, ...undeclared } as unknown as Route],
      guard: () => Promise.reject(new Error('never asked')),
      costs: (_cost, _request, work) => work(),
      preconditions: () => undefined,
    });
  }

  test('a route without a declared access does not boot', () => {
    assert.throws(() => {
      register({ cost: 'request' });
    }, /\/back-door declares no access/);
    const incomplete = Object.keys(cgiAccess).map((left) => ({
      ...cgiAccess,
      [left]: undefined,
    }));
    const scopes = ['all', [], ['send'], ['send', 'all'], 'any|send'];
    const unknown = scopes.map((scope) => ({ ...cgiAccess, scope }));
    for (const access of ['account', null, ...unknown, ...incomplete]) {
      assert.throws(() => {
        register({ access, cost: 'request' });
      }, /\/back-door declares no access/);
    }
  });

  test('a route without a declared cost does not boot', () => {
    assert.throws(() => {
      register({ access: 'public' });
    }, /\/back-door declares no cost/);
    assert.throws(() => {
      register({ access: 'public', cost: 'little' });
    }, /\/back-door declares no cost/);
  });

  test('an account has its routes on its own path, and nobody else does', () => {
    for (const { access, path } of actions) {
      const isOwn = access !== 'public' && access.scheme === 'basic' && access.ownPath;
      assert.equal(isOwn, path.startsWith('/:user/'), path);
    }
  });

  for (const action of guarded) {
    const name = `${action.method} ${action.path}`;

    test(`${name}: 401 without credentials, with wrong ones, and for nobody`, async () => {
      for (const authorization of [
        undefined,
        basic({ ...alice, key: bob.key }),
        'Basic !',
        'Bearer x',
      ]) {
        const { statusCode, headers } = await ask(
          action,
          authorization === undefined ? {} : { authorization },
        );
        assert.equal(statusCode, 401);
        assert.match(String(headers['www-authenticate']), /^Basic /);
      }
    });

    test(`${name}: 403 forbidden for another account`, async () => {
      const token = await tokenOf(bob);
      const answer = await ask(action, { authorization: basic(bob), 'csrf-token': token });
      assert.equal(answer.statusCode, 403);
      if (action.method !== 'HEAD')
        assert.equal(answer.json<{ error: string }>().error, 'forbidden');
    });
  }

  for (const action of withToken) {
    test(`${action.method} ${action.path}: 403 csrf for each bad token, and nothing changes`, async () => {
      const before = await stateDigest();
      const bad = [undefined, '', 'x', 'A'.repeat(43), await tokenOf(bob)];
      for (const token of bad) {
        const answer = await ask(action, {
          authorization: basic(alice),
          ...(token === undefined ? {} : { 'csrf-token': token }),
        });
        assert.equal(answer.statusCode, 403);
        if (action.method !== 'HEAD') assert.equal(answer.json<{ error: string }>().error, 'csrf');
      }
      assert.equal(await stateDigest(), before);
    });
  }

  for (const route of routes) {
    test(`${route.path}: 405 with Allow for every other method`, async () => {
      const allowed = Object.keys(route.methods);
      const token = await tokenOf(alice);
      for (const method of [
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
      ]) {
        if (allowed.includes(method)) continue;
        const answer = await ask(
          { path: route.path, method },
          {
            authorization: authorizationFor(route.access),
            'csrf-token': token,
            cookie: cookieFor(route.access),
          },
        );
        assert.equal(answer.statusCode, 405, `${method} ${route.path}`);
        assert.equal(answer.headers.allow, allowed.join(', '));
      }
    });
  }

  for (const action of actions) {
    test(`${action.method} ${action.path}: the standard headers on success and on failure`, async () => {
      const signedIn = { authorization: basic(alice), 'csrf-token': await tokenOf(alice) };
      const expected = { ...standardHeaders, ...action.headers };
      for (const headers of [{}, signedIn, { ...signedIn, accept: 'text/html' }]) {
        const answer = await ask(action, headers);
        for (const [name, value] of Object.entries(expected)) {
          assert.equal(answer.headers[name], value, `${name} on ${answer.statusCode}`);
        }
        assert.match(String(answer.headers['x-request-id']), /^[A-Za-z0-9_-]{16}$/);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    });
  }

  for (const action of actions.filter(({ body }) => body !== undefined)) {
    test(`${action.method} ${action.path}: 415 for a body of another kind`, async () => {
      const signedIn = {
        authorization: authorizationFor(action.access),
        'csrf-token': await tokenOf(alice),
        cookie: cookieFor(action.access),
      };
      const form = 'application/x-www-form-urlencoded';
      for (const type of [undefined, 'text/plain', action.body === 'form' ? 'text/html' : form]) {
        const answer = await ask(action, {
          ...signedIn,
          ...(type === undefined ? {} : { 'content-type': type }),
        });
        assert.equal(answer.statusCode, 415);
      }
    });
  }

  test('what no route takes is guarded like the rest, and then is not there', async () => {
    const url = `/${alice.email}/cgi/no_such.cgi`;
    assert.equal((await app.inject({ url })).statusCode, 401);
    const authorization = basic(alice);
    assert.equal((await app.inject({ url, headers: { authorization } })).statusCode, 403);
    const headers = { authorization, 'csrf-token': await tokenOf(alice) };
    assert.equal((await app.inject({ url, headers })).statusCode, 404);
    assert.equal((await app.inject({ url: '/somewhere/else' })).statusCode, 404);
  });
});
