import type { Contestant } from '../contest.ts';
import { bearerHeaders, chooseReceivers, email } from '../valise.ts';
import { letterSender, sendInOne, sendInThree, startNew } from './api.ts';
import type { Case } from './case.ts';

/** How many connections one key sends over. */
const lanes = 20;

/**
 * Letters of one account. The customer's API has one tray for each account: who sends other files to others has to do
 * so one after the other.
 */
export const apiLettersCase: Case = {
  name: 'api-letters',
  title: `letters of 80 kB, over ${lanes} connections in one request each, and one after the other in three`,
  unit: 'calls',
  async start(bench) {
    const [one, three] = [await startNew(bench), await startNew(bench)];
    await chooseReceivers(three, [email]);
    const seconds = bench.scale.loadSeconds;
    return [
      letterSender('API v1', one, { seconds, lanes, send: sendInOne }),
      letterSender('receivers_set, upload, createdrop', three, { seconds, send: sendInThree }),
    ];
  },
};

/** All deliveries of an account as CSV, of a tenth of the drops of the fullest store and of all of them. */
export const apiCsvCase: Case = {
  name: 'api-csv',
  title: 'deliveries as CSV, as the history of the account grows',
  unit: 'calls',
  warmUps: 0,
  async start(bench) {
    const contestants: Contestant[] = [];
    const { storedDrops } = bench.scale;
    for (const drops of [storedDrops / 10, storedDrops]) {
      const { server } = await startNew(bench, drops);
      contestants.push({
        name: `of ${drops.toLocaleString('en')}`,
        server,
        async run() {
          const startedAt = performance.now();
          const answer = await fetch(`${server.url}/api/v1/deliveries?format=csv`, {
            headers: bearerHeaders,
          });
          const rows = (await countLines(answer)) - 1;
          if (rows !== drops) throw new Error(`${rows} of ${drops} rows came`);
          return { work: rows, seconds: (performance.now() - startedAt) / 1000 };
        },
      });
    }
    return contestants;
  },
};

async function countLines({ status, body }: Response): Promise<number> {
  if (status !== 200 || body === null) throw new Error(`The deliveries were answered ${status}`);
  let lines = 0;
  for await (const piece of body) {
    const bytes = Buffer.from(piece);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}
