// Makes the commands of senders executables, for machines without Node: build/valise-send-PLATFORM. Each is Node itself
// with the script of release-sender.ts inside.
//
//   npm run -s release:executables [--to FOLDER] [PLATFORM...]    for all platforms, into build/, unless named

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Release {
  version: string;
  integrity: string;
}

const root = join(import.meta.dirname, '..');
const releases = (
  JSON.parse(readFileSync(join(root, 'scripts/brought-node.json'), 'utf8')) as {
    node: Readonly<Record<string, Release>>;
  }
).node;
const ownPlatform = `${process.platform}-${process.arch}`;

const { values, positionals } = parseArgs({
  options: { to: { type: 'string', default: join(root, 'build') } },
  allowPositionals: true,
});
const target = resolve(values.to);
const platforms = positionals.length > 0 ? positionals : ['linux-x64', 'linux-arm64', 'win-x64'];

mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'valise-executables-'));
try {
  const main = join(target, 'valise-send.mjs');
  const sender = join(import.meta.dirname, 'release-sender.ts');
  execFileSync(process.execPath, [sender, main], { stdio: ['ignore', 'ignore', 'inherit'] });
  const builder = nodeFor(ownPlatform);
  for (const platform of platforms) {
    const output = join(target, `valise-send-${platform}${isWindows(platform) ? '.exe' : ''}`);
    const settings = join(folder, `${platform}.json`);
    const executable = nodeFor(platform);
    const given = { main, mainFormat: 'module', executable, output };
    writeFileSync(settings, JSON.stringify({ ...given, disableExperimentalSEAWarning: true }));
    // No snapshot and no compiled code: they would fit this machine's platform only.
    execFileSync(builder, ['--build-sea', settings], { stdio: ['ignore', 'ignore', 'inherit'] });
    process.stdout.write(`${output}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The program of Node for a platform: that which runs this script where it is the same, else that of the registry. */
function nodeFor(platform: string): string {
  const release = releases[platform];
  if (release === undefined) {
    throw new Error(`No Node is named for ${platform} in scripts/brought-node.json.`);
  }
  if (platform === ownPlatform && process.version === `v${release.version}`)
    return process.execPath;
  const place = join(folder, `node-${platform}`);
  const program = join(place, 'package/bin', isWindows(platform) ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(place);
  const name = `node-${platform}@${release.version}`;
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', place, name], {
    cwd: place,
    encoding: 'utf8',
  });
  const archive = join(place, packed.trim());
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== release.integrity) {
    throw new Error(`${name} is not the package that scripts/brought-node.json names.`);
  }
  execFileSync('tar', ['-xzf', archive, '-C', place]);
  return program;
}

function isWindows(platform: string): boolean {
  return platform.startsWith('win-');
}
