import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#protocol/access.ts';
import { idFor } from '../../testing/samples.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host, openPeopleFixture, ownForm, unmarked } from '../app/people-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import type { ObjectSample } from './objects-fixture.ts';
import { addObjectFor, malformedIds } from './objects-fixture.ts';
import { pictureBody } from './pictured-objects-fixture.ts';
import { actions, addressOf } from './route-table-fixture.ts';
import { tokenField } from './session-guard.ts';

type Params = Record<string, string>;

/** Parameters that name no object of a person: a provider of the operator, a file's name beside its id. */
const otherParams = ['provider', 'name'];

const named = actions
  .filter(({ path, method }) => path.startsWith('/app/') && method !== 'OPTIONS')
  .flatMap((action) => {
    const names = Array.from(action.path.matchAll(/:(\w+)/g), ([, name = '']) => name);
    const ids = names.filter((name) => !otherParams.includes(name));
    // A ticket alone is a secret, and belongs to whoever has it.
    return ids.length === 0 || ids.join() === 'secret' ? [] : [{ ...action, ids }];
  });
type Action = (typeof named)[number];

function isForAdmins({ access }: Action): boolean {
  return access !== 'public' && access.scheme === 'session' && access.role === 'admin';
}

describe('objects of others answer byte for byte like missing and malformed ones', () => {
  let fixture: PeopleFixture;
  let owner: TestPerson;
  let stranger: TestPerson;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    const args = ['--show-links', '--anyone-links'];
    const context = {
      after(end: () => Promise<void>) {
        ends.push(end);
      },
    };
    fixture = await openPeopleFixture(context, { args });
    owner = await fixture.addPerson('owner@example.com', { role: 'admin' });
    stranger = await fixture.addPerson('stranger@example.com');
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** Sends the form of the person, or asks for the page. */
  function ask(
    person: TestPerson,
    { method, path, body, operation }: Action,
    params: Params,
    { fields = {} }: Pick<ObjectSample, 'fields'>,
    accept: string,
  ) {
    const entries = Object.entries({ [tokenField]: person.token(), ...fields });
    const forms: Record<string, { payload: string | Buffer; headers: Record<string, string> }> = {
      form: { payload: new URLSearchParams(entries).toString(), headers: {} },
      multipart: formOf(...entries),
      tus: { payload: 'abc', headers: tusHeaders },
    };
    const form = operation?.takesBytes === true ? pictureBody : forms[body ?? ''];
    return fixture.app.inject({
      method,
      url: addressOf(path, params),
      headers: {
        ...(method === 'POST' ? ownForm : { host, 'tus-resumable': '1.0.0' }),
        accept,
        cookie: person.cookie,
        ...form?.headers,
      },
      ...(form !== undefined && { payload: form.payload }),
    });
  }

  async function answerTo(...asked: Parameters<typeof ask>) {
    return unmarked(await ask(...asked));
  }

  test('every route with an id is there', () => {
    assert.ok(named.length >= 45, String(named.length));
  });

  for (const [index, action] of named.entries()) {
    const { method, path, ids } = action;

    test(`${method} ${path}`, async () => {
      const label = `object-${index}-${path.slice(path.lastIndexOf('/') + 1).replace(/\W/g, '')}`;
      const foreign = await addObjectFor(path, fixture, owner, label);
      // An administrator's routes know every object, and no other person's any.
      const own = isForAdmins(action)
        ? foreign
        : await addObjectFor(path, fixture, stranger, `own-${label}`);
      const none: Params = Object.fromEntries(
        ids.map((name) => [name, own.missing?.[name] ?? missingFor(name)]),
      );
      // The bearer of a foreign ticket may use it.
      const tried = ids.filter((name) => name !== 'secret');
      const wrong: Params[] = [
        ...(tried.length === ids.length ? [foreign.params, { ...own.params, ...none }] : []),
        ...tried.flatMap((name) =>
          [foreign.params[name], none[name], ...malformedIds].map((id = '') => ({
            ...own.params,
            [name]: id,
          })),
        ),
      ];
      for (const accept of ['text/html', 'application/json']) {
        const [first = assert.fail(), ...others] = isForAdmins(action)
          ? wrong.filter((params) => params['id'] !== foreign.params['id'])
          : wrong;
        const person = isForAdmins(action) ? owner : stranger;
        const expected = await answerTo(person, action, first, own, accept);
        for (const params of others) {
          const answer = await answerTo(person, action, params, own, accept);
          assert.deepEqual(answer, expected, JSON.stringify(params));
        }
        if (foreign.isThere === undefined) assert.equal(expected.statusCode, 404);
        else assert.ok(await foreign.isThere());
        if (!isForAdmins(action)) continue;
        const hidden = await answerTo(stranger, action, first, own, accept);
        assert.equal(hidden.statusCode, 404);
        for (const params of wrong) {
          assert.deepEqual(await answerTo(stranger, action, params, own, accept), hidden);
        }
      }
      // Only a request that would have succeeded shows that the object was looked for, and left alone.
      const right = await ask(owner, action, foreign.params, foreign, 'text/html');
      assert.ok([200, 204, 303].includes(right.statusCode), `${right.statusCode} ${right.body}`);
    });
  }
});

