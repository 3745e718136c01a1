import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newestInInbox, prepareDrop } from '../contract/send-files.ts';
import { basic } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { ambiguousRequests } from './ambiguous-requests.ts';
import { missingProgram } from './missing-program.ts';
import { openFilesBelow } from '../harness/open-files.ts';
import type { StartProxy } from './proxy.ts';
import { rawSecureExchange } from './raw-secure-exchange.ts';
import { openExchange, secureExchange } from './secure-exchange.ts';
import type { BehindProxy } from './start-behind-proxy.ts';
import { addresses, startBehindProxy } from './start-behind-proxy.ts';

const MB = 1_000_000;
const fileSize = 50 * MB;

/** What must hold of Valise behind any proxy whose example is documented. */
export function proveProxy(name: string, start: StartProxy, missing: string | false): void {
  const skip = missing || missingProgram('openssl', 'version');
  test(`Valise behind ${name}, set up as documented`, { skip }, async (t) => {
    const place = await startBehindProxy(start);
    await t.test('the whole exchange works, streamed', () => exchangeLargeFile(place));
    await t.test('an upload that is refused is told why', () => refuseUpload(place));
    await t.test('the client’s address is the one behind the proxy', () => recordAddress(place));
    await t.test('only the public name is answered to', () => refuseOtherHosts(place));
    await t.test('answers are what Valise made them', () => passHeadersOn(place));
    await t.test('plain HTTP leads people on and refuses the API', () => refusePlainApi(place));
    await t.test('ambiguous requests smuggle nothing', () => smuggleNothing(place));
    await t.test('the proxy’s log holds no paths', () => logNoPaths(place));
  });
}

async function exchangeLargeFile(behind: BehindProxy): Promise<void> {
  const { sender, receiver, server, proxy } = behind;
  const content = randomBytes(fileSize);
  await prepareDrop(sender, [receiver.email], { 'small.txt': 'small' });

  const { contentType, body } = multipart([doUpload, filePart('large.bin', content)]);
  async function* heldBack(): AsyncGenerator<Buffer> {
    const most = body.length - MB;
    for (let at = 0; at < most; at += MB) yield body.subarray(at, Math.min(at + MB, most));
    await eventually('Valise has most of the upload before its end was sent', async () =>
      (await incomingBytes(server.dataDir)) > fileSize / 2 ? true : undefined,
    );
    await keepsNothing(proxy);
    yield body.subarray(most);
  }
  const uploaded = await sender.signed({
    method: 'POST',
    path: sender.path('cgi/upload.cgi'),
    headers: { 'content-type': contentType },
    body: heldBack(),
  });
  assert.equal(uploaded.status, 200, uploaded.text());
  assert.deepEqual(uploaded.json(), { status: 'done' });
  await sender.get('createdrop', { json: {} });

  const { url } = await newestInInbox(receiver);
  const small = await receiver.download(url, 'small.txt');
  assert.equal(small.text(), 'small');
  const part = await receiver.download(url, 'large.bin', { headers: { range: 'bytes=5-9' } });
  assert.equal(part.status, 206);
  assert.deepEqual(part.body, content.subarray(5, 10));
  await downloadSlowly(behind, receiver.path(`${url}/files/large.bin`), content);
}

async function downloadSlowly(
  { receiver, gate, proxy }: BehindProxy,
  path: string,
  content: Buffer,
): Promise<void> {
  const headers = { authorization: receiver.authorization, 'csrf-token': await receiver.token() };
  const incoming = await openExchange(gate(addresses.receiver), { path, headers });
  assert.equal(incoming.statusCode, 200);
  assert.equal(incoming.headers['content-length'], String(fileSize));
  await sleep(300); // Time in which a proxy that takes more than it can pass on would do so.
  await keepsNothing(proxy);
  const hash = createHash('sha256');
  for await (const piece of incoming) hash.update(piece as Buffer);
  assert.equal(hash.digest('hex'), createHash('sha256').update(content).digest('hex'));
}

/** Files pass through the proxy's memory: on its disk they would lie unsealed. */
async function keepsNothing({ pid, place }: BehindProxy['proxy']): Promise<void> {
  const kept = await openFilesBelow(pid, place.folder);
  assert.deepEqual(
    kept.filter((path) => !path.endsWith('/valise.log')),
    [],
  );
}

