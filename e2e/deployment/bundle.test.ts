import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { makeProgramFolder } from './image.ts';

const run = promisify(execFile);
/** Says which program was started, in front of its own output. */
const probe = `data:text/javascript,${encodeURIComponent('console.log(process.argv[1])')}`;

/** Starts a command of the program in `folder`. Returns which file was run, and what it printed. */
async function runCommand(folder: string, ...args: string[]) {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const { stdout, stderr } = await run(join(folder, 'bin/valise'), args, {
    env: { PATH, NODE_OPTIONS: `--import=${probe}`, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const [program = '', ...output] = stdout.split('\n');
  return { program: relative(folder, program), output: output.join('\n'), stderr };
}

async function makeBundle(folder: string): Promise<string> {
  const maker = join(folder, 'server/bundle/make-bundle.mjs');
  return (await run(process.execPath, [maker])).stderr;
}

test('the bundle is run for as long as the sources are those that it was made of', async () => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'valise-bundle-')));
  after(() => rm(parent, { recursive: true }));
  const made = join(parent, 'made here');
  await makeProgramFolder(made);
  const [stamp = ''] = await readdir(join(made, 'build'));
  const bundled = `build/${stamp}/main.mjs`;
  assert.equal((await runCommand(made, 'version')).program, bundled);
  assert.equal(await makeBundle(made), '', 'nothing is made again');

  const folder = join(parent, 'moved');
  await rename(made, folder);
  const ofBundle = await runCommand(folder, '--help');
  assert.equal(ofBundle.program, bundled);

  await appendFile(join(folder, 'server/src/main.ts'), '\n');
  const ofSources = await runCommand(folder, '--help');
  assert.equal(ofSources.program, 'server/src/main.ts');
  assert.deepEqual([ofSources.output, ofSources.stderr], [ofBundle.output, ofBundle.stderr]);

  assert.match(await makeBundle(folder), /bundling the sources/);
  const { program } = await runCommand(folder, 'version');
  assert.match(program, /^build\/[\d-]+\/main\.mjs$/);
  assert.notEqual(program, bundled);
  assert.ok((await readdir(join(folder, 'build'))).includes(stamp), 'a server may still run it');
});

test('set-up makes the bundle of this checkout, and its tests are those of the bundle', async () => {
  const root = join(import.meta.dirname, '../..');
  await makeBundle(root);
  assert.match((await runCommand(root, 'version')).program, /^build\/[\d-]+\/main\.mjs$/);
});
