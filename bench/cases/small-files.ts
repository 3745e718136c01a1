import { load } from '../load/load.ts';
import { settleDisk } from '../quiet-disk.ts';
import type { Case } from './case.ts';

const fileBytes = 64 * 1024;
const connections = 4;

/** Many small files, each durable and counted before the next on its connection. */
export const smallFilesCase: Case = {
  name: 'small-files',
  title: `uploads of ${fileBytes / 1024} KiB, ${connections} connections`,
  unit: 'files',
  warmUps: 3,
  async start({ hosts, newDir, scale }) {
    return await Promise.all(
      hosts.map(async (kind) => {
        const dir = await newDir(kind.name);
        const { server, smallUpload } = await kind.start(dir);
        return {
          name: kind.name,
          server,
          async run(round) {
            const { answers, seconds, cpuSeconds, p99Seconds } = await load({
              url: server.url,
              request: smallUpload(fileBytes),
              connections,
              until: { answers: scale.smallFiles },
              firstNumber: round * 2 * scale.smallFiles,
            });
            return { work: answers, seconds, clientCpuSeconds: cpuSeconds, p99Seconds };
          },
          // Nothing is removed: file systems take their time for thousands of files that are gone.
          tidy: () => settleDisk(dir),
        };
      }),
    );
  },
};
