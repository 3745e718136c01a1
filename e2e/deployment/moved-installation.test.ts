import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareDrop } from '../contract/send-files.ts';
import { missingCeph, newCephLocation } from '../harness/ceph.ts';
import { missingPostgres, startPostgresServer } from '../harness/postgres.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise, valise } from '../harness/valise-command.ts';

/** `E2E_MOVED_FILES=10000` moves as many as a busy department has. */
const fileCount = Number(process.env['E2E_MOVED_FILES'] ?? 30);
const filesPerUpload = 500;
/** More than one part of an upload to S3. */
const largeBytes = 40_000_000;
const downloadsAtOnce = 4;
/** What is moved does not depend on them. */
const oneWorker = ['--workers', '1'];
const patienceMs = 60_000 + 50 * fileCount;

test(
  'an installation moves to PostgreSQL and S3 and back, file by file the same',
  {
    skip: missingPostgres || missingCeph,
  },
  async (t) => {
    const { server, clients } = await startExchange(['anna'], { settings: oneWorker });
    const { anna } = clients;
    const sums = new Map<string, string>();

    function newFile(name: string, bytes: number): [string, Buffer] {
      const content = randomBytes(bytes);
      sums.set(name, sumOf(content));
      return [name, content];
    }

    for (let first = 0; first < fileCount; first += filesPerUpload) {
      const numbers = Array.from(
        { length: Math.min(filesPerUpload, fileCount - first) },
        (_, at) => first + at,
      );
      const files = numbers.map((number) => newFile(`${number}.bin`, 1 + ((number * 997) % 9000)));
      const uploaded = await anna.upload(Object.fromEntries(files));
      assert.equal(uploaded.status, 200, uploaded.text());
    }
    await prepareDrop(anna, [anna.email], Object.fromEntries([newFile('large.bin', largeBytes)]));
    await anna.get('createdrop', { json: {} });
    const before = await anna.get<History>('get_history');

    async function demandSame(where: string): Promise<void> {
      const startedAt = performance.now();
      const history = await anna.get<History>('get_history');
      assert.deepEqual(history, before, `the history ${where}`);
      const [entry] = history.inbox;
      const names = [...sums.keys()];
      async function downloadSome(): Promise<void> {
        for (let name = names.shift(); name !== undefined; name = names.shift()) {
          const answer = await anna.download(entry?.url ?? assert.fail(), name);
          assert.equal(sumOf(answer.body), sums.get(name), `${name} ${where}`);
        }
      }
      await Promise.all(Array.from({ length: downloadsAtOnce }, downloadSome));
      t.diagnostic(`${sums.size} files downloaded ${where} in ${secondsSince(startedAt)} s`);
    }

    async function migrate(...flags: string[]): Promise<void> {
      await server.stop();
      const startedAt = performance.now();
      const moved = await runValise(['migrate', '--data', server.dataDir, ...flags], {
        patienceMs,
      });
      assert.equal(moved.status, 0, moved.stderr);
      t.diagnostic(`${sums.size} files moved in ${secondsSince(startedAt)} s`);
    }

    const { databaseUrl, databasePassword } = await (await startPostgresServer()).createDatabase();
    const { blobUrl, s3 } = await newCephLocation();
    const passwordFile = join(server.dataDir, 'database-password');
    const credentialsFile = join(server.dataDir, 's3-credentials');
    await writeFile(passwordFile, databasePassword, { mode: 0o600 });
    await writeFile(
      credentialsFile,
      `aws_access_key_id = ${s3.accessKeyId}\naws_secret_access_key = ${s3.secretAccessKey}\n`,
      { mode: 0o600 },
    );
    const access = ['s3-endpoint', s3.endpoint, 's3-credentials-file', credentialsFile] as const;
    const away = [
      ...['--database-url', databaseUrl, '--database-password-file', passwordFile],
      ...['--blob-url', blobUrl, `--${access[0]}`, access[1], `--${access[2]}`, access[3]],
    ];
    const target = [
      ...['--to-database', databaseUrl, '--to-database-password-file', passwordFile],
      ...['--to-blobs', blobUrl, `--to-${access[0]}`, access[1], `--to-${access[2]}`, access[3]],
    ];

    await migrate(...target);
    // What is left behind must not be what is read afterwards.
    await rm(join(server.dataDir, 'blobs'), { recursive: true });
    await server.restart([...oneWorker, ...away]);
    await demandSame('in PostgreSQL and S3');
    await migrate('--to-database', 'embedded', '--to-blobs', 'embedded', ...away);
    await server.restart(oneWorker);
    await demandSame('back in the data folder');
    await valise('audit', 'verify', '--data', server.dataDir);
  },
);

interface History {
  inbox: { url: string }[];
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
