import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl, curlTogether } from '../curl.ts';
import { chooseEngines, newPostgres, newS3 } from '../engines.ts';
import { createValiseData, startValise } from '../valise.ts';
import { filesOf } from '../valise-host.ts';
import type { Bench, Case } from './case.ts';

const streams = 16;
const mebibyte = 1024 ** 2;

/** Uploads and downloads at the same time, for the memory of a node: it must not follow the size of files. */
export const s3BothWaysCase: Case = {
  name: 's3-both-ways',
  title: `${streams} uploads and ${streams} downloads at once, PostgreSQL and S3`,
  unit: 'bytes',
  async start(bench) {
    return [
      await begin(bench, 'files of 128 MiB', 128 * mebibyte),
      await begin(bench, 'files of 32 MiB', 32 * mebibyte),
      await begin(bench, 'files of 8 MiB', 8 * mebibyte),
      await begin(bench, 'files of 32 MiB, a worker for each core', 32 * mebibyte, 'cores'),
    ];
  },
};

async function begin(
  { newDir, testFile }: Bench,
  name: string,
  fileBytes: number,
  workers?: string,
): Promise<Contestant> {
  const file = await testFile(fileBytes);
  const dataDir = join(await newDir('valise'), 'data');
  await chooseEngines(dataDir, { ...(await newPostgres(dataDir)), ...(await newS3(dataDir)) });
  await createValiseData(dataDir);
  const valise = await startValise(dataDir, { workers });
  const host = filesOf(valise);
  const names = Array.from({ length: streams }, (_, stream) => `fetched-${stream}.bin`);
  for (const each of names) await curl(...host.uploadArguments(file.path, each));
  const downloads = names.map(await host.publish()).map((place) => host.downloadArguments(place));
  return {
    name,
    server: valise.server,
    async run() {
      // Each round replaces the files of the one before: the object store keeps all of them in memory.
      const uploads = names.map((each) => host.uploadArguments(file.path, `new-${each}`));
      const work = 2 * streams * fileBytes;
      return { work, ...(await curlTogether([...uploads, ...downloads])) };
    },
  };
}
