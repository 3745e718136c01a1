// Packs the library for npm: build/client, and from it build/valise-client-VERSION.tgz.
//
//   npm run -s release:client [FOLDER]    into build/ unless a folder is named

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'build'));
const folder = join(target, 'client');
const types = join(folder, 'types');

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [entry, platform, outfile] of [
  ['client/node/connect.ts', 'node', 'node.js'],
  ['client/src/browser.ts', 'browser', 'browser.js'],
] as const) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(folder, outfile),
    bundle: true,
    format: 'esm',
    platform,
    target: platform === 'node' ? 'node22' : 'es2024',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
const project = join(root, 'client/tsconfig.json');
execFileSync(process.execPath, [compiler, '-p', project, '--outDir', types], { stdio: 'inherit' });
// A declaration names others as they are shipped.
for (const file of globSync('**/*.d.ts', { cwd: types }).map((name) => join(types, name))) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/( from ')(\.[^']+)\.ts';/g, "$1$2.js';"));
}
const { version } = readJson('package.json');
const described = { ...readJson('client/pack/package.json'), version };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, undefined, 2)}\n`);
cpSync(join(root, 'client/pack/README.md'), join(folder, 'README.md'));
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target, folder], {
  cwd: target,
  encoding: 'utf8',
});
process.stdout.write(`${join(target, packed.trim())}\n`);
