import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

const settingsFile = 'valise.json';

/**
 * All that the database of a data folder keeps: the bytes of SQLite's files, or the rows of PostgreSQL as text, with
 * binary columns in hexadecimal digits.
 */
export async function storedRows(dataDir: string): Promise<Buffer> {
  const names = await readdir(dataDir);
  const settings = names.includes(settingsFile)
    ? await readFile(join(dataDir, settingsFile))
    : '{}';
  const { databaseUrl, databasePasswordFile } = JSON.parse(String(settings)) as {
    databaseUrl?: string;
    databasePasswordFile?: string;
  };
  if (databaseUrl !== undefined && databasePasswordFile !== undefined) {
    return await rowsAt(databaseUrl, await readFile(databasePasswordFile, 'utf8'));
  }
  const files = names.filter((name) => name.startsWith('valise.db'));
  if (files.length === 0) throw new Error(`There is no database in ${dataDir}`);
  return Buffer.concat(await Promise.all(files.map((name) => readFile(join(dataDir, name)))));
}

async function rowsAt(databaseUrl: string, password: string): Promise<Buffer> {
  const place = new URL(databaseUrl);
  place.password = encodeURIComponent(password);
  const client = new Client({ connectionString: place.href });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const kept = await client.query<{ row: string }>(
        `select kept::text as row from ${name} kept`,
      );
      rows.push(...kept.rows.map(({ row }) => row));
    }
    return Buffer.from(rows.join('\n'));
  } finally {
    await client.end();
  }
}
