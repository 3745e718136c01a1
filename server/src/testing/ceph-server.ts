import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A bucket of an S3 store, and the access to it. */
export interface CephStore {
  access: {
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    pathStyle: boolean;
  };
  bucket: string;
  /** How daemons of Ceph reach its cluster. */
  configFile: string;
}

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const missing = programs.filter((name) => !existsSync(join('/usr/bin', name)));

/** Why tests cannot start a Ceph object store, for the option `skip` of a test; false where they can. */
export const missingCeph: string | false =
  missing.length > 0 && `no Ceph object store: ${missing.join(', ')} not found in /usr/bin`;

const keeper = fileURLToPath(new URL('./ceph-keeper.ts', import.meta.url));
const pollMs = 100;

/**
 * A Ceph object store (RADOS gateway) with one bucket, on the loopback address, its objects in memory. The
 * first caller of a test run starts it, which takes 10 to 20 seconds; it ends with the run, also with one
 * that is killed. Tests share it, each below a prefix of its own.
 */
export async function useCephStore(): Promise<CephStore> {
  if (missingCeph !== false) throw new Error(missingCeph);
  const owner = await findRun();
  const folder = join(tmpdir(), `valise-ceph-${owner.pid}-${owner.startedAt}`);
  if (await isFirst(folder)) {
    spawn(process.execPath, [keeper, folder, String(owner.pid)], {
      detached: true,
      stdio: 'ignore',
    }).unref();
  }
  for (;;) {
    const [ready, failed] = await Promise.all(
      ['ready.json', 'failed.txt'].map((name) => find(join(folder, name))),
    );
    if (ready !== undefined) return JSON.parse(ready) as CephStore;
    if (failed !== undefined) throw new Error(failed);
    await sleep(pollMs);
  }
}

/** A prefix of a bucket, and the access to it, as the location of blobs names them. */
export interface CephLocation {
  blobUrl: string;
  s3: CephStore['access'];
}

/** A prefix of the bucket that no other test uses. */
export async function newCephLocation(): Promise<CephLocation> {
  const { bucket, access } = await useCephStore();
  return { blobUrl: `s3://${bucket}/${randomBytes(8).toString('hex')}`, s3: access };
}

/** The process of the test run: the one that started this file, or this one where a file runs alone. */
async function findRun(): Promise<{ pid: number; startedAt: string }> {
  const parent = ((await find(`/proc/${process.ppid}/cmdline`)) ?? '').split('\0');
  const isRunner = parent.some((word) => word === '--test' || word.endsWith('run-tests.ts'));
  const pid = isRunner ? process.ppid : process.pid;
  // The fields after the name of the program, which may have spaces; a later process may get the same number.
  const fields = ((await find(`/proc/${pid}/stat`)) ?? '').split(') ').at(-1)?.split(' ');
  return { pid, startedAt: fields?.[19] ?? '0' };
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function find(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
