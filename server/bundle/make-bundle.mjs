// Makes a bundle of the sources and the packages that every server uses: a few files, which a process loads in two
// thirds of the time that it takes to find, read and link some 600. bin/valise runs the bundle of the sources that are
// there, and the sources themselves where there is none (decision 0070).
//
//   node server/bundle/make-bundle.mjs    unless it is there

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const dayMs = 24 * 60 * 60 * 1_000;

/** What processes and threads start with. */
const programs = [
  'server/src/main.ts',
  'server/src/workers/worker.ts',
  'server/src/database/runner/writer-thread.ts',
  'server/src/sealing/cipher-pool/cipher-thread.ts',
];

/**
 * The texts of the languages and the descriptions of the API, which are data. A bundle has its own: the sources may
 * change while it runs.
 */
const data = globSync(['server/src/i18n/texts/??.json', 'server/src/http/generated/*.json'], {
  cwd: root,
});

/** What every server loads. The others are loaded by those that need them, from where they are installed. */
const bundledPackages = ['fastify', 'pino'];

/** The name of a program in a bundle, whose files are all in one folder. */
function nameOf(program) {
  return relative('server/src', program).replaceAll('/', '-').replace(/\.ts$/, '');
}

const paths = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Makes paths that are relative to a source file relative to the bundle in `folder`. */
function movePaths(folder) {
  function placeOf(path) {
    const file = relative(root, path);
    if (programs.includes(file)) return `./${nameOf(file)}.mjs`;
    return data.includes(file) ? `./${basename(file)}` : relative(folder, path);
  }

  return {
    name: 'move-paths',
    setup({ onLoad }) {
      onLoad({ filter: /\/(?:server|client|protocol)\/.*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        // Packages are found from a bundle as from a source.
        const others = source
          .replaceAll(paths, '')
          .replaceAll('createRequire(import.meta.url)', '');
        if (others.includes('import.meta')) {
          throw new Error(`${path}: write paths as new URL('…', import.meta.url)`);
        }
        const contents = source.replaceAll(
          paths,
          (_, target) => `new URL('${placeOf(resolve(dirname(path), target))}', import.meta.url)`,
        );
        return { contents, loader: 'ts' };
      });
    },
  };
}

async function makeBundle(folder) {
  const { build } = await import('esbuild');
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // It has its name once it is whole.
  const making = `${folder}.${process.pid}`;
  await build({
    absWorkingDir: root,
    entryPoints: programs.map((program) => ({ in: program, out: nameOf(program) })),
    outdir: making,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: Object.keys(dependencies).filter((name) => !bundledPackages.includes(name)),
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [movePaths(folder)],
    // Packages that are CommonJS load Node's modules by it.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });
  for (const file of data) await copyFile(join(root, file), join(making, basename(file)));
  await rename(making, folder).catch((error) => {
    // Another set-up has made the same one.
    if (!existsSync(folder)) throw error;
  });
}

/** A server that runs loads parts of its bundle later: bundles of other sources stay for a day. */
async function removeOld(folder) {
  for (const other of globSync('build/[0-9]*-[0-9]*', { cwd: root }).map((name) =>
    join(root, name),
  )) {
    const isOld = statSync(other).mtimeMs < Date.now() - dayMs;
    if (other !== folder && isOld) await rm(other, { recursive: true, force: true });
  }
}

// Before the sources are read: one that changes meanwhile has another stamp.
const stamp = execFileSync(join(import.meta.dirname, 'print-stamp.sh'), { encoding: 'utf8' });
const folder = join(root, 'build', stamp.trim());
if (!existsSync(folder)) {
  process.stderr.write('set-up: bundling the sources …\n');
  await makeBundle(folder);
  await removeOld(folder);
}
