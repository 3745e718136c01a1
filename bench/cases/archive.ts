import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl, curlToFile, headerArguments } from '../curl.ts';
import { createValiseData, mailLink, startValise } from '../valise.ts';
import type { Bench, Case } from './case.ts';

const fileCount = 200;

/** All files of a drop as one ZIP, made while it is sent; the references send the same ZIP as a file. */
export const archiveCase: Case = {
  name: 'zip',
  title: `ZIP of ${fileCount} files`,
  unit: 'bytes',
  async start(bench) {
    const dataDir = join(await bench.newDir('valise'), 'data');
    await createValiseData(dataDir);
    const path = await sendFiles(bench, dataDir);
    const server = (await startValise(dataDir)).server;
    const url = `${server.url}${path}/all.zip`;

    const archive = join(await bench.newDir('archive'), 'all.zip');
    await curlToFile(archive, url);
    const { size: work } = await stat(archive);
    const contestants: Contestant[] = [
      { name: 'valise', server, run: async () => ({ work, ...(await curl(url)) }) },
    ];
    for (const kind of bench.hosts.slice(1)) {
      const host = await kind.start(await bench.newDir(kind.name));
      await curl(...host.uploadArguments(archive, 'all.zip'));
      const download = host.downloadArguments((await host.publish())('all.zip'));
      const run = async () => ({ work, ...(await curl(...download)) });
      contestants.push({ name: kind.name, server: host.server, run });
    }
    return contestants;
  },
};

/** Returns the path of the receiver's page. */
async function sendFiles({ testFile, scale }: Bench, dataDir: string): Promise<string> {
  const valise = await startValise(dataDir);
  const file = await testFile(Math.ceil(scale.sizeBytes / fileCount));
  const forms = Array.from({ length: fileCount }, (_, index) => [
    '--form',
    `file=@${file.path};filename=file-${index}.bin`,
  ]);
  await curl(
    ...headerArguments(valise.headers),
    ...['--form', 'do=upload', ...forms.flat()],
    `${valise.server.url}${valise.path('cgi/upload.cgi')}`,
  );
  const path = await mailLink(valise, 'createdrop');
  await valise.server.stop();
  return path;
}
