import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { lendPage } from './lend-page.ts';
import { linkIn, operatorOf } from './operator.ts';

const requestsPerLink = 50;
const receiver = 'bob@example.org';

/** What stands between a mail and its reader, and looks at links before the reader does. */
const scanners = [
  { 'user-agent': 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0) SafeLinks' },
  { 'user-agent': 'BarracudaCentral Link Checker' },
  { 'user-agent': 'Mozilla/5.0 (compatible; GoogleImageProxy)' },
  { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { 'user-agent': 'facebookexternalhit/1.1' },
  { 'user-agent': 'Mozilla/5.0 Chrome/150', 'sec-purpose': 'prefetch;prerender' },
  { 'user-agent': 'Mozilla/5.0 Safari/605', 'x-purpose': 'preview' },
  { 'user-agent': 'Mozilla/5.0 Firefox/150', 'x-moz': 'prefetch' },
  { 'user-agent': 'Mozilla/5.0 Chrome/120', purpose: 'prefetch' },
];

const { server, clients } = await startExchange(['anna']);
const { anna } = clients;
const operator = operatorOf(server);
await sendFiles(anna, [receiver], { 'a.txt': 'alpha', 'b.txt': 'beta' });
await lendPage(anna, [receiver]);
const sentMails = await operator.listSettledMails();
const downloadLink = linkIn(sentMails, 'download', receiver);
const uploadLink = linkIn(sentMails, 'upload', receiver);

/** Everything that anyone can see of what happened so far. */
async function observe(): Promise<unknown> {
  const drops = await operator.listDrops();
  return {
    history: await anna.get('get_history'),
    mails: await operator.listSettledMails(),
    drops: await Promise.all(drops.map(({ id }) => operator.showDrop(id))),
    pages: await Promise.all([downloadLink, uploadLink].map(async (link) => await read(link))),
  };
}

/** The page without the time left, which is another with every look. */
async function read(link: string): Promise<string> {
  const answer = await exchange(server.url, { path: pathOf(link) });
  assert.equal(answer.status, 200);
  return answer
    .text()
    .replace(/data-left-ms="\d+"/, '')
    .replace(/\([^()]*left[^()]*\)/g, '');
}

function pathOf(link: string): string {
  return new URL(link).pathname;
}

async function scan(path: string, statuses: readonly number[]): Promise<void> {
  const seen: number[] = [];
  for (let at = 0; at < requestsPerLink; at += 1) {
    const headers = { accept: 'text/html,*/*', ...scanners[at % scanners.length] };
    const method = at % 2 === 0 ? 'GET' : 'HEAD';
    seen.push((await exchange(server.url, { method, path, headers })).status);
  }
  assert.deepEqual([...new Set(seen)].sort(), statuses);
}

test('a mail scanner that tries each link fifty times changes, counts and spends nothing', async () => {
  const before = await observe();
  await scan(pathOf(downloadLink), [200]);
  await scan(pathOf(uploadLink), [200]);

  // It may also follow every address on the page and take what is there; a guess is told to come
  // back when it is meant.
  const page = (await exchange(server.url, { path: pathOf(downloadLink) })).text();
  const addresses = [...page.matchAll(/(?:href|action)="(\/d\/[^"?/]+\/[^"?]+)"/g)];
  const files = new Set(addresses.map(([, path = '']) => path));
  assert.equal(files.size, 3);
  for (const path of files) {
    await scan(path, [200, 503]);
    const headers = { 'sec-purpose': 'prefetch' };
    assert.equal((await exchange(server.url, { path, headers })).status, 503);
  }
  assert.deepEqual(await observe(), before);
});

test('after it, a person who takes a file is the first to have done so', async () => {
  const page = (await exchange(server.url, { path: pathOf(downloadLink) })).text();
  const buttons = [...page.matchAll(/action="(\/d\/[^"]+\/files\/[^"]+)"/g)];
  for (const [, path = ''] of buttons) {
    const pressed = await exchange(server.url, { method: 'POST', path });
    assert.equal(pressed.status, 303);
    const taken = await exchange(server.url, { path: String(pressed.headers['location']) });
    assert.equal(taken.status, 200);
  }
  const receipts = await eventually('the receipt is there', async () => {
    const mails = await operator.listSettledMails();
    const found = mails.filter(({ kind }) => kind === 'receipt');
    return found.length === 0 ? undefined : found;
  });
  assert.equal(receipts.length, 1);
});
