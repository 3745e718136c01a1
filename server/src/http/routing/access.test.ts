import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { bareApp } from '../connection/bare-app-fixture.ts';
import type { Principal, SignedIn } from '../../domain/model/principal.ts';
import { scopes, scopesFor } from '#protocol/access.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { sampleAccount, samplePrincipal } from '../../testing/samples.ts';
import { answerError } from '../error-pages/error-answer.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { alice, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';
import { createBearerGuard } from './bearer-guard.ts';
import { createGuard } from './basic-guard.ts';
import { registerRoutes } from './register-routes.ts';
import { actions, addressOf, routes, samples } from './route-table-fixture.ts';
import type { Action, Route, Services } from './route.ts';

test('a refused token is recorded once for each network', async (t) => {
  const { app, database } = await openUploadPageFixture(t);
  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;
  for (const remoteAddress of ['192.0.2.1', '192.0.2.1', '198.51.100.1', '192.0.2.1']) {
    const answer = await app.inject({
      url: `/${alice.email}/cgi/get_files.cgi`,
      headers: { authorization, 'csrf-token': 'f'.repeat(64) },
      remoteAddress,
    });
    assert.equal(answer.statusCode, 403);
  }
  const records = await database.audit.list(0, 100);
  const sources = records
    .filter(({ action, object }) => action === 'csrf.refused' && object === alice.email)
    .map(({ source }) => source);
  assert.deepEqual(sources, ['192.0.2.1', '198.51.100.1']);
});

/** Routes behind the real guard, for an account whose key is good for some scopes only. */
function openGuarded(
  guarded: readonly Route[],
  {
    scopes: granted,
    isCached,
    look,
    mayReplaceContacts = true,
  }: {
    scopes: SignedIn['scopes'];
    isCached: boolean;
    look?: () => Promise<void>;
    mayReplaceContacts?: boolean;
  },
) {
  const principal = samplePrincipal(sampleAccount(samples.user ?? ''), actor);
  const signedIn = { ...principal, scopes: granted, mayReplaceContacts };
  const signIn = {
    look: () => look?.(),
    findCached: () => (isCached ? signedIn : undefined),
    signIn(credentials: unknown) {
      if (credentials !== undefined) return Promise.resolve(signedIn);
      return Promise.reject(new ValiseError('unauthorized', 'Sign in.'));
    },
  };
  const services = {
    signIn,
    bearerSignIn: signIn,
    csrf: { beginUse: () => undefined, beginUseAgain: () => () => Promise.resolve() },
    auditOnce: { isRecorded: () => true, record: () => Promise.resolve() },
  };
  const app = bareApp();
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: () => undefined },
    ),
  );
  const unlimited = { isLimited: false, count: () => Promise.resolve(undefined) };
  registerRoutes(app, {
    routes: guarded,
    guard: createGuard(services as unknown as Services, unlimited),
    bearerGuard: createBearerGuard(services as unknown as Services, unlimited),
    costs: (_cost, _request, work) => work(),
    preconditions: () => undefined,
  });
  return app;
}

const authorization = `Basic ${Buffer.from('alice@example.com:key').toString('base64')}`;

/** The route table, with handlers that tell that they were reached. */
const reachable = routes.map((route) => {
  const action = { handle: () => 'reached' } as const;
  const declared = Object.entries<Pick<Action, 'access' | 'cost'>>(route.methods);
  const methods = declared.map(([method, { access, cost }]) => [
    method,
    { ...action, ...(access && { access }), ...(cost && { cost }) },
  ]);
  return { ...route, methods: Object.fromEntries(methods) as Route['methods'] };
});

const isRefusal = (answer: LightMyRequestResponse) => {
  assert.equal(answer.statusCode, 403);
  if (answer.body === '') return;
  // The customer's API says `error`, a problem document `code`.
  const { code, error = code } = answer.json<Record<string, string>>();
  assert.equal(error, 'forbidden');
};

