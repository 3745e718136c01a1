import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { chooseEngines, newS3 } from '../engines.ts';
import type { Valise } from '../valise.ts';
import { createValiseData, mailLink, startValise, callValise } from '../valise.ts';
import type { Case } from './case.ts';
import { uploadInPieces } from './tus.ts';

const pieces = 64;
const mebibyte = 1024 ** 2;

/** How long a download from S3 takes to begin: of a file that came in many pieces, and of one in a single. */
export const s3FirstByteCase: Case = {
  name: 's3-first-byte',
  title: `first byte of ${pieces} MiB, files in S3`,
  unit: 'time',
  warmUps: 2,
  async start({ newDir, testFile, scale }) {
    const file = await testFile(pieces * mebibyte);
    const dataDir = join(await newDir('valise'), 'data');
    await chooseEngines(dataDir, await newS3(dataDir));
    await createValiseData(dataDir);
    const valise = await startValise(dataDir);
    const page = `${valise.server.url}${await mailLink(valise, 'givedrop')}`;
    const names = ['pieces.bin', 'whole.bin'] as const;
    await uploadInPieces(page, file, names[0], mebibyte);
    await uploadInPieces(page, file, names[1], file.sizeBytes);
    const inbox = await findInInbox(valise);
    const begin = (name: string, path: string): Contestant => ({
      name,
      server: valise.server,
      run: () => readFirstBytes(valise, path, scale.loadSeconds),
    });
    return [
      begin(`in ${pieces} segments`, inbox(names[0])),
      begin('in one segment', inbox(names[1])),
    ];
  },
};

/** The path of a file that was sent back, by its name. */
async function findInInbox(valise: Valise): Promise<(name: string) => string> {
  const { inbox } = (await callValise(valise, 'get_history')) as {
    inbox: { url: string; files: { name: string }[] }[];
  };
  return (name) => {
    const entry = inbox.find(({ files }) => files.some((each) => each.name === name));
    if (entry === undefined) throw new Error(`${name} is not in the inbox`);
    return valise.path(`${entry.url}/files/${name}`);
  };
}

async function readFirstBytes({ server, headers }: Valise, path: string, seconds: number) {
  const until = performance.now() + seconds * 1000;
  let work = 0;
  let spentMs = 0;
  do {
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}${path}`, { headers });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    spentMs += performance.now() - startedAt;
    if (!answer.ok || first?.done !== false) throw new Error(`${path} answered ${answer.status}`);
    work += 1;
    await reader?.cancel();
  } while (performance.now() < until);
  return { work, seconds: spentMs / 1000 };
}
