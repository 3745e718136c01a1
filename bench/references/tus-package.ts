import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

/** Which versions, by a package.json and a lockfile of their own. */
const pinDir = join(import.meta.dirname, 'tus');
const installDir = join(import.meta.dirname, '../../node_modules/.cache/valise-bench/tus');
const installed = join(installDir, 'node_modules/@tus/server/package.json');

export interface TusPackage {
  /** The folder whose node_modules hold it. */
  dir: string;
  version: string;
}

/** `@tus/server`, brought by npm on first use; undefined when it cannot be had. */
export async function findTus(say: (text: string) => void): Promise<TusPackage | undefined> {
  const { dependencies } = (await readJson(join(pinDir, 'package.json'))) as {
    dependencies: Record<string, string>;
  };
  const version = dependencies['@tus/server'] ?? '';
  if ((await findInstalledVersion()) === version) return { dir: installDir, version };
  say(`bringing @tus/server ${version} with npm …`);
  try {
    await mkdir(installDir, { recursive: true });
    await cp(pinDir, installDir, { recursive: true });
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runProgram('npm', ['ci', '--omit=optional', ...quiet], { cwd: installDir });
    return { dir: installDir, version };
  } catch (error) {
    say(`the package could not be had: ${String(error)}`);
    return undefined;
  }
}

async function findInstalledVersion(): Promise<string | undefined> {
  try {
    return ((await readJson(installed)) as { version: string }).version;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
