import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PersonAtBrowser } from '../browser.ts';
import { startFilledPerson, startPerson } from '../browser.ts';
import type { Contestant, Trial } from '../contest.ts';
import type { Bench, Case } from './case.ts';
import { makeFolder, sendFolder } from './folder.ts';

const dispatchesOfList = 2000;
/** Pages ask for what they show later once they are at rest: that is not part of showing them. */
const warmUps = 2;

/** The list of somebody who has sent much, beside that of somebody who has sent nothing. */
export const sentPaintCase: Case = {
  name: 'paint-sent',
  title: 'Sent with 2,000 transfers in a browser, first paint',
  unit: 'time',
  warmUps,
  async start(bench) {
    const full = await startFilledPerson(await dataDirOf(bench, 'full'), dispatchesOfList);
    const empty = await startPerson(await dataDirOf(bench, 'empty'));
    return [
      painter('2,000 transfers', full, `${full.origin}/app/sent`),
      painter('none', empty, `${empty.origin}/app/sent`),
    ];
  },
};

/** A draft with all files of a folder, beside one that is empty. */
export const sendPaintCase: Case = {
  name: 'paint-send',
  title: 'Send with a folder of small files in a browser, first paint',
  unit: 'time',
  warmUps,
  async start(bench) {
    const full = await startPerson(await dataDirOf(bench, 'full'));
    await sendFolder(full, await makeFolder(bench));
    const empty = await startPerson(await dataDirOf(bench, 'empty'));
    return [
      painter('a folder', full, full.page.url()),
      painter('none', empty, `${empty.origin}/app/send`),
    ];
  },
};

async function dataDirOf(bench: Bench, name: string): Promise<string> {
  return join(await bench.newDir(name), 'data');
}

/** Its time is that to the first paint; its processor time that of the page's main thread until the page is at rest. */
function painter(name: string, person: PersonAtBrowser, address: string): Contestant {
  return {
    name,
    server: person.process,
    hasOtherWork: true,
    run: () => paint(person.page, address),
  };
}

async function paint(page: Page, address: string): Promise<Trial> {
  // Else the renderer of the page before is still at work, and its metrics go on.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds();
  const answer = await page.goto(address, { waitUntil: 'networkidle' });
  if (answer?.status() !== 200) throw new Error(`${address} was answered ${answer?.status()}`);
  const cpuSeconds = (await taskSeconds()) - before;
  await session.detach();
  return { work: 1, seconds: await firstPaintSeconds(page), cpuSeconds };

  async function taskSeconds(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    const task = metrics.find(({ name: metric }) => metric === 'TaskDuration');
    if (task === undefined) throw new Error('The browser does not tell the time of its tasks');
    return task.value;
  }
}

async function firstPaintSeconds(page: Page): Promise<number> {
  const ms = await page.evaluate<number | undefined>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
  );
  if (ms === undefined) throw new Error('The page was not painted');
  return ms / 1000;
}
