import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareDrop } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';

const zoe = 'zoe@example.org';
const filesPerUpload = 1000;
const uploads = 2;

const { server, clients } = await startExchange(['anna', 'bert']);
const { anna, bert } = clients;
const operator = operatorOf(server);

function someFiles(upload: number): Record<string, string> {
  const numbers = Array.from({ length: filesPerUpload }, (_, at) => upload * filesPerUpload + at);
  return Object.fromEntries(numbers.map((number) => [`${number}.txt`, `file ${number}`]));
}

test('an archive of thousands of files hinders nobody', async () => {
  for (let upload = 0; upload < uploads; upload += 1) {
    await prepareDrop(anna, [zoe], someFiles(upload));
  }
  await anna.get('createdrop', { json: {} });
  const link = linkIn(await operator.listSettledMails(), 'download', zoe);
  const { pathname } = new URL(link);
  const path = `${pathname}/all.zip`;

  async function downloadAll(): Promise<void> {
    const pressed = await exchange(server.url, { method: 'POST', path });
    assert.equal(pressed.status, 303, pressed.text());
    const archive = await exchange(server.url, { path: pressed.headers.location ?? '' });
    assert.equal(archive.status, 200);
    assert.equal(archive.body.length, Number(archive.headers['content-length']));
    await eventually('the page tells that every file was downloaded', async () => {
      const page = await exchange(server.url, { path: pathname });
      return page.text().includes('You have downloaded all the files') || undefined;
    });
  }

  let answered = 0;
  await meanwhile(downloadAll(), async () => {
    const answer = await bert.upload({ 'meanwhile.txt': `${answered}` });
    assert.equal(answer.status, 200, answer.text());
    answered += 1;
  });
  assert.ok(answered > 1, `${answered} uploads were answered meanwhile`);
  assert.doesNotMatch(server.logs(), /database is locked|could not be written down|job failed/);
});
