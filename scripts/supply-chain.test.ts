import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const platform = `${process.platform}-${process.arch}`;

interface LockedPackage {
  version: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; type: string } };
  components: { 'bom-ref': string; purl: string; hashes: { content: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as Content;
}

type Release = Record<string, { version: string; integrity: string }>;
const brought = await readJson<Record<'node' | 'oldest-node' | 'sender-node', Release>>(
  'scripts/brought-node.json',
);
const { packages } = await readJson<Lockfile>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('the lockfile names a hash for each package, and no place to download it from', async () => {
  assert.ok(locked.length > 50);
  for (const [path, { integrity = '', resolved }] of locked) {
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, path);
    assert.equal(resolved, undefined, path);
  }
  assert.doesNotMatch(await readFile(join(root, 'package-lock.json'), 'utf8'), /"resolved"/);
});

test('packages run nothing when they are installed, and those that would are known', async () => {
  assert.match(await readFile(join(root, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
  assert.match(await readFile(join(root, 'scripts/setup.mjs'), 'utf8'), /'--ignore-scripts'/);
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  // esbuild: looks whether its binary, which is a package of its own, can be run.
  assert.deepEqual(
    withScripts.map(([path]) => path),
    ['node_modules/esbuild'],
  );
});

test('a release of a package is taken over when it is a week old, not at once', async () => {
  assert.match(await readFile(join(root, '.npmrc'), 'utf8'), /^min-release-age=7$/m);
});

test('an installation has at most 150 packages', () => {
  // Of packages with binaries, an installation gets those of its platform.
  const installed = locked.filter(
    ([, { dev, os, cpu, libc }]) =>
      dev !== true &&
      os?.includes('linux') !== false &&
      cpu?.includes('x64') !== false &&
      libc?.includes('glibc') !== false,
  );
  assert.ok(installed.length <= 150, `${installed.length} packages`);
});

test('the list of materials names each package of an installation with its hash', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-sbom-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sbom.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/write-sbom.ts'), file],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stderr);
  const text = await readFile(file, 'utf8');
  const { bomFormat, metadata, components, dependencies } = JSON.parse(text) as Sbom;
  assert.equal(bomFormat, 'CycloneDX');
  assert.deepEqual([metadata.component.name, metadata.component.type], ['valise', 'application']);
  const hashes = new Map(
    components.map(({ purl, hashes: [hash] }) => [decodeURIComponent(purl), hash?.content]),
  );
  for (const [path, { version, dev, integrity = '' }] of locked) {
    if (dev === true) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const hex = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
    assert.equal(hashes.get(`pkg:npm/${name}@${version}`), hex, path);
  }
  const references = new Set(components.map((component) => component['bom-ref']));
  assert.equal(references.size, components.length);
  for (const { dependsOn } of dependencies) {
    for (const reference of dependsOn) assert.ok(references.has(reference), reference);
  }
  assert.doesNotMatch(text, /https?:\/\/(?!cyclonedx\.org)/);
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
  const link = await readlink(join(folder, 'node_modules/.bin/node')).catch(() => undefined);
  return { status, stderr, isThere, link };
}

test('the Node that set-up brings has the pinned hash, or is removed', async (t) => {
  for (const wanted of ['linux-x64', 'linux-arm64']) {
    for (const release of Object.values(brought)) {
      assert.match(release[wanted]?.integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  }
  const right = await setUp(t, brought.node[platform]?.integrity ?? assert.fail('no pin for this'));
  assert.deepEqual([right.status, right.isThere], [0, true], right.stderr);
  const wrong = await setUp(t, `sha512-${'A'.repeat(86)}==`);
  assert.deepEqual([wrong.status, wrong.isThere], [1, false], wrong.stderr);
  assert.match(wrong.stderr, /brought-node\.json/);
});

test('the oldest Nodes that tests run on are the oldest that Valise and its library say they run on', async () => {
  const described = await readJson<{ engines: { node: string } }>('package.json');
  const least = described.engines.node.replace('>=', '');
  assert.match(await readFile(join(root, 'scripts/setup.mjs'), 'utf8'), new RegExp(`'${least}'`));
  assert.equal(brought['oldest-node']['linux-x64']?.version, `${least}.0`);
  const { engines: ofClient } = await readJson<typeof described>('client/pack/package.json');
  assert.equal(ofClient.node, '>=22');
  assert.equal(brought['sender-node']['linux-x64']?.version, '22.0.0');
});

test('the command node of an installation is the newer Node, or the one of the machine', async (t) => {
  const brought26 = brought.node[platform]?.integrity ?? assert.fail('no pin for this');
  const { link } = await setUp(t, brought26);
  assert.equal(link, '../node/bin/node');
});
