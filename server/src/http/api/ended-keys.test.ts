import assert from 'node:assert/strict';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '#protocol/access.ts';
import { host } from '../app/people-fixture.ts';
import { actions } from '../routing/route-table-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import { openApi } from './api-fixture.ts';

const fileBytes = 24_000_000;
const withinMs = 5000;
const events = { accept: 'text/event-stream' };

/** What a key has begun, and how it ended: a status in the 200s only where less came than the whole answer. */
interface Begun {
  ended: Promise<{ status: number | undefined; isWhole: boolean }>;
}

interface Holder {
  authorization: string;
  /** The path of a large file in the inbox, and that of an upload that has begun. */
  file: string;
  upload: string;
}

type Method = 'GET' | 'PATCH' | 'POST';
type Begin = (holder: Holder) => Begun;

let port: number;

function ask(
  { authorization }: Holder,
  method: Method,
  path: string,
  headers: Record<string, string> = {},
): ClientRequest {
  return request({
    ...{ port, host: '127.0.0.1', method, path: `/api/v1${path}`, agent: false },
    headers: { host, authorization, ...headers },
  });
}

/** How a request ends whose answer is read as it comes, or from `readFrom` on. */
async function endOf(sent: ClientRequest, readFrom?: Promise<unknown>) {
  let answer: IncomingMessage | undefined;
  const closed = new Promise((resolve) => sent.once('close', resolve));
  sent.on('error', () => undefined);
  sent.once('response', (incoming: IncomingMessage) => {
    answer = incoming;
    incoming.on('error', () => undefined);
    if (readFrom === undefined) incoming.resume();
    else void readFrom.then(() => incoming.resume());
  });
  await closed;
  return { status: answer?.statusCode, isWhole: answer?.complete ?? false };
}

/** A body of which half comes, and the rest never. */
function half(
  method: Method,
  path: (holder: Holder) => string,
  headers: Record<string, string>,
  body: Buffer,
): Begin {
  return (holder) => {
    const length = { 'content-length': String(body.length) };
    const sent = ask(holder, method, path(holder), { ...headers, ...length });
    sent.write(body.subarray(0, body.length / 2));
    return { ended: endOf(sent) };
  };
}

/** A request whose answer waits or goes on. */
function open(method: Method, path: string, headers = {}, body?: object): Begin {
  return (holder) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = ask(holder, method, path, { ...headers, ...json });
    sent.end(body && JSON.stringify(body));
    return { ended: endOf(sent) };
  };
}

const bytes = Buffer.alloc(4_000_000, 'x');
const form = formOf(
  ['drop', JSON.stringify({ receivers: [{ email: 'bob@example.com' }] })],
  ['file', bytes, 'a.bin'],
);
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** What runs on after its key was let in, by its route. */
const begins: Record<string, readonly Begin[]> = {
  'GET /api/v1/events': [open('GET', '/events', events), open('GET', '/events?wait=30&after=now')],
  'POST /api/v1/inbox/lease': [open('POST', '/inbox/lease', {}, { wait: 30 })],
  'POST /api/v1/uploads': [
    half('POST', () => '/uploads?name=a', { 'content-type': 'text/plain' }, bytes),
    half('POST', () => '/uploads', { ...tus, 'upload-length': String(bytes.length) }, bytes),
  ],
  'PATCH /api/v1/uploads/:upload': [
    half('PATCH', ({ upload }) => upload, { ...tus, 'upload-offset': '0' }, bytes),
  ],
  'POST /api/v1/drops': [half('POST', () => '/drops', form.headers, form.payload)],
  'GET /api/v1/inbox/:id/files/:file': [
    (holder) => {
      const sent = ask(holder, 'GET', holder.file);
      sent.end();
      return { ended: endOf(sent, sleep(withinMs - 1000)) };
    },
  ],
};