for (const { method, path, access } of actions) {
  if (access === 'public' || (access.scheme !== 'basic' && access.scheme !== 'bearer')) continue;
  for (const isCached of [true, false]) {
    const signedIn = isCached ? 'who signed in before' : 'who signs in';
    const ways = access.scheme === 'basic' ? [authorization] : [authorization, 'Bearer key'];
    const asked = ways.map((sent) => ({
      ...{ method, url: addressOf(path), headers: { authorization: sent } },
    }));
    const good = access.scope === 'any' ? scopes : scopesFor(access.scope);

    test(`${method} ${path}: ${signedIn} needs a key with ${good.join(' or ')}`, async () => {
      for (const request of asked) {
        for (const scope of good) {
          const granted = openGuarded(reachable, { scopes: [scope], isCached });
          assert.equal((await granted.inject(request)).statusCode, 200, scope);
        }
        if (access.scope === 'any') continue;
        const others = scopes.filter((scope) => !good.includes(scope));
        const refused = await openGuarded(reachable, { scopes: others, isCached }).inject(request);
        isRefusal(refused);
        if (method === 'HEAD') continue;
        const words = `These credentials are not good for the scope ${good.join(' or ')}.`;
        const { detail, message = detail } = refused.json<Record<string, string>>();
        assert.equal(message, words);
      }
    });

    if (access.scheme === 'bearer' || access.replacesContacts !== true) continue;
    test(`${method} ${path}: ${signedIn} needs leave to replace contacts`, async () => {
      for (const request of asked) {
        const rights = { scopes, isCached, mayReplaceContacts: false };
        isRefusal(await openGuarded(reachable, rights).inject(request));
      }
    });
  }
}

test('operations of the customer’s API need the scopes that programs were promised', () => {
  const needs = actions.flatMap(({ method, path, access }) =>
    access !== 'public' && access.scheme === 'basic' && method !== 'HEAD'
      ? [[`${method} ${path}`, access.scope]]
      : [],
  );
  assert.deepEqual(Object.fromEntries(needs), {
    'GET /:user/': 'any',
    'GET /:user/cgi/contacts_read.cgi': 'send',
    'POST /:user/cgi/contacts_add.cgi': 'contacts',
    'POST /:user/cgi/receivers_set.cgi': 'send',
    'GET /:user/cgi/get_files.cgi': 'send',
    'GET /:user/cgi/remove_file.cgi': 'send',
    'POST /:user/cgi/upload.cgi': 'send',
    'POST /:user/cgi/createdrop.cgi': 'send',
    'POST /:user/cgi/givedrop.cgi': 'send',
    'GET /:user/cgi/get_history.cgi': ['receive', 'status'],
    'GET /:user/:url/files/:name': 'receive',
  });
});

test('a route whose path is no account’s is for everyone who signs in', async () => {
  const route: Route = {
    path: '/things',
    access: { scheme: 'basic', scope: 'send', ownPath: false, csrf: false },
    cost: 'none',
    methods: { GET: { handle: ({ account }: Principal) => account.email } },
  };
  for (const isCached of [true, false]) {
    const app = openGuarded([route], { scopes: ['send'], isCached });
    const answer = await app.inject({ url: '/things', headers: { authorization } });
    assert.deepEqual([answer.statusCode, answer.body], [200, 'alice@example.com']);
    assert.equal((await app.inject('/things')).statusCode, 401);
    const narrow = openGuarded([route], { scopes: ['receive'], isCached });
    const refused = await narrow.inject({ url: '/things', headers: { authorization } });
    assert.equal(refused.statusCode, 403);
  }
});

test('who signed in before waits until the database has said whether that still holds', async () => {
  const route: Route = {
    path: '/things',
    access: { scheme: 'basic', scope: 'send', ownPath: false, csrf: false },
    cost: 'none',
    methods: { GET: { handle: () => 'reached' } },
  };
  const known = { scopes: ['send'], isCached: true } as const;
  const answered = Promise.withResolvers<undefined>();
  let hasAnswer = false;
  let looks = 0;
  const app = openGuarded([route], {
    ...known,
    look() {
      looks += 1;
      return answered.promise;
    },
  });
  const answer = app.inject({ url: '/things', headers: { authorization } }).then((found) => {
    hasAnswer = true;
    return found;
  });
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  assert.equal(hasAnswer, false);
  answered.resolve(undefined);
  assert.equal((await answer).body, 'reached');
  assert.equal(looks, 1);
  // Without credentials there is nothing to look for.
  assert.equal((await app.inject('/things')).statusCode, 401);
  assert.equal(looks, 1);

  const away = new ValiseError('unavailable', 'The database is away.');
  const failing = openGuarded([route], { ...known, look: () => Promise.reject(away) });
  const refused = await failing.inject({ url: '/things', headers: { authorization } });
  assert.equal(refused.statusCode, 503);
});
