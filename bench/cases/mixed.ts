import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { curl } from '../curl.ts';
import { caller } from '../load/caller.ts';
import { filesOf } from '../valise-host.ts';
import { createValiseData, startValise } from '../valise.ts';
import { operation } from './answer.ts';
import type { Case } from './case.ts';

const uploads = 16;
const connections = 4;
/** The calls begin when the uploads are under way. */
const headStartMs = 300;

/** Calls while uploads run, beside the same calls to a server that does nothing else. */
export const mixedCase: Case = {
  name: 'mixed',
  title: `contacts_read during ${uploads} uploads`,
  unit: 'calls',
  async start({ newDir, testFile, scale }) {
    const dataDir = join(await newDir('valise'), 'data');
    await createValiseData(dataDir);
    const valise = await startValise(dataDir);
    const { server } = valise;
    const files = filesOf(valise);
    const { path } = await testFile(Math.ceil(scale.sizeBytes / uploads));
    const calls = {
      server,
      request: operation(valise, 'contacts_read'),
      connections,
      seconds: scale.loadSeconds,
    };
    const alone = caller({ name: 'valise, no uploads', ...calls });

    async function uploadUntil(hasEnded: () => boolean, name: string): Promise<void> {
      for (let count = 0; !hasEnded(); count += 1) {
        await curl(...files.uploadArguments(path, `${name}-${count}.bin`));
      }
    }
    return [
      {
        name: 'valise, during uploads',
        server,
        hasOtherWork: true,
        async run(round) {
          let hasEnded = false;
          const running = Array.from({ length: uploads }, (_, index) =>
            uploadUntil(() => hasEnded, `round-${round}-${index}`),
          );
          try {
            await sleep(headStartMs);
            return await alone.run(round);
          } finally {
            hasEnded = true;
            await Promise.all(running);
          }
        },
        tidy: () => files.clear(),
      },
      alone,
    ];
  },
};
