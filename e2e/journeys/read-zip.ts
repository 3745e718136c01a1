import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The files of an archive, unpacked by a program that is not ours. */
export async function readZip(archive: Buffer): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-zip-'));
  try {
    const path = join(folder, 'all.zip');
    await writeFile(path, archive);
    await promisify(execFile)('/usr/bin/python3', [
      '-m',
      'zipfile',
      '-e',
      path,
      join(folder, 'files'),
    ]);
    const files: Record<string, Buffer> = {};
    for (const name of await readdir(join(folder, 'files'))) {
      files[name] = await readFile(join(folder, 'files', name));
    }
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
