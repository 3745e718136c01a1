import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment } from '../harness/valise-command.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const { server } = await startExchange(['alice', 'bob']);
const key = keyFor('alice@example.com');
/** The oldest Node that programs of others may have. */
const node22 = join(root, 'node_modules/sender-node/bin/node');
const withoutNode22 = existsSync(node22) ? false : 'set-up brought no Node 22';
const folder = await mkdtemp(join(tmpdir(), 'valise-shipped-'));
after(() => rm(folder, { recursive: true }));
const env = cleanEnvironment({ XDG_CONFIG_HOME: join(folder, 'config'), VALISE_URL: server.url });
const keyFile = join(folder, 'key');
await writeFile(keyFile, `${key}\n`);
const asAlice = { ...env, VALISE_KEY_FILE: keyFile };

const program = `
import { ValiseProblem, connect } from 'valise-client';
const valise = connect();
const { account } = await valise.me();
const upload = await valise.upload('note.txt');
await valise.send({ files: ['note.txt'], to: ['alice@example.com'] });
for await (const item of valise.inbox({ follow: false })) {
  await item.saveTo('received');
  await item.ack();
}
const refused = await valise.status('none').catch((error) => error);
console.log(JSON.stringify([account.address, upload.sha256, refused instanceof ValiseProblem]));
`;

const typedProgram = `
import { type Drop, connect } from 'valise-client';
const drop: Drop = await connect({ url: 'https://files.example.com', key: 'k' }).send({
  files: [new File(['a'], 'a.txt')],
  to: ['bob@example.com'],
});
const state: 'live' | 'expired' | 'revoked' = drop.state;
// @ts-expect-error: a drop has no such field.
drop.sent;
export { state };
`;

