import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

const unpackDir = join(import.meta.dirname, '../../node_modules/.cache/valise-bench/nginx');
const unpackedProgram = join(unpackDir, 'usr/sbin/nginx');

/**
 * An nginx that takes PUT: the machine's own, or Debian's package unpacked beside the sources. That
 * installs nothing: no service starts, and no port is taken. Undefined when none can be had.
 */
export async function findNginx(say: (text: string) => void): Promise<string | undefined> {
  for (const program of ['nginx', '/usr/sbin/nginx', unpackedProgram]) {
    if (await takesPut(program)) return program;
  }
  say('no nginx here: fetching the Debian package with apt-get, and unpacking it …');
  try {
    await unpackDebianPackage();
    if (await takesPut(unpackedProgram)) return unpackedProgram;
    say('the unpacked nginx does not run here.');
  } catch (error) {
    say(`the package could not be had: ${String(error)}`);
  }
  return undefined;
}

/** How this nginx names its version. */
export async function readNginxVersion(program: string): Promise<string> {
  const { stderr } = await runProgram(program, ['-v']);
  return /nginx\/\S+/.exec(stderr)?.[0] ?? 'nginx';
}

async function takesPut(program: string): Promise<boolean> {
  try {
    const { stderr } = await runProgram(program, ['-V']);
    return stderr.includes('http_dav_module');
  } catch {
    return false; // It is not there, or lacks a library: either way it is of no use.
  }
}

async function unpackDebianPackage(): Promise<void> {
  await mkdir(unpackDir, { recursive: true });
  const download = ['download', '-qq', 'nginx'];
  try {
    await runProgram('apt-get', download, { cwd: unpackDir });
  } catch (error) {
    // Fresh machines have no list of packages yet, and only root may bring one.
    if (process.getuid?.() !== 0) throw error;
    await runProgram('apt-get', ['update', '-qq']);
    await runProgram('apt-get', download, { cwd: unpackDir });
  }
  const archive = (await readdir(unpackDir)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get left no package behind');
  await runProgram('dpkg', ['-x', archive, '.'], { cwd: unpackDir });
}