/** Uploads speak tus, whose requests need headers of its own: `http/api/uploads.test.ts` asks for foreign ones. */
const ofPrograms = actions.filter(
  ({ path, access }) =>
    access !== 'public' && access.scheme === 'bearer' && /\/:(?!code|upload)/.test(path),
);

/** By these a caller names what is its own: where it is not there, it is made. */
function isMaking({ method, path }: (typeof ofPrograms)[number]): boolean {
  return method === 'PUT' && path === '/api/v1/contacts/:email';
}

describe('objects of other accounts are 404 for every verb of the API, as missing and malformed ones are', () => {
  let fixture: PeopleFixture;
  const ends: (() => Promise<void>)[] = [];
  const people: Record<string, TestPerson & { authorization: string }> = {};

  before(async () => {
    const context = { after: (end: () => Promise<void>) => ends.push(end) };
    fixture = await openPeopleFixture(context, { args: ['--anyone-links'] });
    const { database, installation, clock } = fixture;
    for (const name of ['owner', 'stranger']) {
      const person = await fixture.addPerson(`${name}@example.com`);
      const key = `${name}-key-0123456789-0123456789-0123456789`;
      await database.apiKeys.add({
        ...{ id: idFor(`key of ${name}`), accountId: person.account.id, salt: undefined },
        hash: installation.apiKeyHasher.hash(key),
        ...{ createdAt: clock.now(), expiresAt: undefined, scopes },
      });
      people[name] = { ...person, authorization: `Bearer ${key}` };
    }
  });
  after(async () => {
    for (const end of ends) await end();
  });

  test('routes with an id are there', () => {
    assert.ok(ofPrograms.length >= 11, String(ofPrograms.length));
  });

  for (const [index, { method, path, body }] of ofPrograms
    .filter((action) => !isMaking(action))
    .entries()) {
    test(`${method} ${path}`, async () => {
      const { owner = assert.fail(), stranger = assert.fail() } = people;
      const verb = path.slice(path.lastIndexOf('/') + 1).replace(/\W/g, '');
      const foreign = await addObjectFor(path, fixture, owner, `api-${index}-${verb}`);
      const own = await addObjectFor(path, fixture, stranger, `own-api-${index}-${verb}`);
      const ask = (authorization: string, params: Params) =>
        fixture.app.inject({
          ...{ method, url: addressOf(path, params), headers: { host, authorization } },
          ...(body === 'json' && { payload: foreign.json?.[verb] ?? assert.fail(verb) }),
        });
      const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
      const wrong = names.flatMap((name) =>
        [foreign.params[name], idFor(`missing ${name}`), ...malformedIds].map((id = '') => ({
          ...own.params,
          [name]: id,
        })),
      );
      const [expected = assert.fail(), ...others] = await Promise.all(
        [foreign.params, ...wrong].map(async (params) =>
          unmarked(await ask(stranger.authorization, params)),
        ),
      );
      assert.equal(expected.statusCode, 404);
      for (const answer of others) assert.deepEqual(answer, expected);
      const right = await ask(owner.authorization, foreign.params);
      assert.ok([200, 201, 204].includes(right.statusCode), `${right.statusCode} ${right.body}`);
    });
  }
});

const tusHeaders = {
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
  'upload-offset': '0',
};

function missingFor(name: string): string {
  return name === 'secret' ? 'A'.repeat(43) : idFor(`missing ${name}`);
}