describe('what is shipped', () => {
  test(
    'the library is packed, installed into an empty project, and used there',
    { skip: withoutNode22 },
    async () => {
      const { stdout } = await run(process.execPath, ['scripts/release-client.ts', folder], {
        cwd: root,
      });
      const project = join(folder, 'project');
      await mkdir(project);
      await writeFile(join(project, 'package.json'), '{ "type": "module" }');
      await writeFile(join(project, 'note.txt'), 'hello');
      await writeFile(join(project, 'program.js'), program);
      const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
      await run('npm', ['install', ...flags, stdout.trim()], { cwd: project });
      assert.deepEqual(
        (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.')),
        ['valise-client'],
      );
      const sha256 = createHash('sha256').update('hello').digest('hex');
      for (const [node, saved] of [
        [process.execPath, 'note.txt'],
        [node22, 'note (2).txt'],
      ] as const) {
        const ran = await run(node, ['program.js'], { cwd: project, env: asAlice });
        assert.deepEqual(JSON.parse(ran.stdout), ['alice@example.com', sha256, true]);
        assert.equal(await readFile(join(project, 'received', saved), 'utf8'), 'hello');
      }

      await writeFile(join(project, 'typed.ts'), typedProgram);
      const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
      const libraries = ['--types', '', '--lib', 'es2024,dom,dom.iterable', '--customConditions'];
      for (const condition of ['node', 'browser']) {
        const given = [compiler, ...options, ...libraries, condition, 'typed.ts'];
        await run(process.execPath, given, { cwd: project });
      }
    },
  );

  test(
    'the commands of senders are one script of at most 300 kB, for Node 22, too',
    { skip: withoutNode22 },
    async () => {
      const script = join(folder, 'valise-send.mjs');
      await run(process.execPath, ['scripts/release-sender.ts', script], { cwd: root });
      assert.ok((await stat(script)).size <= 300_000);
      const overview = await run(node22, [script, '--help'], { env });
      for (const name of ['login', 'send', 'status', 'watch'])
        assert.match(overview.stdout, RegExp(name));
      const { stdout } = await run(node22, [script, 'whoami', '--json'], { env: asAlice });
      assert.equal(
        (JSON.parse(stdout) as { account: { address: string } }).account.address,
        'alice@example.com',
      );
      const note = join(folder, 'note.txt');
      await writeFile(note, 'hello');
      const to = ['--to', 'alice@example.com', '--reference', 'one script', '--json'];
      const sent = await run(node22, [script, 'send', note, ...to], { env: asAlice });
      assert.equal((JSON.parse(sent.stdout) as { reference: string }).reference, 'one script');
      await run(node22, [script, 'get', join(folder, 'got'), '--ack'], { env: asAlice });
      assert.equal(await readFile(join(folder, 'got/note.txt'), 'utf8'), 'hello');
      await assert.rejects(run(node22, [script, 'whoami'], { env }), { code: 3 });
      await assert.rejects(run(node22, [script, 'sned'], { env }), {
        ...{ code: 2, stdout: '' },
        stderr: 'valise: there is no command "sned". See valise --help.\n',
      });
      assert.match(
        (await run(node22, [script, '--version'], { env })).stdout,
        /^Valise \d+\.\d+\.\d+,/,
      );
      const headed = spawn(node22, [script, 'send', '--help'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      // As `| head` does.
      headed.stdout.destroy();
      const ended = once(headed, 'close') as Promise<[number]>;
      const [said, [status]] = await Promise.all([textOf(headed.stderr), ended]);
      assert.deepEqual([said, status], ['', 0]);
      const text = await readFile(script, 'utf8');
      const imports = text.matchAll(/\bimport(?:\{[^}]*\}|[\w$]+|\*as [\w$]+)from"([^"]+)"/g);
      const imported = [...imports].map(([, name = '']) => name);
      assert.ok(imported.length > 20, imported.join());
      assert.deepEqual(
        imported.filter((name) => !name.startsWith('node:')),
        [],
      );
    },
  );

  test('the module for Python works with that of Debian', async () => {
    const python = `
import json, sys, threading
import valise
client = valise.connect()
path, = sys.argv[1:]
steps = []
upload = client.upload(path, on_progress=lambda sent, size: steps.append(sent))
small = client.upload(b"hello", name="note.txt")
one = client.send(path, to="alice@example.com", uploads=[], reference="python")
again = client.upload(path, resume_key="one"), client.upload(path, resume_key="one")
try:
    client.status("none")
except valise.ValiseProblem as problem:
    refused = [problem.status, problem.code]
verified = valise.verify_webhook(
    '{"test": 2432232314}',
    {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    now=1614265330,
)
# The first example of RFC 8032 with a text.
public = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
signature = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
curve = [valise._ed25519_fits(public, signature, text) for text in (b"\\x72", b"\\x73")]
print(json.dumps([
    client.me()["account"]["address"], upload["sha256"], small["size"], again[0]["id"] == again[1]["id"],
    steps == sorted(steps), refused, verified, curve, len(list(client.drops(reference="python"))),
    [len(one["files"]), [receiver["email"] for receiver in one["receivers"]]],
]))
`;
    const bytes = Buffer.alloc(3 * 2 ** 20 + 5, 'valise');
    const path = join(folder, 'large.bin');
    await writeFile(path, bytes);
    const { stdout } = await run('/usr/bin/python3', ['-c', python, path], {
      env: { ...asAlice, PYTHONPATH: join(root, 'client/python'), PYTHONDONTWRITEBYTECODE: '1' },
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(JSON.parse(stdout), [
      ...['alice@example.com', sha256, 5, true, true, [404, 'not_found']],
      ...[{ test: 2432232314 }, [true, false], 1, [1, ['alice@example.com']]],
    ]);
  });

  test('the module for Python receives, and asks for files', async () => {
    const python = `
import json, os, sys, valise
client = valise.connect()
bob = valise.connect(os.environ["VALISE_URL"], sys.argv[2])
folder = sys.argv[1]
client.send([os.path.join(folder, "large.bin")], to=["bob@example.com"], reference="one")
small = client.upload(b"mine", name=".profile")
client.send(uploads=[small], to=["bob@example.com"], reference="two")
to = os.path.join(folder, "python")
os.makedirs(to)
os.symlink("/etc/hostname", os.path.join(to, "large.bin"))
def fail():
    for item in bob.inbox(follow=False):
        raise RuntimeError(item["reference"])
try:
    fail()
except RuntimeError as error:
    failed = str(error)
paths, seen = [], []
for item in bob.inbox(follow=False, seconds=30):
    seen.append([item["reference"], item["sender"]["email"]])
    paths += item.save_to(to)
    item.ack()
states = [item["state"] for item in bob.inbox_items()]
with open(paths[0], "rb") as file:
    same = file.read() == open(os.path.join(folder, "large.bin"), "rb").read()
asked = client.ask(from_="bob@example.com", message="Please")
print(json.dumps([
    failed, seen, [os.path.relpath(path, to) for path in paths], states, same, sorted(os.listdir(to)),
    client.request(asked["id"])["message"], client.close_request(asked["id"])["state"],
    [valise.safe_name(name, True) for name in ("CON", "../a:b", "nul.txt", "x. .", "..", "")],
]))
`;
    const arguments_ = ['-c', python, folder, keyFor('bob@example.com')];
    const { stdout } = await run('/usr/bin/python3', arguments_, {
      env: { ...asAlice, PYTHONPATH: join(root, 'client/python'), PYTHONDONTWRITEBYTECODE: '1' },
    });
    assert.deepEqual(JSON.parse(stdout), [
      'one',
      [
        ['one', 'alice@example.com'],
        ['two', 'alice@example.com'],
      ],
      ['large (2).bin', '_profile'],
      ['acknowledged', 'acknowledged'],
      true,
      ['_profile', 'large (2).bin', 'large.bin'],
      'Please',
      'closed',
      ['_CON', 'a_b', '_nul.txt', 'x___', '__', 'file'],
    ]);
  });
});
