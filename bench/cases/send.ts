import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import type { Valise } from '../valise.ts';
import {
  callValise,
  chooseReceivers,
  createValiseData,
  startValise,
  uploadText,
} from '../valise.ts';
import type { Case } from './case.ts';

/** Sending one small file to so many receivers: `createdrop` alone, without what must come before it. */
export function sendCase(receivers: number): Case {
  return {
    name: `createdrop-${receivers}`,
    title: `createdrop, ${receivers.toLocaleString('en')} ${receivers === 1 ? 'receiver' : 'receivers'}`,
    unit: 'time',
    async start({ newDir, scale }) {
      const dataDir = join(await newDir('valise'), 'data');
      await createValiseData(dataDir);
      const valise = await startValise(dataDir);
      return [sender('valise', valise, { receivers, seconds: scale.loadSeconds })];
    },
  };
}

export function sender(
  name: string,
  valise: Valise,
  { receivers, seconds }: { receivers: number; seconds: number },
): Contestant {
  const emails = Array.from({ length: receivers }, (_, index) => `receiver-${index}@example.com`);
  return {
    name,
    server: valise.server,
    hasOtherWork: true,
    async run(round) {
      const until = performance.now() + seconds * 1000;
      let drops = 0;
      let spentMs = 0;
      do {
        await uploadText(valise, `round-${round}-${drops}.txt`, 'to be sent');
        await chooseReceivers(valise, emails);
        const startedAt = performance.now();
        await callValise(valise, 'createdrop', { desttime: 86_400, ddmessage: 'for measuring' });
        spentMs += performance.now() - startedAt;
        drops += 1;
      } while (performance.now() < until);
      return { work: drops, seconds: spentMs / 1000 };
    },
  };
}
