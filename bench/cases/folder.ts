import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PersonAtBrowser } from '../browser.ts';
import { longestTaskSeconds, patienceMs, startPerson } from '../browser.ts';
import type { Contestant } from '../contest.ts';
import type { Bench, Case } from './case.ts';

const fileBytes = 300;
/** So many times the small files of other cases: 5,000, unless asked for others. */
const timesSmallFiles = 5;

/**
 * A folder of small files on the Send page of a real browser, beside a page that does nothing but the same tus requests
 * for the same files. What counts is the processor time of the browser, with all its processes.
 */
export const folderCase: Case = {
  name: 'folder',
  title: 'a folder of small files in a browser',
  unit: 'files',
  warmUps: 0,
  async start(bench) {
    const folder = await makeFolder(bench);
    return [
      await contestantOf(bench, 'Send page', (person) => sendFolder(person, folder)),
      await contestantOf(bench, 'bare tus client', (person) => uploadBarely(person, folder)),
    ];
  },
};

/**
 * The longest task of the page's main thread once the folder was chosen, and that of the choice itself on a page that
 * does nothing with it: the browser makes an object for each file.
 */
export const folderTasksCase: Case = {
  name: 'folder-tasks',
  title: 'a folder of small files in a browser, longest task',
  unit: 'files',
  warmUps: 0,
  async start(bench) {
    const folder = await makeFolder(bench);
    return [
      await tracedContestant(
        bench,
        'Send page',
        (person) => chooseFolder(person, folder),
        (person) => untilUploaded(person, folder),
      ),
      await tracedContestant(
        bench,
        'nothing but the choice',
        ({ page, origin }) => openBarePage(page, origin),
        async ({ page }) => {
          await page.locator('input').setInputFiles(folder.path);
          await page.waitForFunction(`document.querySelector('input').files.length > 0`);
        },
      ),
    ];
  },
};

export interface Folder {
  path: string;
  files: number;
}

export async function makeFolder({ scale, newDir }: Bench): Promise<Folder> {
  const path = join(await newDir('files'), 'Scans');
  const files = scale.smallFiles * timesSmallFiles;
  await mkdir(path);
  for (let at = 0; at < files; at += 1) {
    const name = `scan-${String(at).padStart(5, '0')}.txt`;
    await writeFile(join(path, name), name.padEnd(fileBytes));
  }
  return { path, files };
}

async function contestantOf(
  bench: Bench,
  name: string,
  act: (person: PersonAtBrowser) => Promise<void>,
): Promise<Contestant> {
  const person = await startPerson(join(await bench.newDir(name.replaceAll(' ', '-')), 'data'));
  const work = bench.scale.smallFiles * timesSmallFiles;
  return {
    name,
    server: person.process,
    async run() {
      const startedAt = performance.now();
      await act(person);
      return { work, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
}

/** Only what comes after `prepare` is traced. */
async function tracedContestant(
  bench: Bench,
  name: string,
  prepare: (person: PersonAtBrowser) => Promise<void>,
  act: (person: PersonAtBrowser) => Promise<void>,
): Promise<Contestant> {
  const traceFile = join(await bench.newDir('trace'), 'trace.json');
  let longest = 0;
  const contestant = await contestantOf(bench, name, async (person) => {
    await prepare(person);
    longest = await longestTaskSeconds(person.page, traceFile, () => act(person));
  });
  return {
    ...contestant,
    // Tracing takes time of its own.
    hasOtherWork: true,
    async run(round) {
      const trial = await contestant.run(round);
      return { ...trial, longestTaskSeconds: longest };
    },
  };
}

export async function sendFolder(person: PersonAtBrowser, folder: Folder): Promise<void> {
  await chooseFolder(person, folder);
  await untilUploaded(person, folder);
}

async function chooseFolder({ page, origin }: PersonAtBrowser, folder: Folder): Promise<void> {
  await page.goto(`${origin}/app/send`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(folder.path);
}

async function untilUploaded({ page }: PersonAtBrowser, folder: Folder): Promise<void> {
  const count = folder.files.toLocaleString('en-GB');
  const summary = page
    .locator('.compose-summary [data-fact=files]')
    .filter({ hasText: `${count} files` });
  await summary.waitFor({ timeout: patienceMs });
}

/** A page of the same origin with a field for a folder and the bare client. */
async function openBarePage(page: Page, origin: string): Promise<void> {
  const body = `<!doctype html><input type="file" webkitdirectory><script>${bareClient}</script>`;
  await page.route(`${origin}/bare`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${origin}/bare`);
}

/** As many at once as the Send page has, and the requests that it makes. */
const bareClient = `
const encode = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
async function uploadAll(endpoint) {
  const files = Array.from(document.querySelector('input').files);
  const waiting = files.values();
  async function work() {
    for (const file of waiting) {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(file.size),
          'Upload-Metadata': 'filename ' + encode(file.name),
          'Content-Type': 'application/offset+octet-stream',
        },
        body: file,
      });
      if (answer.status !== 201) throw new Error('answered ' + answer.status);
    }
  }
  await Promise.all([work(), work(), work()]);
  return files.length;
}
`;

async function uploadBarely({ page, origin }: PersonAtBrowser, folder: Folder): Promise<void> {
  const endpoint = await beginDraft(page, origin);
  await openBarePage(page, origin);
  await page.locator('input').setInputFiles(folder.path);
  const uploaded = await page.evaluate<number>(`uploadAll(${JSON.stringify(endpoint)})`);
  if (uploaded !== folder.files) throw new Error(`${uploaded} files were uploaded`);
}

/** Stores a draft as the Send page does; returns where its files go. */
async function beginDraft(page: Page, origin: string): Promise<string> {
  const { request } = page.context();
  const body = await (await request.get(`${origin}/app/send`)).text();
  const find = (pattern: RegExp): string => pattern.exec(body)?.[1] ?? '';
  const answer = await request.post(`${origin}${find(/action="(\/app\/send\/[\w-]{22})"/)}`, {
    headers: { origin, accept: 'application/json' },
    multipart: {
      csrf: find(/name="csrf" value="([^"]+)"/),
      ticket: find(/name="ticket" value="([^"]+)"/),
      act: 'remember',
      chosen: '[]',
    },
  });
  if (answer.status() !== 204) throw new Error(`The draft was answered ${answer.status()}`);
  return find(/data-endpoint="([^"]+)"/);
}
