import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment } from '../harness/valise-command.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const platform = `${process.platform}-${process.arch}`;
const { server } = await startExchange(['alice']);
const folder = await mkdtemp(join(tmpdir(), 'valise-executable-'));
after(() => rm(folder, { recursive: true }));

test('executables contain the script of senders, and that of this platform runs without Node', async () => {
  const release = join(root, 'scripts/release-executables.ts');
  const given = [release, '--to', folder, platform, 'win-x64'];
  const { stdout } = await run(process.execPath, given, { cwd: root });
  assert.deepEqual(stdout.trim().split('\n'), [
    join(folder, `valise-send-${platform}`),
    join(folder, 'valise-send-win-x64.exe'),
  ]);
  const script = await readFile(join(folder, 'valise-send.mjs'));
  const windows = await readFile(join(folder, 'valise-send-win-x64.exe'));
  assert.equal(windows.subarray(0, 2).toString(), 'MZ');
  assert.ok(windows.includes(script), 'the script as a whole');

  const keyFile = join(folder, 'key');
  await writeFile(keyFile, keyFor('alice@example.com'), { mode: 0o600 });
  const env = cleanEnvironment({
    XDG_CONFIG_HOME: folder,
    VALISE_URL: server.url,
    VALISE_KEY_FILE: keyFile,
    PATH: '/nowhere',
  });
  const shown = await run(join(folder, `valise-send-${platform}`), ['whoami', '--json'], { env });
  const { account } = JSON.parse(shown.stdout) as { account: { address: string } };
  assert.equal(account.address, 'alice@example.com');
});
