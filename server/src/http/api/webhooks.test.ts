import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openReceiver } from '../../delivery/webhooks/receiver-fixture.ts';
import { day } from '../../domain/model/clock.ts';
import { openApi } from './api-fixture.ts';

interface Shown {
  id: string;
  url: string;
  types: string[] | null;
  state: string;
  cursor: string;
  behind: number;
  waiting: number;
  secret?: string | null;
  public_key?: string | null;
  old_secret_until: string | null;
}

const url = 'http://127.0.0.1:9000/hook';
const listed = ['--webhook-targets', '127.0.0.1:9000'];

/** Programs whose keys have the scope. */
async function open(context: TestContext, args: readonly string[] = listed) {
  const api = await openApi(context, ...args);

  /** What asks with a key of the account that has the scope, and no other. */
  async function addWebhookKey({ account }: (typeof api)['program']) {
    const authorization = `Bearer ${await api.addKey(account, ['webhooks'])}`;
    const ask = async <Body>(
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await api.app.inject({
        method,
        url: `/api/v1/webhooks${path}`,
        headers: {
          ...{ host: 'localhost', authorization, ...headers },
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const isJson = answer.body !== '';
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: (isJson ? answer.json() : undefined) as Body & { code?: string },
      };
    };
    return {
      ask,
      make: async (more: object = {}) => (await ask<Shown>('POST', '', { url, ...more })).body,
    };
  }

  return {
    ...api,
    alice: await addWebhookKey(api.program),
    bob: await addWebhookKey(api.other),
  };
}

test('a webhook is made with a secret that is shown once, and ends with DELETE', async (t) => {
  const { alice, database, program } = await open(t);
  const made = await alice.ask<Shown>('POST', '', { url, types: ['drop.created'], name: 'n8n' });
  assert.equal(made.status, 201);
  const path = String(made.headers.location);
  assert.equal(path, `/api/v1/webhooks/${made.body.id}`);
  assert.match(String(made.body.secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(made.body.public_key, null);
  const shown = await alice.ask<Shown>('GET', `/${made.body.id}`);
  assert.deepEqual(
    [shown.body.state, shown.body.types, shown.body.behind, shown.body.waiting],
    ['live', ['drop.created'], 0, 0],
  );
  assert.ok(!JSON.stringify(shown.body).includes('whsec_'));
  const rows = JSON.stringify(await database.webhooks.listFor(program.account.id));
  assert.ok(!rows.includes(String(made.body.secret).slice('whsec_'.length)));
  assert.equal((await alice.ask('DELETE', `/${made.body.id}`)).status, 204);
  assert.equal((await alice.ask('GET', `/${made.body.id}`)).status, 404);
  assert.equal((await alice.ask('DELETE', `/${made.body.id}`)).status, 404);
  const records = await database.audit.list(0, 100);
  const told = records.filter(({ action }) => action.startsWith('webhook.'));
  assert.deepEqual(
    told.map(({ action, details }) => [action, details['host']]),
    [
      ['webhook.added', '127.0.0.1:9000'],
      ['webhook.removed', '127.0.0.1:9000'],
    ],
  );
});

test('one is made and changed once for each key, and a repeat shows its secret again', async (t) => {
  const { alice, database, program } = await open(t);
  const keyed = (key: string) => ({ 'idempotency-key': key });
  const first = await alice.ask<Shown>('POST', '', { url }, keyed('make'));
  const again = await alice.ask<Shown>('POST', '', { url }, keyed('make'));
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  assert.equal(again.body.secret, first.body.secret);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.headers.location, first.headers.location);
  const other = await alice.ask('POST', '', { url, name: 'other' }, keyed('make'));
  assert.equal(other.status, 422);
  assert.equal((await database.webhooks.listFor(program.account.id)).length, 1);

  const rotate = () =>
    alice.ask<Shown>('POST', `/${first.body.id}/rotate`, undefined, keyed('rotate'));
  const rotated = await rotate();
  assert.notEqual(rotated.body.secret, first.body.secret);
  assert.equal((await rotate()).body.secret, rotated.body.secret);
  const records = await database.audit.list(0, 100);
  assert.equal(records.filter(({ action }) => action === 'webhook.rotated').length, 1);
});

test('a key signs where that is asked for, and is shown by its public half', async (t) => {
  const { alice } = await open(t);
  const made = await alice.make({ signature: 'ed25519' });
  assert.match(String(made.public_key), /^whpk_/);
  assert.equal(made.secret, null);
});

test('one that is parked goes on when it is resumed, and no other can be', async (t) => {
  const { alice, database, program, clock } = await open(t);
  const { id } = await alice.make({});
  assert.equal((await alice.ask('POST', `/${id}/resume`)).status, 409);
  const [known = assert.fail()] = await database.webhooks.listFor(program.account.id);
  await database.webhooks.save({ ...known, state: 'parked', stoppedAt: clock.now() });
  assert.equal((await alice.ask<Shown>('GET', `/${id}`)).body.state, 'parked');
  const resumed = await alice.ask<Shown>('POST', `/${id}/resume`);
  assert.deepEqual([resumed.status, resumed.body.state], [200, 'live']);
});

test('an address that nothing may be sent to is refused, and its field named', async (t) => {
  const { alice } = await open(t, []);
  for (const refused of [
    url,
    'file:///etc/passwd',
    'https://user:password@example.com/',
    'http://169.254.169.254/',
    'https://localhost/',
    '',
  ]) {
    const answer = await alice.ask<{ errors: { pointer: string }[] }>('POST', '', { url: refused });
    assert.equal(answer.status, 422, refused);
    assert.deepEqual(
      answer.body.errors.map(({ pointer }) => pointer),
      ['/url'],
    );
  }
  const { body } = await alice.ask<{ items: unknown[] }>('GET', '');
  assert.deepEqual(body.items, []);
});

test('the server itself is refused, though it is listed', async (t) => {
  const { alice } = await open(t, [...listed, '--port', '9000']);
  const { status, body } = await alice.ask('POST', '', { url });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /must not be that of this server/);
});

test('what is wrong with a request is named', async (t) => {
  const { alice } = await open(t);
  for (const [body, pointer] of [
    [{}, '/url'],
    [{ url, types: [] }, '/types'],
    [{ url, types: ['drop.made'] }, '/types/0'],
    [{ url, name: 'a\nb' }, '/name'],
    [{ url, signature: 'none' }, '/signature'],
    [{ url, secret: 'mine' }, '/secret'],
  ] as const) {
    const answer = await alice.ask<{ errors: { pointer: string }[] }>('POST', '', body);
    assert.ok([400, 422].includes(answer.status), JSON.stringify(body));
    assert.deepEqual(
      answer.body.errors.map((each) => each.pointer.replace('/types/0', pointer)),
      [pointer],
    );
  }
});

test('an account has twenty webhooks, and no other account sees one of them', async (t) => {
  const { alice, bob } = await open(t);
  const ids: string[] = [];
  for (let made = 0; made < 20; made += 1) ids.push((await alice.make()).id);
  const refused = await alice.ask('POST', '', { url });
  assert.deepEqual([refused.status, refused.body.code], [409, 'state_conflict']);
  const seen: string[] = [];
  for (let after = ''; ;) {
    const { body } = await alice.ask<{ items: Shown[]; next: string | null }>(
      'GET',
      `?limit=7${after}`,
    );
    seen.push(...body.items.map(({ id }) => id));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  assert.deepEqual([...seen].sort(), [...ids].sort());
  const [id] = ids;
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['POST', '/resume'],
    ['GET', '/attempts'],
  ] as const) {
    assert.equal((await bob.ask(method, `/${id}${path}`)).status, 404, path);
  }
  assert.equal((await bob.ask<{ items: unknown[] }>('GET', '')).body.items.length, 0);
});

test('a test is sent at once, signed, and its outcome is answered and logged', async (t) => {
  const receiver = await openReceiver(t);
  const { alice } = await open(t, ['--webhook-targets', receiver.target]);
  const made = await alice.make({ url: receiver.url });
  const sent = await alice.ask<{ delivered: boolean; status: number; event: string }>(
    'POST',
    `/${made.id}/test`,
  );
  assert.deepEqual([sent.status, sent.body.delivered, sent.body.status], [200, true, 204]);
  const [message = assert.fail()] = receiver.messages;
  const { headers, body } = message;
  assert.equal(headers['webhook-id'], sent.body.event);
  assert.deepEqual((JSON.parse(body) as { type: string }).type, 'webhook.test');
  const signed = `${headers['webhook-id']}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(String(made.secret).slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);

  receiver.setAnswer((_message, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const failed = await alice.ask<{ delivered: boolean; error: string }>('POST', `/${made.id}/test`);
  assert.equal(failed.body.delivered, false);
  const log = await alice.ask<{ items: { status: number; error: string | null }[] }>(
    'GET',
    `/${made.id}/attempts`,
  );
  assert.deepEqual(
    log.body.items.map(({ status, error }) => [status, error]),
    [
      [302, 'The receiver redirects (302).'],
      [204, null],
    ],
  );
  const first = await alice.ask<{ items: unknown[]; next: string }>(
    'GET',
    `/${made.id}/attempts?limit=1`,
  );
  const rest = await alice.ask<{ items: unknown[]; next: null }>(
    'GET',
    `/${made.id}/attempts?limit=1&after=${first.body.next}`,
  );
  assert.deepEqual([...first.body.items, ...rest.body.items], log.body.items);
  assert.equal(rest.body.next, null);
});

test('a new secret signs beside the old one, for a day', async (t) => {
  const receiver = await openReceiver(t);
  const { alice, clock } = await open(t, ['--webhook-targets', receiver.target]);
  const made = await alice.make({ url: receiver.url });
  const rotated = await alice.ask<Shown>('POST', `/${made.id}/rotate`);
  assert.equal(rotated.status, 200);
  assert.notEqual(rotated.body.secret, made.secret);
  assert.equal(rotated.body.old_secret_until, new Date(clock.now() + day).toISOString());
  const signatures = async () => {
    await alice.ask('POST', `/${made.id}/test`);
    return String(receiver.messages.at(-1)?.headers['webhook-signature']).split(' ').length;
  };
  assert.equal(await signatures(), 2);
  clock.advance(day);
  assert.equal(await signatures(), 1);
  const shown = await alice.ask<Shown>('GET', `/${made.id}`);
  assert.equal(shown.body.old_secret_until, null);
});

test('events are sent again from a cursor of the own feed only', async (t) => {
  const { alice, bob } = await open(t);
  const made = await alice.make();
  const { id } = await bob.make();
  const back = await alice.ask<Shown>('POST', `/${made.id}/replay`, { after: made.cursor });
  assert.deepEqual([back.status, back.body.cursor], [200, made.cursor]);
  assert.equal((await bob.ask('POST', `/${id}/replay`, { after: made.cursor })).status, 422);
  assert.equal((await alice.ask('POST', `/${made.id}/replay`, { after: 'now' })).status, 422);
  const early = await alice.ask('POST', `/${made.id}/resume`);
  assert.deepEqual([early.status, early.body.code], [409, 'state_conflict']);
});