async function incomingBytes(dataDir: string): Promise<number> {
  const { incoming } = await storedFiles(dataDir);
  const sizes = await Promise.all(
    incoming.map(async (name) => (await stat(join(dataDir, 'blobs/incoming', name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function refuseUpload({ sender }: BehindProxy): Promise<void> {
  const { contentType, body } = multipart([doUpload, filePart('a.bin', Buffer.alloc(5 * MB))]);
  const request = {
    method: 'POST',
    path: sender.path('cgi/upload.cgi'),
    headers: { 'content-type': contentType, 'csrf-token': 'wrong' },
    body,
  };
  for (let time = 1; time <= 5; time += 1) {
    const answer = await sender.send(request);
    assert.equal(answer.status, 403, `time ${time}`);
    assert.equal(answer.json<{ error: string }>().error, 'csrf');
  }
}

interface AuditList {
  records: { action: string; actor: string; source: string }[];
}

async function recordAddress({ server, gate }: BehindProxy): Promise<void> {
  const intruder = { email: 'intruder@example.com', key: 'wrong' };
  const spoofed = '203.0.113.9';
  const attempt = await secureExchange(gate(addresses.intruder), {
    path: `/${intruder.email}/`,
    headers: {
      authorization: basic(intruder),
      'x-forwarded-for': spoofed,
      'x-real-ip': spoofed,
      forwarded: `for=${spoofed}`,
    },
  });
  assert.equal(attempt.status, 401);
  const { records } = JSON.parse(
    await valise('audit', 'list', '--json', '--data', server.dataDir),
  ) as AuditList;
  const sourceOf = (wanted: string): string[] => [
    ...new Set(records.filter(({ action }) => action === wanted).map(({ source }) => source)),
  ];
  assert.deepEqual(sourceOf('drop.created'), [addresses.sender]);
  assert.deepEqual(sourceOf('file.downloaded'), [addresses.receiver]);
  assert.deepEqual(sourceOf('sign_in.failed'), [addresses.intruder]);
}

async function refuseOtherHosts({ gate }: BehindProxy): Promise<void> {
  for (const host of ['evil.example', 'files.example.com.evil.example', addresses.proxy]) {
    const answer = await secureExchange(gate(addresses.sender), { path: '/', headers: { host } });
    assert.equal(answer.status, 421, host);
  }
  const forwarded = await secureExchange(gate(addresses.sender), {
    path: '/healthz',
    headers: { 'x-forwarded-host': 'evil.example' },
  });
  assert.equal(forwarded.status, 200);
}

async function passHeadersOn({ sender }: BehindProxy): Promise<void> {
  const page = await sender.send({ path: sender.path(), headers: { 'accept-encoding': 'gzip' } });
  assert.equal(page.status, 200);
  const names = page.rawHeaders.filter((_, index) => index % 2 === 0);
  const hsts = names.filter((header) => header.toLowerCase() === 'strict-transport-security');
  assert.equal(hsts.length, 1, 'HSTS stands once');
  // Compressed, a page with a secret in it can be guessed by its size.
  assert.equal(page.headers['content-encoding'], undefined);
  const escaped = await sender.send({ path: `/${encodeURIComponent(sender.email)}/` });
  assert.equal(escaped.status, 200, 'the path is passed on as it came');
}

async function refusePlainApi({ plainGate, host }: BehindProxy): Promise<void> {
  const page = await secureExchange(plainGate, { path: '/d/x?a=b', headers: { host } });
  assert.equal(page.status, 308);
  assert.equal(page.headers.location, `https://${host}/d/x?a=b`);
  const authorization = basic({ email: 'a@example.com', key: 'k' });
  const refused = [
    { path: '/', headers: { authorization } },
    { path: '/a@example.com/' },
    { path: '/a%40example.com/cgi/get_files.cgi' },
    { path: '/a@example.com/cgi/upload.cgi', method: 'POST', body: 'x' },
    { path: '/', method: 'POST', body: 'x' },
  ];
  for (const request of refused) {
    const answer = await secureExchange(plainGate, request);
    assert.equal(answer.status, 403, `${request.method ?? 'GET'} ${request.path}`);
    assert.equal(answer.headers.location, undefined);
  }
}

/**
 * The proxy marks each request that it passes on; one that it did not see would bear no mark. Neither do its own
 * questions for /readyz, which is not what the hidden requests ask for.
 */
async function smuggleNothing({ gate, host, server }: BehindProxy): Promise<void> {
  const attacker = gate(addresses.intruder);
  const before = server.logs().length;
  for (const [kind, bytes] of Object.entries(ambiguousRequests(host))) {
    const answer = await rawSecureExchange(attacker, bytes);
    assert.match(answer, /^(?:HTTP\/1\.1 \d{3}|$)/, kind);
    const next = await secureExchange(gate(addresses.sender), { path: '/healthz' });
    assert.equal(next.text(), '{"status":"ok"}', `the next client’s answer after ${kind}`);
  }
  const answered = server
    .logs()
    .slice(before)
    .split('\n')
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line) as { route: string; source: string });
  assert.ok(answered.some(({ source }) => source === addresses.sender));
  assert.deepEqual(
    answered.filter(({ route, source }) => source === addresses.proxy && route !== '/readyz'),
    [],
  );
}

/** With Valise gone, the proxy has the most to say. */
async function logNoPaths({ gate, server, proxy }: BehindProxy): Promise<void> {
  await server.stop();
  const answer = await secureExchange(gate(addresses.sender), { path: '/d/secret-of-a-receiver' });
  assert.ok([502, 503].includes(answer.status), `status ${answer.status}`);
  const { folder } = proxy.place;
  const logFiles = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const logs = await Promise.all(logFiles.map((name) => readFile(join(folder, name), 'utf8')));
  assert.doesNotMatch([proxy.output(), ...logs].join('\n'), /secret-of-a-receiver|Basic /);
}
