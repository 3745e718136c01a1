import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CephLocation } from '../../server/src/testing/ceph-server.ts';
import type { PostgresDatabase } from '../../server/src/testing/postgres-server.ts';

/** Names the database in the settings of a data folder, where the server and commands find it. */
export async function useDatabase(
  dataDir: string,
  { databaseUrl, databasePassword }: PostgresDatabase,
): Promise<void> {
  const databasePasswordFile = join(dataDir, 'database-password');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(databasePasswordFile, databasePassword, { mode: 0o600 });
  await addSettings(dataDir, { databaseUrl, databasePasswordFile });
}

/** Names the bucket in the settings of a data folder. */
export async function useBucket(dataDir: string, { blobUrl, s3 }: CephLocation): Promise<void> {
  const s3CredentialsFile = join(dataDir, 's3-credentials');
  const keys = `aws_access_key_id = ${s3.accessKeyId}\naws_secret_access_key = ${s3.secretAccessKey}\n`;
  await writeFile(s3CredentialsFile, keys, { mode: 0o600 });
  await addSettings(dataDir, {
    blobUrl,
    s3Endpoint: s3.endpoint,
    s3Region: s3.region,
    s3PathStyle: s3.pathStyle,
    s3CredentialsFile,
  });
}

async function addSettings(dataDir: string, added: object): Promise<void> {
  const path = join(dataDir, 'valise.json');
  const settings = existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as object) : {};
  await writeFile(path, JSON.stringify({ ...settings, ...added }));
}
