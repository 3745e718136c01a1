import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { connect, login } from '../../client/node/connect.ts';
import { startServer } from '../harness/server.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';
import { addPerson } from './person.ts';

const server = await startServer();
const anna = await addPerson(server, 'anna@example.com');
const folder = await mkdtemp(join(tmpdir(), 'valise-device-'));
after(() => rm(folder, { recursive: true }));

async function allow(code: string, rights: Record<string, string>): Promise<string> {
  const asked = await anna.submit(await anna.visit('/app/device'), '/app/device', { code });
  return await anna.submit(asked, '/app/device/allow', { name: 'Laptop', days: '30', ...rights });
}

describe('a login by a code', () => {
  test('the command shows it, waits until its person has allowed it, and stores the key', async () => {
    const env = { XDG_CONFIG_HOME: folder };
    const args = ['login', server.url, '--device', '--scope', 'send', '--scope', 'receive'];
    const asking = spawn(launcher, args, { env: cleanEnvironment(env), stdio: 'pipe' });
    const ended = once(asking, 'exit');
    const lines = createInterface({ input: asking.stderr })[Symbol.asyncIterator]();
    const { value } = await lines.next();
    const [, address = '', code = ''] =
      /^Open (\S+) and type (\S+) there/.exec(String(value)) ?? [];
    assert.equal(new URL(address).pathname, '/app/device');
    await allow(code, { send: 'yes' });
    assert.deepEqual(await ended, [0, null]);
    const file = join(folder, 'valise/login.json');
    const { key } = JSON.parse(await readFile(file, 'utf8')) as { key: string };
    const me = await connect({ url: server.url, key }).me();
    assert.deepEqual([me.account.address, me.scopes], ['anna@example.com', ['send']]);
    const { stdout } = await runValise(['whoami'], { env });
    assert.match(stdout, /anna@example\.com/);
  });

  test('the library is told that its person has refused', async () => {
    const refused = login({
      url: server.url,
      clientName: 'Scanner',
      onCode: ({ userCode: code }) => {
        void (async () => {
          const asked = await anna.submit(await anna.visit('/app/device'), '/app/device', { code });
          assert.match(asked, /Scanner/);
          await anna.submit(asked, '/app/device/refuse', {});
        })();
      },
    });
    await assert.rejects(refused, { name: 'ValiseProblem', code: 'access_denied', status: 403 });
  });

  test('a word that is no scope is refused, and a signal ends the waiting', async () => {
    const asked = { url: server.url, clientName: 'Scanner', onCode: () => undefined };
    await assert.rejects(login({ ...asked, scopes: ['everything' as 'send'] }), {
      code: 'invalid_scope',
    });
    const stop = new AbortController();
    const onCode = (): void => {
      stop.abort(new Error('stopped'));
    };
    await assert.rejects(login({ ...asked, onCode, signal: stop.signal }), /stopped/);
  });

  test('who is told to ask more slowly does so', async () => {
    const at: number[] = [];
    const answers = [{ error: 'slow_down' }, { access_token: 'key', scope: 'send', account: 'a' }];
    const other = createServer((request, response) => {
      const isToken = request.url === '/oauth/token';
      if (isToken) at.push(performance.now());
      const codes = { device_code: 'd', user_code: 'u', verification_uri: 'http://127.0.0.1/' };
      response.statusCode = isToken && at.length === 1 ? 400 : 200;
      response.end(JSON.stringify(isToken ? answers[at.length - 1] : { ...codes, interval: 0 }));
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    after(() => other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { key, scopes } = await login({ url, clientName: 'x', onCode: () => undefined });
    assert.deepEqual([key, scopes], ['key', ['send']]);
    assert.ok((at[1] ?? 0) - (at[0] ?? 0) >= 4900);
  });

  test('a server without it says so', async () => {
    const other = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'not_found', detail: 'This server lets no devices.' }));
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    after(() => other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const asked = { url, clientName: 'x', onCode: () => undefined };
    await assert.rejects(login(asked), { status: 404, code: 'not_found' });
    const { status } = await runValise(['login', url, '--device'], { env: { HOME: folder } });
    assert.equal(status, 4);
  });
});
