import { join } from 'node:path';
import { chooseEngines, newPostgres } from '../engines.ts';
import { caller } from '../load/caller.ts';
import type { LoadRequest } from '../load/load.ts';
import type { Valise } from '../valise.ts';
import { createValiseData, startValise, uploadText } from '../valise.ts';
import { askForContacts, operation } from './answer.ts';
import type { Case } from './case.ts';

/** An authenticated JSON call with the rows in PostgreSQL, beside the same with the rows in SQLite. */
function postgresCallCase(
  name: string,
  title: string,
  ask: (valise: Valise) => Promise<LoadRequest>,
): Case {
  return {
    name: `postgres-${name}`,
    title: `${title}, rows in PostgreSQL`,
    unit: 'calls',
    async start({ newDir, scale }) {
      async function begin(contestant: string, hasPostgres: boolean) {
        const dataDir = join(await newDir(contestant), 'data');
        if (hasPostgres) await chooseEngines(dataDir, await newPostgres(dataDir));
        await createValiseData(dataDir);
        const valise = await startValise(dataDir);
        const calls = { request: await ask(valise), seconds: scale.loadSeconds };
        const { connections } = scale;
        return caller({ name: contestant, server: valise.server, connections, ...calls });
      }
      return [await begin('on PostgreSQL', true), await begin('on SQLite', false)];
    },
  };
}

export const postgresCallCases: readonly Case[] = [
  // On SQLite the answer comes from a cache, which knows from the database's version that nothing changed.
  postgresCallCase('contacts', 'contacts_read', askForContacts),
  postgresCallCase('files', 'get_files, one file', async (valise) => {
    await uploadText(valise, 'listed.txt', 'to be listed');
    return operation(valise, 'get_files');
  }),
];
