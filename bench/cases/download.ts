import { createHash } from 'node:crypto';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Contestant } from '../contest.ts';
import { curl, headerArguments } from '../curl.ts';
import { startNginx } from '../references/nginx.ts';
import type { ServerProcess } from '../server-process.ts';
import type { TestFile } from '../test-file.ts';
import { createValiseData, sendToSelf, startValise, uploadArguments } from '../valise.ts';
import type { Case } from './case.ts';

const fileName = 'download.bin';

export const downloadCase: Case = {
  name: 'download',
  title: 'download, one stream',
  unit: 'bytes',
  async start(bench) {
    const file = await bench.testFile();
    const contestants = [await valiseContestant(await bench.newDir('valise'), file)];
    if (bench.nginx !== undefined) {
      contestants.push(await nginxContestant(bench.nginx, await bench.newDir('nginx'), file));
    }
    return contestants;
  },
};

/** Uploads with one process and measures another, whose memory knows of downloads alone. */
async function valiseContestant(dataDir: string, file: TestFile): Promise<Contestant> {
  await createValiseData(dataDir);
  const sender = await startValise(dataDir);
  const upload = uploadArguments(sender, file.path, fileName);
  await curl(...headerArguments(sender.headers), ...upload);
  const path = await sendToSelf(sender, fileName);
  await sender.server.stop();

  const valise = await startValise(dataDir);
  return downloader(valise.server, valise.address(path), valise.headers, file);
}

async function nginxContestant(program: string, dir: string, file: TestFile): Promise<Contestant> {
  const { server, filesDir } = await startNginx(program, dir);
  await link(file.path, join(filesDir, fileName));
  return downloader(server, `${server.url}/${fileName}`, {}, file);
}

function downloader(
  server: ServerProcess,
  url: string,
  headers: Readonly<Record<string, string>>,
  file: TestFile,
): Contestant {
  return {
    server,
    async run(round) {
      if (round === 0) await demandSameBytes(url, headers, file);
      return { work: file.sizeBytes, ...(await curl(...headerArguments(headers), url)) };
    },
  };
}

async function demandSameBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: TestFile,
): Promise<void> {
  const answer = await fetch(url, { headers });
  if (!answer.ok || answer.body === null) throw new Error(`${url} answered ${answer.status}`);
  const hash = createHash('sha256');
  await pipeline(answer.body, hash);
  if (hash.digest('hex') !== file.sha256) throw new Error(`${url} is not the file put there`);
}
