import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { connectedPorts } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';

/** Much more than the buffers between a server and a client who does not read. */
const fileBytes = 64_000_000;
const zoe = 'zoe@example.org';

const { server, clients } = await startExchange(['anna', 'bert'], {
  settings: ['--workers', '2'],
});
const { anna, bert } = clients;
const operator = operatorOf(server);

interface AuditRow {
  action: string;
  actor: string;
  outcome: string;
  details: Record<string, unknown>;
}

/** Begins a download, takes its first piece, and reads no further. */
async function beginDownload(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  const outgoing = request({ hostname, port, path, headers, agent: false }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  const [first] = (await once(answer, 'data')) as [Buffer];
  answer.pause();
  const closed = new Promise<void>((resolve) => {
    answer.once('close', resolve);
  });
  // Being cut off is what is waited for.
  answer.on('error', () => undefined);
  return {
    /** The client's port of the connection. */
    port: answer.socket.localPort ?? assert.fail(),
    /** Reads on until the server says no more; how much came, and whether that was all of it. */
    async readOn(): Promise<{ bytes: number; isWhole: boolean }> {
      let bytes = first.length;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      answer.resume();
      await closed;
      return { bytes, isWhole: answer.complete };
    },
  };
}

/** A client that does not read sees no cut, and one that reads on is cut also where a stalled one is not. */
async function untilLetGo(clientPorts: readonly number[]): Promise<void> {
  await eventually('the server holds none of these connections', async () => {
    const connected = await connectedPorts(Number(new URL(server.url).port));
    return clientPorts.some((port) => connected.has(port)) ? undefined : true;
  });
}

/** The record of a download that was cut off. */
async function cutRecord(action: string): Promise<AuditRow> {
  return await eventually(`the trail tells of ${action} cut off`, async () => {
    const printed = await valise('audit', 'list', '--json', '--data', server.dataDir);
    const { records } = JSON.parse(printed) as { records: AuditRow[] };
    return records.find((row) => row.action === action && 'bytesAfterEnd' in row.details);
  });
}

test('the end of a drop and of an account reach the downloads that run', async () => {
  await sendFiles(anna, [zoe, bert.email], { 'large.bin': Buffer.alloc(fileBytes, 'l') });
  const link = linkIn(await operator.listSettledMails(), 'download', zoe);
  const { pathname } = new URL(link);
  const page = await bert.bare({ path: pathname });
  const filePath = /href="([^"]*\/files\/[^"]*)"/.exec(page.text())?.[1] ?? assert.fail();
  const { url } = await newestInInbox(bert);
  const fromInbox = await beginDownload(bert.path(`${url}/files/large.bin`), {
    authorization: bert.authorization,
    'csrf-token': await bert.token(),
  });
  const throughLink = await beginDownload(filePath);
  const archive = await beginDownload(`${pathname}/all.zip`);
  const connected = await connectedPorts(Number(new URL(server.url).port));
  for (const { port } of [fromInbox, throughLink, archive]) assert.ok(connected.has(port));

  await valise('account', 'disable', bert.email, '--data', server.dataDir);
  const ofInbox = await cutRecord('file.downloaded');
  const [drop] = await operator.listDrops();
  await operator.revoke(drop?.id ?? '');
  const ofLink = await cutRecord('file.fetched');

  const downloads = [fromInbox, throughLink, archive];
  await untilLetGo(downloads.map(({ port }) => port));
  for (const download of downloads) {
    const { bytes, isWhole } = await download.readOn();
    assert.equal(isWhole, false);
    assert.ok(bytes < fileBytes, `${bytes} bytes arrived`);
  }
  for (const { outcome, details } of [ofInbox, ofLink]) {
    assert.equal(outcome, 'failed');
    assert.ok(Number(details['bytes']) < fileBytes);
    assert.ok(Number(details['bytesAfterEnd']) <= Number(details['bytes']));
  }
});
