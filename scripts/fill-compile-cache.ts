import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServerProcess } from '../e2e/harness/server-process.ts';

/** Where bin/valise and run-tests.ts let Node keep what it compiled. */
const cacheFolder = join(import.meta.dirname, '../node_modules/.cache/valise');

/**
 * Compiles what the processes of a run have in common, and test files, once: Node keeps it for the processes that
 * come later. What servers compile is kept apart from what tests compile, because they run with other flags.
 */
export async function fillCompileCache(testFiles: readonly string[]): Promise<void> {
  await Promise.all([startAndStop('1'), startAndStop('2'), compile(testFiles)]);
}

/**
 * Starts a server and stops it in order: only then does Node keep what it compiled. Tests kill most of their
 * servers, so that without this each one would compile all sources again, which doubles the cost of a start.
 */
async function startAndStop(workers: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-compile-cache-'));
  const server = new ServerProcess(dataDir, { settings: ['--workers', workers] });
  try {
    await server.start();
    await server.stop();
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Loads modules and all that they import, and runs none of them. To compile a single file of TypeScript, a process
 * first has to load the compiler, which takes longer than the tests of many files.
 */
async function compile(files: readonly string[]): Promise<void> {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? cacheFolder);
  const imports = files.map((file) => `import '${pathToFileURL(file).href}';`);
  // Modules run once all of them are linked, which the last import prevents. A file that cannot be linked
  // itself fails in its pass.
  const entry = [...imports, "import { noSuchName } from 'node:process';"].join('\n');
  await assert.rejects(import(`data:text/javascript,${encodeURIComponent(entry)}`));
  flushCompileCache();
}
