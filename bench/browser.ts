import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { fillPerson } from './fill-store.ts';
import { invite } from './person.ts';
import { readRssBytes } from './process-meter.ts';
import type { ServerProcess } from './server-process.ts';
import { createValiseData, startValiseServer } from './valise.ts';

const program = '/usr/bin/chromium';
const person = 'ann@example.com';
const password = 'four unrelated quiet words';
/** Thousands of files take minutes on a busy machine. */
export const patienceMs = 540_000;

/**
 * A browser in which a person is signed in to a Valise of its own. It is measured as servers are, with all its
 * processes.
 */
export interface PersonAtBrowser {
  page: Page;
  origin: string;
  process: ServerProcess;
}

/** Starts both, and lets the person join; the end of the browser is that of its Valise. */
export async function startPerson(dataDir: string): Promise<PersonAtBrowser> {
  const link = await invite(dataDir, person);
  const started = await startBrowser(dataDir);
  const { page, origin } = started;
  await page.goto(`${origin}${link}`);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await page.waitForURL(`${origin}/app/`);
  return started;
}

/** The same with somebody who has sent and received so much before. */
export async function startFilledPerson(
  dataDir: string,
  dispatches: number,
): Promise<PersonAtBrowser> {
  await createValiseData(dataDir);
  const { session } = await fillPerson(dataDir, dispatches);
  const started = await startBrowser(dataDir);
  const cookie = { name: '__Host-valise-session', value: session, secure: true, httpOnly: true };
  await started.page.context().addCookies([{ ...cookie, domain: 'localhost', path: '/' }]);
  return started;
}

async function startBrowser(dataDir: string): Promise<PersonAtBrowser> {
  const valise = await startValiseServer(dataDir);
  const launchedAt = performance.now();
  // Chromium's own sandbox refuses to work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: program, args });
  const context = await browser.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  // Browsers take cookies of a session over plain HTTP from this name alone.
  const origin = valise.url.replace('127.0.0.1', 'localhost');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('The browser does not tell its process');
  return {
    page,
    origin,
    process: {
      name: 'chromium',
      pid,
      url: origin,
      launchedAt,
      idleRssBytes: await readRssBytes(pid),
      async stop() {
        await browser.close();
        await valise.stop();
      },
    },
  };
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Processor time, in microseconds. */
  tdur?: number;
  args: { name?: string; src_file?: string };
}

/** The processor time of the longest task that the main thread of a page has while something is done. */
export async function longestTaskSeconds(
  page: Page,
  traceFile: string,
  act: () => Promise<void>,
): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  await browser.startTracing(page, { path: traceFile, categories: ['toplevel'] });
  await act();
  await browser.stopTracing();
  const text = await readFile(traceFile, 'utf8');
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ args }) => args.name === 'CrRendererMain');
  const isMain = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  let longest = 0;
  for (const { ph, name, pid, tid, tdur = 0, args } of traceEvents) {
    if (ph !== 'X' || name !== 'ThreadControllerImpl::RunTask') continue;
    // Commands of the harness are no tasks of the page.
    if (!isMain.has(`${pid} ${tid}`) || /ipc_mojo_bootstrap/.test(args.src_file ?? '')) continue;
    longest = Math.max(longest, tdur);
  }
  return longest / 1e6;
}
