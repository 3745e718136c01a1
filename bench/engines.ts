import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CephLocation } from '../server/src/testing/ceph-server.ts';
import { missingCeph, newCephLocation } from '../server/src/testing/ceph-server.ts';
import { launchPostgres, missingPostgres } from '../server/src/testing/postgres-server.ts';

/** Settings of a Valise, by their names, that choose where it keeps rows and files. */
export type EngineSettings = Readonly<Record<string, string>>;

export const hasPostgres = missingPostgres === false;
export const hasS3 = missingCeph === false;

/** As an operator runs it: what it acknowledges is on the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
let postgres: ReturnType<typeof launchPostgres> | undefined;

/** A new database of the PostgreSQL server. */
export async function newPostgres(dataDir: string): Promise<EngineSettings> {
  postgres ??= launchPostgres({ settings: durable });
  const { databaseUrl, databasePassword } = await (await postgres).createDatabase();
  const databasePasswordFile = await writeSecret(`${dataDir}.password`, databasePassword);
  return { databaseUrl, databasePasswordFile };
}

/** A new prefix in the bucket of one Ceph object store. */
export async function newS3(dataDir: string): Promise<EngineSettings> {
  return await writeS3Access(dataDir, await newCephLocation());
}

export async function writeS3Access(
  dataDir: string,
  { blobUrl, s3 }: CephLocation,
): Promise<EngineSettings> {
  const s3CredentialsFile = await writeSecret(
    `${dataDir}.s3-credentials`,
    `aws_access_key_id = ${s3.accessKeyId}\naws_secret_access_key = ${s3.secretAccessKey}\n`,
  );
  return { blobUrl, s3Endpoint: s3.endpoint, s3Region: s3.region, s3CredentialsFile };
}

/** The object store ends with this program; a PostgreSQL server would keep it from ending. */
export async function endEngines(): Promise<void> {
  await (await postgres)?.end();
}

/** Makes a data folder whose settings name these engines. */
export async function chooseEngines(dataDir: string, settings: EngineSettings): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'valise.json'), JSON.stringify(settings));
}

/** Writes a file that only its owner reads, and returns its path. */
export async function writeSecret(path: string, secret: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, secret, { mode: 0o600 });
  return path;
}
