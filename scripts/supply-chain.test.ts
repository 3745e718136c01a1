import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const platform = `${process.platform}-${process.arch}`;

interface Lockfile {
  packages: Record<string, { integrity?: string; resolved?: string; hasInstallScript?: boolean }>;
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as Content;
}

const brought = await readJson<{ version: string; integrity: Record<string, string> }>(
  'scripts/brought-node.json',
);

test('line 15: the lockfile names a hash for each package, and no place to download it from', async () => {
  const { packages } = await readJson<Lockfile>('package-lock.json');
  const others = Object.entries(packages).filter(([path]) => path !== '');
  assert.ok(others.length > 50);
  for (const [path, { integrity = '', resolved }] of others) {
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, path);
    assert.equal(resolved, undefined, path);
  }
  assert.doesNotMatch(await readFile(join(root, 'package-lock.json'), 'utf8'), /"resolved"/);
});

test('line 15: packages run nothing when they are installed', async () => {
  assert.match(await readFile(join(root, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});

/** Runs set-up where the machine's Node is old, and npm brings a Node with this hash. */
async function setUp(context: TestContext, integrity: string) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-setup-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const name of ['scripts', 'bin']) await mkdir(join(folder, name));
  for (const file of ['package-lock.json', 'scripts/setup.mjs', 'scripts/brought-node.json']) {
    await copyFile(join(root, file), join(folder, file));
  }
  const installationValues = JSON.stringify({ packages: { 'node_modules/node': { integrity } } });
  const npm = `#!/bin/sh
/bin/mkdir -p node_modules/node/bin
echo '${installationValues}' > node_modules/.package-lock.json
echo brought > node_modules/node/bin/node
`;
  await writeFile(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  await writeFile(join(folder, 'bin/node'), '#!/bin/sh\necho 20\n', { mode: 0o755 });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts/setup.mjs'), '--production'],
    { env: { PATH: join(folder, 'bin') }, encoding: 'utf8' },
  );
  const isThere = await stat(join(folder, 'node_modules/node')).then(
    () => true,
    () => false,
  );
  return { status, stderr, isThere };
}

test('line 15: the Node that set-up brings has the pinned hash, or is removed', async (t) => {
  for (const wanted of ['linux-x64', 'linux-arm64']) {
    assert.match(brought.integrity[wanted] ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/);
  }
  const right = await setUp(t, brought.integrity[platform] ?? assert.fail('no pin for this'));
  assert.deepEqual([right.status, right.isThere], [0, true], right.stderr);
  const wrong = await setUp(t, `sha512-${'A'.repeat(86)}==`);
  assert.deepEqual([wrong.status, wrong.isThere], [1, false], wrong.stderr);
  assert.match(wrong.stderr, /brought-node\.json/);
});
