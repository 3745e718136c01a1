import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl, headerArguments } from '../curl.ts';
import { startNginx } from '../references/nginx.ts';
import { runProgram } from '../run-program.ts';
import type { TestFile } from '../test-file.ts';
import { createValiseData, startValise, uploadArguments } from '../valise.ts';
import type { Case } from './case.ts';

/**
 * Valise's files stay until the end: its cleaner works in its own time, and would do so in the
 * middle of a later trial.
 */
export const uploadCase: Case = {
  name: 'upload',
  title: 'upload, one stream',
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

async function valiseContestant(dataDir: string, file: TestFile): Promise<Contestant> {
  await createValiseData(dataDir);
  const valise = await startValise(dataDir);
  return {
    server: valise.server,
    async run(round) {
      const upload = uploadArguments(valise, file.path, `round-${round}.bin`);
      return {
        work: file.sizeBytes,
        ...(await curl(...headerArguments(valise.headers), ...upload)),
      };
    },
    tidy: () => flush(file),
  };
}

async function nginxContestant(program: string, dir: string, file: TestFile): Promise<Contestant> {
  const { server, filesDir } = await startNginx(program, dir);
  return {
    server,
    async run(round) {
      const url = `${server.url}/round-${round}.bin`;
      return { work: file.sizeBytes, ...(await curl('--upload-file', file.path, url)) };
    },
    async tidy(round) {
      await rm(join(filesDir, `round-${round}.bin`));
      await flush(file);
    },
  };
}

/** What one trial left unwritten must not be written at the cost of the next. */
async function flush({ path }: TestFile): Promise<void> {
  await runProgram('sync', ['--file-system', dirname(path)]);
}
