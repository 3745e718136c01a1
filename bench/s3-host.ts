import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngines, newS3 } from './engines.ts';
import type { HostKind } from './file-host.ts';
import { createValiseData, startValise } from './valise.ts';
import { filesOf } from './valise-host.ts';

/** Valise with its files in a bucket. */
export const valiseOnS3: HostKind = {
  name: 'valise',
  async start(dir) {
    const dataDir = join(dir, 'data');
    if (!existsSync(dataDir)) {
      await chooseEngines(dataDir, await newS3(dataDir));
      await createValiseData(dataDir);
    }
    return filesOf(await startValise(dataDir));
  },
};
