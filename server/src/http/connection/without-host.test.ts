import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { alice, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;

/** Sends lines as they are, and returns the whole answer. */
async function openServer(context: TestContext, ...args: string[]) {
  const { app } = await openUploadPageFixture(context, ...args);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async (target: string, version: string, ...headers: string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const lines = [
      `GET ${target} HTTP/${version}`,
      `Authorization: ${authorization}`,
      'Connection: close',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return await text(socket);
  };
}

test('HTTP/1.0 without a Host is served, as a request to the public host; HTTP/1.1 is not', async (context) => {
  for (const args of [[], ['--public-url', 'https://files.example.com']]) {
    const ask = await openServer(context, ...args);
    const served = await ask(`/${alice.email}/`, '1.0');
    assert.match(served, /^HTTP\/1\.1 200 /);
    assert.match(served, /name="csrftoken"/);
    assert.match(await ask(`/${alice.email}/`, '1.1'), /^HTTP\/1\.1 400 /);
  }
});

test('HTTP/1.0 does not lead past the check of names', async (context) => {
  const ask = await openServer(context, '--public-url', 'https://files.example.com');
  assert.match(await ask(`/${alice.email}/`, '1.0', 'Host: evil.example'), /^HTTP\/1\.1 421 /);
  assert.match(await ask(`http://evil.example/${alice.email}/`, '1.0'), /^HTTP\/1\.1 400 /);
  assert.match(await ask(`/${alice.email}/`, '1.0', 'Host: a', 'Host: b'), /^HTTP\/1\.1 400 /);
});
