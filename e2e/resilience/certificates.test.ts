import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ConnectionOptions } from 'node:tls';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';

const folder = await mkdtemp(join(tmpdir(), 'valise-tls-'));
after(() => rm(folder, { recursive: true, force: true }));
const certificate = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');

/** Puts a new certificate for this name into the place of the old one. */
async function makeCertificate(name: string): Promise<void> {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, '-subj', `/CN=${name}`, ...files]);
}

await makeCertificate('first.example');
const server = await startServer({
  settings: ['--tls-cert-file', certificate, '--tls-key-file', key],
});

/** Shakes hands with the server; says for whom its certificate is, and what both agreed on. */
async function shakeHands(
  options: ConnectionOptions = {},
): Promise<{ name: string; protocol: string | null }> {
  const { hostname, port } = new URL(server.url);
  const trusting = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const socket = connect({ ...trusting, ...options });
  try {
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    return { name: String(CN), protocol: socket.getProtocol() };
  } finally {
    socket.destroy();
  }
}

/** For whom the certificates are that so many handshakes show that every worker takes some. */
async function namesShown(): Promise<string[]> {
  const hands = await Promise.all(Array.from({ length: 32 }, () => shakeHands()));
  return [...new Set(hands.map(({ name }) => name))];
}

test('TLS 1.2 and 1.3 are spoken', async () => {
  assert.match(server.url, /^https:/);
  assert.equal((await shakeHands({ maxVersion: 'TLSv1.2' })).protocol, 'TLSv1.2');
  assert.equal((await shakeHands({ minVersion: 'TLSv1.3' })).protocol, 'TLSv1.3');
});

test('TLS 1.1 and older are refused', async () => {
  const oldest = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await assert.rejects(
    shakeHands({ ...oldest, maxVersion: 'TLSv1.1' }),
    /alert|version|ECONNRESET/i,
  );
  await assert.rejects(shakeHands({ ...oldest, maxVersion: 'TLSv1' }), /alert|version|ECONNRESET/i);
});

test('SIGHUP brings a new certificate into use, and a broken one not', async () => {
  const { pid } = server;
  assert.equal((await shakeHands()).name, 'first.example');

  await makeCertificate('second.example');
  assert.equal((await shakeHands()).name, 'first.example', 'not before it is told');
  process.kill(pid, 'SIGHUP');
  await eventually('the server says so', () =>
    server.logs().includes('read again') ? true : undefined,
  );
  assert.deepEqual(await namesShown(), ['second.example'], 'by every worker');

  await writeFile(certificate, 'no certificate at all');
  process.kill(pid, 'SIGHUP');
  await eventually('the operator is told', () =>
    server.logs().includes('could not be read') ? true : undefined,
  );
  assert.deepEqual(await namesShown(), ['second.example']);
  assert.equal(server.pid, pid);
});
