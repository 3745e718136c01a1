import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ProblemDocument } from '#protocol/errors.ts';
import { host } from '../app/people-fixture.ts';
import { openApi } from './api-fixture.ts';

async function open(context: TestContext) {
  const { app, program, database } = await openApi(context);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  /** Sends bytes as they are, and nothing more; returns the answer. */
  async function send(path: string, headers: string, body: string) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const usual = `Host: ${host}\r\nAuthorization: Bearer ${program.key}\r\n${headers}`;
    socket.end(`POST ${path} HTTP/1.1\r\n${usual}\r\n\r\n${body}`);
    const answer = await text(socket);
    const [head = '', content = ''] = answer.split('\r\n\r\n');
    return { head, content };
  }

  return { send, count: async () => (await database.uploads.sumFor(program.account.id)).files };
}

for (const [what, headers, body, retry] of [
  ['ends early', 'Content-Length: 10', 'abc', 'later'],
  ['ends within a chunk', 'Transfer-Encoding: chunked', '5\r\nabc', 'later'],
  ['has a chunk that is none', 'Transfer-Encoding: chunked', 'zz\r\nabc', 'never'],
] as const) {
  test(`a body that ${what} is told so where it can be, and nothing of it is kept`, async (t) => {
    const { send, count } = await open(t);
    const { head, content } = await send('/api/v1/uploads?name=a.txt', headers, body);
    assert.match(head, /^HTTP\/1\.1 400 /);
    assert.match(head, /\r\ncontent-type: application\/problem\+json/);
    const { code, errors, request_id: id, ...problem } = JSON.parse(content) as ProblemDocument;
    const places = errors?.map((error) => [error.in, error.pointer]);
    assert.deepEqual([code, places, problem.retry], ['bad_request', [['body', '']], retry]);
    assert.match(head, new RegExp(`\r\nx-request-id: ${id}(\r\n|$)`));
    assert.equal(await count(), 0);
  });
}

test('what is no request at all is answered as before, also behind one that is whole', async (t) => {
  const { send } = await open(t);
  const { content } = await send('/api/v1/inbox/lease', 'Content-Length: 2', '{}nonsense');
  assert.doesNotMatch(content, /request broke off/);
});
