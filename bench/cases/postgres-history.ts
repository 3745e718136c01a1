import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { chooseEngines, newPostgres } from '../engines.ts';
import { fillStore } from '../fill-store.ts';
import { caller } from '../load/caller.ts';
import { createValiseData, startValise } from '../valise.ts';
import { operation } from './answer.ts';
import type { Case } from './case.ts';
import { oneConnection, ownDrops, storeName, storeSizes } from './growth.ts';

/** The history of one account while others send more and more, with the rows in PostgreSQL. */
export const postgresHistoryCase: Case = {
  name: 'postgres-history',
  title: 'get_history with 10 + 10 entries, rows in PostgreSQL',
  unit: 'calls',
  async start({ newDir, scale }) {
    const sizes = storeSizes(scale.storedDrops);
    const contestants: Contestant[] = [];
    for (const others of [sizes[0], sizes.at(-1)]) {
      if (others === undefined) continue;
      const dataDir = join(await newDir('valise'), 'data');
      await chooseEngines(dataDir, await newPostgres(dataDir));
      await createValiseData(dataDir);
      await fillStore(dataDir, { own: ownDrops, others });
      const { server, ...valise } = await startValise(dataDir);
      const request = operation({ server, ...valise }, 'get_history');
      const seconds = scale.loadSeconds;
      const name = storeName(others);
      contestants.push(caller({ name, server, request, connections: oneConnection, seconds }));
    }
    return contestants;
  },
};
