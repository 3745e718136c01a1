// Sets up whatever is missing, says what it is doing, and is quick when there is nothing to do.
// It must run on any Node a machine may have (20 and up), because bringing a newer one is its job.
//
//   node scripts/setup.mjs                what running and developing Valise needs
//   node scripts/setup.mjs --production   only what running it needs

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const oldestNode = '24.12';
const installByHand = `install Node ${oldestNode} or newer from a source that you trust, then try again.`;

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.valise-setup.json');
/**
 * The releases of Node that are brought as packages, with the hash of each platform's: `node` where the machine's is
 * too old, and for development those on which tests show that it runs what it says: `oldest-node` Valise,
 * `sender-node` the library and the commands of senders.
 */
const brought = JSON.parse(readFileSync(join(root, 'scripts/brought-node.json'), 'utf8'));
const forTests = ['oldest-node', 'sender-node'];
const platform = `${process.platform}-${process.arch}`;
const production = process.argv.includes('--production');

const say = (text) => process.stderr.write(`set-up: ${text}\n`);

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  return status === 0;
}

/** The version of the machine's own Node: the one found outside of our node_modules. */
function machineNode() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = folders.filter((folder) => !resolve(folder).startsWith(modules));
  const found = own.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
  if (found === undefined) return '0.0';
  return spawnSync(found, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '0.0';
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {}; // Not set up yet, or not to the end.
  }
}

function isOlder(version, than) {
  const [major, minor] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = than.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

function installModules(lock) {
  const stamp = readStamp();
  const brings = isOlder(machineNode(), oldestNode);
  const nodeIsThere = !brings || isBrought('node');
  const othersAreThere = forTests.every(
    (name) => isBrought(name) || brought[name][platform] === undefined,
  );
  const enough = production || (stamp.development === true && othersAreThere);
  if (stamp.lock === lock && nodeIsThere && enough) return;

  // What an earlier set-up installed for development stays, also when only production is asked for.
  const development = !production || stamp.development === true;
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const omit = development ? [] : ['--omit=dev'];
  say('installing the packages that package-lock.json names …');
  if (!run('npm', ['ci', ...omit, ...quiet])) fail('npm could not install the packages.');
  const names = [...(brings ? ['node'] : []), ...(development ? forTests : [])];
  bringNodes(names, [...omit, ...quiet]);
  linkNode(brings);
  writeFileSync(stampFile, JSON.stringify({ lock, development }));
  say('packages are in place.');
}

function isBrought(name) {
  return existsSync(join(modules, name, 'bin/node'));
}

/** Each release brings a command `node`: scripts of npm find the newer one, or the machine's own. */
function linkNode(isBrought) {
  const link = join(modules, '.bin/node');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(link, { force: true });
  if (isBrought) symlinkSync('../node/bin/node', link);
}

/**
 * Installs releases of Node as packages. No lockfile can name them, since they are others for each platform: their
 * hashes are looked at here.
 */
function bringNodes(names, flags) {
  if (names.includes('node') && brought.node[platform] === undefined) {
    fail(`there is no Node to bring for ${platform}; ${installByHand}`);
  }
  const wanted = names.filter((name) => brought[name][platform] !== undefined);
  if (wanted.length === 0) return;
  const versions = wanted.map((name) => brought[name][platform].version).join(' and ');
  say(`bringing Node ${versions} …`);
  const packages = wanted.map(
    (name) => `${name}@npm:node-${platform}@${brought[name][platform].version}`,
  );
  if (!run('npm', ['install', '--no-save', ...flags, ...packages])) {
    fail(`npm could not bring Node ${versions}; ${installByHand}`);
  }
  // npm compares what it downloads with the hash that it notes here, and has run nothing of it.
  const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  for (const name of wanted) {
    const { integrity } = installed.packages[`node_modules/${name}`] ?? {};
    if (integrity === brought[name][platform].integrity) continue;
    rmSync(join(modules, name), { recursive: true, force: true });
    fail(
      `the Node that npm brought is not the one that scripts/brought-node.json names; it was removed. ${installByHand}`,
    );
  }
}

/** Makes the bundle that bin/valise runs. Where that fails, it runs the sources, which start later. */
function makeBundle() {
  if (runOurNode('server/bundle/make-bundle.mjs')) return;
  say('the sources could not be bundled. Valise starts without a bundle, somewhat later.');
}

/** Cuts the font of the pages. Where that fails, they show a font of the system. */
function cutFont() {
  if (runOurNode('server/font/cut-font.mjs')) return;
  say('the font could not be cut. Pages show a font of the system in its place.');
}

function runOurNode(program) {
  const broughtNode = join(modules, 'node/bin/node');
  const node = existsSync(broughtNode) ? broughtNode : 'node';
  return spawnSync(node, [join(root, program)], { stdio: 'inherit' }).status === 0;
}

/** Debian packages that some tests use, with the question whether the machine has them. */
const debianPackages = [
  { name: 'caddy', ask: ['caddy', 'version'] },
  { name: 'ceph-common', ask: ['radosgw-admin', '--version'] },
  { name: 'ceph-mon', ask: ['ceph-mon', '--version'] },
  { name: 'ceph-osd', ask: ['ceph-osd', '--version'] },
  { name: 'chromium', ask: ['chromium', '--version'] },
  { name: 'curl', ask: ['curl', '--version'] },
  { name: 'firefox-esr', ask: ['firefox-esr', '--version'] },
  { name: 'fish', ask: ['fish', '--version'] },
  { name: 'git', ask: ['git', '--version'] },
  { name: 'haproxy', ask: ['/usr/sbin/haproxy', '-v'] },
  {
    name: 'libseccomp2',
    ask: ['/usr/bin/python3', '-c', 'import ctypes; ctypes.CDLL("libseccomp.so.2")'],
  },
  { name: 'nginx', ask: ['/usr/sbin/nginx', '-v'] },
  { name: 'openssl', ask: ['openssl', 'version'] },
  // Its programs are in a folder that its version names.
  { name: 'postgresql', ask: ['sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb'] },
  { name: 'prometheus', ask: ['promtool', '--version'] },
  { name: 'python3-cryptography', ask: ['/usr/bin/python3', '-c', 'import cryptography'] },
  { name: 'python3-tuspy', ask: ['/usr/bin/python3', '-c', 'import tusclient.client'] },
  { name: 'radosgw', ask: ['radosgw', '--version'] },
  { name: 'rsync', ask: ['rsync', '--version'] },
  { name: 'sqlite3', ask: ['sqlite3', '--version'] },
  { name: 'systemd', ask: ['systemd-analyze', '--version'] },
  { name: 'zsh', ask: ['zsh', '--version'] },
];

/** Starts the installation of those that are missing, and resolves when it has ended. */
async function installDebianPackages() {
  const missing = debianPackages.filter(
    ({ ask: [command, ...args] }) => spawnSync(command, args, { stdio: 'ignore' }).status !== 0,
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    say(`missing, and not installed because that takes root: ${names.join(' ')}.`);
    say('tests that need them are skipped and say so.');
    return;
  }
  say(`installing ${names.join(' ')} with apt-get …`);
  const script = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"';
  const child = spawn('sh', ['-c', script, 'sh', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status === 0) say('Debian packages are in place.');
  else say('apt-get failed; tests that need these packages are skipped and say so.');
}

class Failure extends Error {}

function fail(text) {
  throw new Failure(text);
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
// Debian packages are downloaded and unpacked while npm does the same with its own.
const debianIsDone = production ? undefined : installDebianPackages();
try {
  installModules(lock);
  makeBundle();
  cutFont();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exitCode = 1;
}
await debianIsDone;
