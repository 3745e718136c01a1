import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import { day } from '../../domain/model/clock.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { cgiChecks } from '../generated/checks.js';
import { registerRoutes } from '../routing/register-routes.ts';
import { alice, formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';
import { readContacts } from './contacts.ts';
import { parseDispatchTerms } from './dispatch-terms.ts';

const policy = { unit: 'seconds', defaultMs: day, minMs: 1000, maxMs: 365 * day } as const;

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const field = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('zoe@example.com', '4915112345', 3600, '3600', null, [], ['a'], [{ name: 'a' }]),
);
const contact = fc.record(
  { email: field, number: field, language: field, groups: field, nick: field, name: field },
  { requiredKeys: [] },
);
const terms = fc.record(
  { desttime: field, ddmessage: field, receivers: field, files: field, other: field },
  { requiredKeys: [] },
);

test('whatever the server takes fits the schema', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(fc.array(contact), fc.jsonValue()), (sent) => {
      if (!isTaken(() => readContacts(sent))) return;
      taken += 1;
      assert.ok(cgiChecks.contacts_add.body(sent));
      assert.ok(cgiChecks.receivers_set.body(sent));
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(fc.oneof(terms, fc.jsonValue()), (sent) => {
      if (!isTaken(() => parseDispatchTerms(sent, policy))) return;
      taken += 1;
      assert.ok(cgiChecks.createdrop.body(sent));
      assert.ok(cgiChecks.givedrop.body(sent));
    }),
    { numRuns: 1000 },
  );
  assert.ok(taken > 20, `only ${taken} of 2000 were taken`);
});

test('a check refuses what has another shape', () => {
  for (const sent of [null, {}, 'x', [null], [{}], [{ email: 5 }], [{ email: 'a', nick: 5 }]]) {
    assert.equal(cgiChecks.contacts_add.body(sent), false, JSON.stringify(sent));
  }
  const group = Array.from({ length: 101 }, () => 'g');
  assert.equal(cgiChecks.contacts_add.body([{ email: 'a', groups: group }]), false);
  for (const sent of [null, [], { desttime: true }, { ddmessage: 5 }, { files: [{}] }]) {
    assert.equal(cgiChecks.createdrop.body(sent), false, JSON.stringify(sent));
  }
  for (const query of [{}, { filename: '' }, { filename: ['a', 'b'] }]) {
    assert.equal(cgiChecks.remove_file.query(query), false);
  }
  assert.equal(cgiChecks.remove_file.query({ filename: '\u{1f4bc}' }), true);
});

test('every answer of the customer’s API fits its schema', async (context) => {
  const { app } = await openUploadPageFixture(context);
  const headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`,
  };
  const page = await app.inject({ url: `/${alice.email}/`, headers });
  headers['csrf-token'] = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? '';

  async function ask(operation: string, payload?: object): Promise<unknown> {
    const url = `/${alice.email}/cgi/${operation.replace(/^\w+/, '$&.cgi')}`;
    const answer = await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(answer.statusCode, 200, `${operation}: ${answer.body}`);
    return answer.json();
  }
  const receivers = [{ email: 'bob@example.com', name: 'Bob' }, { email: alice.email }];
  async function upload(name: string): Promise<void> {
    const { headers: form, payload } = formOf(['do', 'upload'], ['file', 'content', name]);
    const url = `/${alice.email}/cgi/upload.cgi`;
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...form },
      payload,
    });
    assert.ok(cgiChecks.upload.answer(answer.json()));
  }
  await upload('a.txt');
  await upload('b.txt');
  assert.ok(cgiChecks.get_files.answer(await ask('get_files')));
  assert.ok(cgiChecks.remove_file.answer(await ask('remove_file?filename=b.txt')));
  assert.ok(cgiChecks.contacts_add.answer(await ask('contacts_add', receivers)));
  assert.ok(cgiChecks.contacts_read.answer(await ask('contacts_read')));
  for (const operation of ['createdrop', 'givedrop'] as const) {
    assert.ok(cgiChecks.receivers_set.answer(await ask('receivers_set', receivers)));
    assert.ok(cgiChecks[operation].answer(await ask(operation, { ddmessage: 'Hello' })));
  }
  const history = await ask('get_history');
  assert.ok(cgiChecks.get_history.answer(history), JSON.stringify(history));
  const { inbox, history: sent } = history as Record<'history' | 'inbox', unknown[]>;
  assert.deepEqual([inbox.length, sent.length], [1, 2]);
});

test('a request that does not fit is refused before its handler, with the words of its route', async (context) => {
  const app = Fastify();
  context.after(() => app.close());
  const never = () => assert.fail('The handler was called');
  const schema = { query: () => false };
  registerRoutes(app, {
    routes: [
      {
        path: '/silent',
        access: 'public',
        cost: 'none',
        methods: { GET: { schema, handle: never } },
      },
      {
        path: '/explained',
        access: 'public',
        cost: 'none',
        methods: {
          GET: {
            schema,
            handle: never,
            explain() {
              throw invalid([{ field: 'filename', problem: 'is missing.' }]);
            },
          },
        },
      },
    ],
    guard: () => Promise.reject(new Error('never asked')),
    costs: { isCounted: () => false, run: (_cost, _request, work) => Promise.resolve(work()) },
    preconditions: () => undefined,
  });
  const messageOf = async (url: string) =>
    (await app.inject({ url })).json<{ message: string }>().message;
  assert.equal(await messageOf('/silent'), 'The request does not have the form of this operation.');
  assert.equal(await messageOf('/explained'), 'filename: is missing.');
});

test('nothing that runs in the server loads TypeBox', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = globSync('{server/src,bin}/**/*.{ts,js}', { cwd: root });
  assert.ok(files.length > 100);
  for (const file of files) {
    if (file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const loaded =
      /^(?:import|export) (?!type\b)[^;]*'(?:typebox[^']*|#protocol\/schemas\/[^']*)'/m;
    assert.doesNotMatch(text, loaded, file);
  }
});
