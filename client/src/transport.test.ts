import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Waiting } from './patience.ts';
import { ValiseError, ValiseProblem, ValiseUnreachable } from './problem.ts';
import { createTransport } from './transport.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const ok: Reply = (_, response) => {
  response.setHeader('content-type', 'application/json').end('{"fine":true}');
};

function refuse(status: number, document: object, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify(document));
  };
}

const cut: Reply = (request) => {
  request.socket.destroy();
};

const breakOff: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"fine"', () => {
    response.destroy();
  });
};

/** A server that answers as it is told, one after another, and what it was asked. */
async function serve(context: TestContext, ...replies: Reply[]) {
  const seen: IncomingMessage[] = [];
  const waits: Waiting[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const reply = replies[seen.length - 1] ?? ok;
    reply(request.resume(), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onWait = (waiting: Waiting): void => {
    waits.push(waiting);
  };
  const transport = createTransport({ url, key: 'k', patienceSeconds: 30, onWait, fetch });
  return { seen, waits, transport };
}

const get = { method: 'GET', path: '/me' } as const;
const post = { method: 'POST', path: '/drops', json: {} } as const;
const later = { code: 'unavailable', retry: 'later', detail: 'Busy.' };
const unsure = { code: 'internal', retry: 'same_key', detail: 'Broken.' };
const never = { code: 'invalid', retry: 'never', detail: 'Wrong.' };

describe('a request', () => {
  test('carries the key, and is repeated when the line or the answer broke', async (context) => {
    const { seen, transport } = await serve(context, cut, breakOff, ok);
    assert.deepEqual(await transport.read(get), { fine: true });
    assert.equal(seen.length, 3);
    assert.equal(seen[0]?.headers.authorization, 'Bearer k');
    assert.equal(seen[0].url, '/api/v1/me');
  });

  test('is repeated as the problem says: never, later, or with its key only', async (context) => {
    for (const [problem, call, tries] of [
      [later, post, 2],
      [unsure, get, 2],
      [unsure, { ...post, idempotencyKey: 'one' }, 2],
      [unsure, post, 1],
      [never, get, 1],
    ] as const) {
      const { seen, transport } = await serve(context, refuse(503, problem), ok);
      const asked = transport.read(call);
      if (tries === 2) assert.deepEqual(await asked, { fine: true });
      else await assert.rejects(asked, ValiseProblem);
      assert.equal(seen.length, tries, `${problem.retry} of ${call.method}`);
    }
  });

  test('of an act without a key is not repeated when the line broke', async (context) => {
    const { seen, transport } = await serve(context, cut);
    await assert.rejects(transport.read(post), ValiseUnreachable);
    assert.equal(seen.length, 1);
  });

  test('keeps its key in every try', async (context) => {
    const { seen, transport } = await serve(context, cut, refuse(503, later), ok);
    await transport.read({ ...post, idempotencyKey: 'one' });
    assert.deepEqual(
      seen.map(({ headers }) => headers['idempotency-key']),
      ['one', 'one', 'one'],
    );
  });

  test('does not wait for longer than its patience', async (context) => {
    const busy = refuse(429, { ...later, code: 'mail_quota' }, { 'retry-after': '3600' });
    const { seen, transport } = await serve(context, busy);
    await assert.rejects(transport.read(post), (error: unknown) => {
      assert.ok(error instanceof ValiseProblem);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['mail_quota', 3600]);
      return true;
    });
    assert.equal(seen.length, 1);
  });

  test('tells once that it waits, and not of a failure that is over at once', async (context) => {
    const busy = refuse(503, later, { 'retry-after': '1' });
    const { waits, transport } = await serve(context, cut, ok, busy, busy, ok);
    await transport.read(get);
    assert.equal(waits.length, 0);
    await transport.read(get);
    assert.deepEqual(
      waits.map(({ error }) => error.message),
      ['Busy.'],
    );
    const { leftSeconds = 0 } = waits[0] ?? {};
    assert.ok(leftSeconds > 0 && leftSeconds <= 30, `${leftSeconds} s left`);
  });

  test('ends with what the problem document says, or the status where there is none', async (context) => {
    const faults = [{ in: 'body', pointer: '/to', code: 'missing', detail: 'is missing.' }];
    const document = { ...never, title: 'Invalid', errors: faults, request_id: 'r1' };
    const html: Reply = (_, response) => {
      response.writeHead(418).end('<p>teapot');
    };
    const { transport } = await serve(context, refuse(422, document), html);
    await assert.rejects(transport.read(get), { code: 'invalid', errors: faults, requestId: 'r1' });
    await assert.rejects(transport.read(get), { code: 'unknown', status: 418, retry: 'never' });
  });

  test('follows no redirect with the key', async (context) => {
    const { seen, transport } = await serve(context, (_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await assert.rejects(transport.read(get), /leads to \/elsewhere/);
    assert.equal(seen.length, 1);
  });

  test('says so where the server is not Valise', async (context) => {
    const { transport } = await serve(context, (_, response) => {
      response.end('<html>');
    });
    await assert.rejects(transport.read(get), (error: unknown) => {
      assert.ok(error instanceof ValiseError && !(error instanceof ValiseUnreachable));
      return true;
    });
  });

  test('is cancelled by its signal, while it runs and while it waits', async (context) => {
    const hang: Reply = () => undefined;
    const { seen, transport } = await serve(
      context,
      hang,
      refuse(503, later, { 'retry-after': '20' }),
    );
    for (const turn of [1, 2]) {
      const cancel = new AbortController();
      const asked = transport.read({ ...get, signal: cancel.signal });
      while (seen.length < turn) await new Promise(setImmediate);
      cancel.abort(new Error('enough'));
      await assert.rejects(asked, /enough/);
    }
  });
});