describe('within five seconds an ended key has lost what it began', () => {
  const ends: (() => Promise<void>)[] = [];
  let fixture: Awaited<ReturnType<typeof openApi>>;

  before(async () => {
    fixture = await openApi({ after: (end: () => Promise<void>) => ends.push(end) });
    await fixture.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = fixture.app.server.address() as AddressInfo);
  });
  after(async () => {
    // What goes on would keep the server.
    fixture.app.server.closeAllConnections();
    for (const end of ends) await end();
  });

  test('every route on which something runs on is asked', () => {
    const running = actions.filter(({ method, access, cost, operation }) => {
      if (access === 'public' || access.scheme !== 'bearer' || method === 'HEAD') return false;
      const { query = [], json } = operation?.input ?? {};
      const waits = query.some(({ name }) => name === 'wait') || json?.schema.properties?.['wait'];
      return cost === 'transfer' || waits;
    });
    // CSV and JSON lines of deliveries: `while-allowed.test.ts`.
    assert.deepEqual(
      running.map(({ method, path }) => `${method} ${path}`).sort(),
      Object.keys(begins).sort(),
    );
  });

  test('by a revocation, its end, or the disabling of its account', async () => {
    const { program, accounts, operator, addKey, clock, app, database } = fixture;
    const authorization = `Bearer ${await addKey(program.account, scopes)}`;
    const disabled = fixture.other;
    const acts = {
      revoked: {
        account: program.account,
        key: await addKey(program.account, ['send', 'receive', 'status']),
      },
      ended: {
        account: program.account,
        key: await addKey(program.account, ['send', 'receive', 'status', 'links']),
      },
      disabled: { account: disabled.account, key: disabled.key },
    };
    const receivers = [program.account, disabled.account].map(({ email }) => ({ email }));
    const letter = formOf(
      ['drop', JSON.stringify({ receivers })],
      ['file', Buffer.alloc(fileBytes, 'l'), 'large.bin'],
    );
    const sent = await program.ask(
      'POST',
      '/drops',
      { ...letter.headers, authorization },
      letter.payload,
    );
    assert.equal(sent.statusCode, 201, sent.body);

    const begun: { name: string; what: Begun }[] = [];
    for (const [name, { key }] of Object.entries(acts)) {
      const headers = { host, authorization: `Bearer ${key}` };
      const inbox = await app.inject({ url: '/api/v1/inbox', headers });
      const { items } = inbox.json<{ items: { id: string; files: { id: string }[] }[] }>();
      const [item = assert.fail()] = items;
      const created = await app.inject({
        ...{ method: 'POST', url: '/api/v1/uploads' },
        headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length) },
      });
      // So that a lease waits.
      await app.inject({ method: 'POST', url: '/api/v1/inbox/lease', headers, payload: {} });
      const holder = {
        authorization: headers.authorization,
        file: `/inbox/${item.id}/files/${item.files[0]?.id ?? ''}`,
        upload: String(created.headers.location).replace('/api/v1', ''),
      };
      for (const [route, list] of Object.entries(begins)) {
        for (const begin of list) begun.push({ name: `${name}: ${route}`, what: begin(holder) });
      }
    }
    await sleep(500);

    const keys = await database.apiKeys.listFor(program.account.id);
    const idOf = (key: string) => {
      const hash = fixture.installation.apiKeyHasher.hash(key);
      return keys.find((each) => each.hash.equals(hash))?.id ?? assert.fail();
    };
    const began = performance.now();
    await database.apiKeys.end(program.account.id, idOf(acts.revoked.key), clock.now());
    await database.apiKeys.end(program.account.id, idOf(acts.ended.key), clock.now() + 1);
    await accounts.disable(operator, disabled.account.email);
    clock.advance(1);
    const late = sleep(2 * withinMs).then(() => undefined);
    for (const { name, what } of begun) {
      const end = await Promise.race([what.ended, late]);
      assert.ok(end !== undefined, `${name} goes on`);
      assert.ok(
        end.status === undefined || end.status === 401 || end.status === 200,
        `${name}: ${end.status}`,
      );
      if (end.status === 200) assert.ok(name.endsWith('/events') || !end.isWhole, name);
    }
    const tookMs = performance.now() - began;
    assert.ok(tookMs < withinMs + 500, `${tookMs} ms`);
    // The one that was there before.
    assert.equal((await database.uploads.sumFor(disabled.account.id)).files, 1);
    assert.equal((await database.dispatches.list({ limit: 9 })).length, 1);
  });
});
