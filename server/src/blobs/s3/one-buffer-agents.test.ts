import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, get } from 'node:http';
import { createServer as createHttpsServer, get as getHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { makeCertificate } from '../../testing/certificate.ts';
import { createOneBufferAgents } from './one-buffer-agents.ts';

const bytes = randomBytes(5_000_003);
/** Of no size that a buffer or a record has. */
const pieceBytes = 70_001;

/** The path says from where on the bytes are sent. */
const sendBytes: RequestListener = (request, response) => {
  const start = Number(request.url?.slice(1));
  response.setHeader('content-length', bytes.length - start);
  for (let at = start; at < bytes.length; at += pieceBytes) {
    response.write(bytes.subarray(at, at + pieceBytes));
  }
  response.end();
};

for (const scheme of ['http', 'https'] as const) {
  describe(`a client whose ${scheme} connections read into one buffer`, () => {
    let folder: string;
    let server: Server;
    let agents: ReturnType<typeof createOneBufferAgents>;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'valise-agents-'));
      const { cert, key } = await makeCertificate(folder, 'store');
      server =
        scheme === 'http' ? createServer(sendBytes) : createHttpsServer({ cert, key }, sendBytes);
      await once(server.listen(0, 'localhost'), 'listening');
      agents = createOneBufferAgents({ keepAlive: true }, { ca: cert });
    });
    after(async () => {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
      server.close();
      await rm(folder, { recursive: true });
    });

    async function request(start: number): Promise<IncomingMessage> {
      const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}/${start}`;
      const { httpAgent, httpsAgent } = agents;
      const sent =
        scheme === 'http' ? get(url, { agent: httpAgent }) : getHttps(url, { agent: httpsAgent });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return answer;
    }
    async function read(start: number): Promise<Buffer> {
      return Buffer.concat(await Array.fromAsync(await request(start)));
    }

    test('gets every byte, one request after another', async () => {
      for (const start of [0, 1, 4_999_999]) {
        assert.ok((await read(start)).equals(bytes.subarray(start)), `from ${start}`);
      }
    });

    test('mixes up nothing of requests that run together', async () => {
      const starts = Array.from({ length: 8 }, (_, at) => at * 300_007);
      const answers = await Promise.all(starts.map(read));
      answers.forEach((answer, at) => {
        assert.ok(answer.equals(bytes.subarray(starts[at])), `from ${starts[at]}`);
      });
    });

    test('loses nothing while nobody reads', async () => {
      const slow = await request(0);
      const pieces: Buffer[] = [];
      for await (const piece of slow) {
        pieces.push(piece as Buffer);
        // Others use the buffer meanwhile.
        if (pieces.length % 8 === 1) await read(4_000_000);
      }
      assert.ok(Buffer.concat(pieces).equals(bytes));
    });
  });
}
