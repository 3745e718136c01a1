import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Envelope } from '../../domain/receipts/envelope.ts';
import { keyListOf, signStatement } from '../../domain/receipts/envelope.ts';
import { createReceiptKey } from '../../sealing/crypto/receipt-key.ts';
import { openCommandLine } from '../command-fixture.ts';

const key = createReceiptKey(randomBytes(32));
const statement = {
  kind: 'receipt',
  drop: { id: 'the drop' },
  receivers: [{ name: 'Zoë\u001b[2J' }],
  after: null,
  next: null,
};

async function open(t: TestContext) {
  const line = await openCommandLine(t);
  const write = (name: string, content: object | string) =>
    writeFile(
      join(line.folder, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  await write('keys.json', keyListOf(key));
  await write('key.pem', keyListOf(key).keys[0]?.public_key ?? '');
  await write('receipt.json', signStatement(key, statement));
  const verify = (file = 'receipt.json', keys = 'keys.json') =>
    line.type(`receipt verify ${file} --key ${keys}`);
  return { ...line, write, verify };
}

test('a receipt is verified with the list of keys or with one of them, without data', async (t) => {
  const { verify, ...line } = await open(t);
  for (const keys of ['keys.json', 'key.pem']) {
    const { status, stdout, stderr } = await verify('receipt.json', keys);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^The signature is right: 1 part, key [0-9a-f]{64}\.\n\{\n/);
    assert.ok(!stdout.includes('\u001b'));
  }
  const keyid = keyListOf(key).keys[0]?.keyid;
  assert.deepEqual(await line.json('receipt verify receipt.json --key keys.json'), {
    ...{ status: 'ok', keyid, whole: true },
    statements: [statement],
  });
});

test('a byte that was changed and another key are told from what is no receipt', async (t) => {
  const { verify, write } = await open(t);
  const { payload, ...envelope } = signStatement(key, statement);
  const changed = (at: number) => {
    const bytes = Buffer.from(payload, 'base64');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return { ...envelope, payload: bytes.toString('base64') };
  };
  const wrong: (object | string)[] = [
    changed(0),
    changed(20),
    changed(Buffer.from(payload, 'base64').length - 1),
    { ...envelope, payload, payloadType: 'text/plain' },
    { ...envelope, payload, signatures: [] },
    { ...envelope, payload, signatures: [{ keyid: '', sig: 'AAAA' }] },
    signStatement(createReceiptKey(randomBytes(32)), statement),
  ];
  for (const each of wrong) {
    await write('wrong.json', each);
    const { status, stderr } = await verify('wrong.json');
    assert.equal(status, 7, stderr);
  }
  for (const each of ['', 'no JSON', '[]', { payload }, 'null\n']) {
    await write('none.json', each);
    const { status, stderr } = await verify('none.json');
    assert.equal(status, 2, stderr);
  }
  assert.equal((await verify('missing.json')).status, 2);
  assert.equal((await verify('receipt.json', 'receipt.json')).status, 2);
  await write('rsa.pem', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n');
  assert.equal((await verify('receipt.json', 'rsa.pem')).status, 2);
});

test('parts follow one another, and one that is missing is noticed', async (t) => {
  const { verify, write, ...line } = await open(t);
  const part = (after: string | null, next: string | null, id = 'the drop') =>
    JSON.stringify(signStatement(key, { ...statement, drop: { id }, after, next }));
  const [first, second, third] = [part(null, 'a'), part('a', 'b'), part('b', null)];
  const isWhole = async (...lines: string[]) => {
    await write('parts.jsonl', `${lines.join('\n')}\n`);
    return (await line.json<{ whole: boolean }>('receipt verify parts.jsonl --key key.pem')).whole;
  };
  assert.equal(await isWhole(first, second, third), true);
  assert.equal(await isWhole(first, second), false);
  assert.equal(await isWhole(second, third), false);
  for (const lines of [
    [first, third],
    [second, first],
    [first, part('a', null, 'another drop')],
    [part(null, null), part(null, null)],
  ]) {
    await write('parts.jsonl', lines.join('\n'));
    assert.equal((await verify('parts.jsonl')).status, 7);
  }
});

test('the recipe of docs/receipts.md verifies with openssl, and finds a changed byte', async (t) => {
  const { folder, write } = await open(t);
  const page = await readFile(new URL('../../../../docs/receipts.md', import.meta.url), 'utf8');
  const [, recipe = assert.fail()] = /```sh\n(jq[^]+?)```/.exec(page) ?? [];
  const run = async () => await promisify(execFile)('bash', ['-euc', recipe], { cwd: folder });
  await write('valise-receipts.json', keyListOf(key));
  const { stdout } = await run();
  assert.match(stdout, /Signature Verified Successfully/);
  const envelope: Envelope = signStatement(key, statement);
  const other = Buffer.from(JSON.stringify({ ...statement, kind: 'deletion' }));
  await write('receipt.json', { ...envelope, payload: other.toString('base64') });
  await assert.rejects(run());
});
