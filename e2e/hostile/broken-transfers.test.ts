import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startTarget, withstands } from './target.ts';

const target = await startTarget({ settings: ['--stall-time', '2s'] });
const { owner, server } = target;
const signed = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;

function uploadRequest(content: Buffer, lengthError = 0): { head: string; body: Buffer } {
  const { contentType, body } = multipart([doUpload, filePart('new.bin', content)]);
  const lines = [
    `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1`,
    `${signed}Content-Type: ${contentType}`,
    `Content-Length: ${body.length + lengthError}`,
  ];
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body };
}

function bytesOf({ head, body }: { head: string; body: Buffer }): Buffer {
  return Buffer.concat([Buffer.from(head), body]);
}

test('an upload longer than it says is refused', async () => {
  await withstands(target, async () => {
    for (const missing of [3, 10, 40, 200, 9_000]) {
      const request = bytesOf(uploadRequest(Buffer.alloc(10_000, 'x'), -missing));
      const answer = await rawExchange(server.url, request);
      assert.equal(answer.status, 400, `${missing}: ${answer.raw}`);
    }
  });
});

test('an upload shorter than it says is waited for, and given up', async () => {
  await withstands(target, async () => {
    const answers = await Promise.all(
      [1, 2, 100, 1_000_000_000].map((excess) =>
        rawExchange(server.url, bytesOf(uploadRequest(Buffer.alloc(10_000, 'x'), excess))),
      ),
    );
    for (const { raw } of answers) assert.equal(raw, '', 'cut off without an answer');
  });
});

test('200 uploads that break off, at whatever byte, leave nothing', async () => {
  await withSeed(async (random) => {
    const request = bytesOf(uploadRequest(random.bytes(700_000)));
    await withstands(target, async () => {
      await tenAtATime(200, async () => {
        const socket = await open();
        socket.write(request.subarray(0, random.below(request.length)));
        await sleep(random.below(30));
        await breakOff(socket, random);
      });
    });
  });
});

test('100 downloads that break off, at whatever byte, do no harm', async () => {
  await withSeed(async (random) => {
    await owner.upload({ 'large.bin': random.bytes(20_000_000) });
    await owner.get('createdrop', { json: {} });
    const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
    const path = owner.path(`${inbox[0]?.url ?? ''}/files/large.bin`);
    await withstands(target, async () => {
      await tenAtATime(100, async () => {
        const socket = await open();
        const enough = random.below(10_000_000);
        socket.on('data', () => {
          if (socket.bytesRead >= enough) socket.pause();
        });
        socket.write(`GET ${path} HTTP/1.1\r\n${signed}\r\n`);
        await sleep(20 + random.below(60));
        await breakOff(socket, random);
      });
    });
  });
});

async function tenAtATime(count: number, act: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await act();
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Closes a connection, or resets it. */
async function breakOff(socket: Socket, random: SeededRandom): Promise<void> {
  const closed = once(socket, 'close');
  if (random.chance(0.5)) socket.destroySoon();
  else socket.resetAndDestroy();
  await closed;
}
