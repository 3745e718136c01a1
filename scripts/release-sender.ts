// Makes the commands of senders one script, which any Node from 22 on runs: build/valise-send.mjs.
//
//   npm run -s release:sender [FILE]

import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const [file = join(root, 'build/valise-send.mjs')] = process.argv.slice(2);

await build({
  absWorkingDir: root,
  entryPoints: ['client/command/main.ts'],
  outfile: file,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  charset: 'utf8',
  minifySyntax: true,
  // A fourth of the size. Names stay as they are, for whoever reads what failed.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { valiseVersion: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
});
chmodSync(file, 0o755);
process.stdout.write(`${file}\n`);
