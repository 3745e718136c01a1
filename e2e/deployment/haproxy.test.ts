import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request as send } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from './certificate.ts';
import { secondsOf, settingDefaults } from './documented.ts';
import { readDocument } from './example.ts';
import { freePorts } from './free-ports.ts';
import { startHaproxy } from './haproxy.ts';
import { missingProgram } from './missing-program.ts';
import { proveProxy } from './proxy-suite.ts';

proveProxy(
  'HAProxy, of whose two nodes one is down',
  startHaproxy,
  missingProgram('haproxy', '-v'),
);

test('HAProxy leaves it to the nodes to cut slow clients', () => {
  const [, timeout = ''] =
    /^ +timeout client (\w+)$/m.exec(readDocument('deploy/haproxy.cfg')) ?? [];
  const stallSeconds = secondsOf(settingDefaults.get('VALISE_STALL_TIME') ?? '');
  assert.ok(secondsOf(timeout) > 8 * stallSeconds);
});

test(
  'HAProxy ends a request in a node that hangs within 30 seconds, but no large upload and no archive',
  { skip: missingProgram('haproxy', '-v') },
  async (t) => {
    const config = readDocument('deploy/haproxy.cfg');
    assert.match(config, /^ +timeout server 30s$/m);
    const folder = await mkdtemp(join(tmpdir(), 'valise-hung-'));
    const [plainPort = 0, securePort = 0, nodePort = 0] = await freePorts(3);
    const hung = createServer((request, response) => {
      if (request.url === '/readyz') response.end();
    }).listen(nodePort, '127.0.0.1');
    t.after(async () => {
      hung.close();
      hung.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    });
    const certificate = makeCertificate(folder);
    const upstream = `127.0.0.1:${nodePort}`;
    // As the example, in a thirtieth of the time.
    const hurried = [['timeout server 30s', 'timeout server 1s']] as const;
    await startHaproxy({ folder, plainPort, securePort, certificate, upstream }, hurried);

    const late = Symbol('late');
    async function ask(method: string, path: string, body = Buffer.alloc(0)) {
      const headers = body.length > 0 ? { 'content-length': body.length } : {};
      const place = { host: '127.0.0.1', port: securePort, rejectUnauthorized: false };
      const sent = send({ ...place, method, path, headers, agent: false });
      t.after(() => sent.destroy());
      sent.on('error', () => undefined).end(body);
      const answered = new Promise<number | undefined>((resolve) => {
        sent.once('response', ({ statusCode }) => {
          resolve(statusCode);
        });
      });
      return await Promise.race([answered, sleep(4_000, late, { ref: false })]);
    }
    const outcomes = await Promise.all([
      ask('GET', '/'),
      ask('POST', '/a@example.com/cgi/createdrop.cgi', Buffer.alloc(1_000)),
      ask('POST', '/a@example.com/cgi/upload.cgi', Buffer.alloc(2_000_000)),
      ask('GET', '/d/secret/all.zip'),
    ]);
    assert.deepEqual(outcomes, [504, 504, late, late]);
  },
);
