import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { after } from 'node:test';

/** A line that breaks, or spoils, what comes back from a server. */
export async function openLineBack(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let everyBytes = Infinity;
  let sinceCut = 0;
  let carried = 0;
  let cuts = 0;
  let isSpoiling = false;
  let holding: { bytesLeft: number; held: () => void } | undefined;

  const listener = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Both ends go together; that one of them fails is what this is for.
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('end', () => client.end());
    upstream.on('data', (bytes: Buffer) => {
      carried += bytes.length;
      if (holding !== undefined) {
        holding.bytesLeft -= bytes.length;
        if (holding.bytesLeft <= 0) {
          // Nothing more comes over this connection.
          holding.held();
          holding = undefined;
          upstream.pause();
          return;
        }
      }
      sinceCut += bytes.length;
      const sent = Buffer.from(bytes);
      if (isSpoiling && sent.length > 10_000) sent[sent.length - 1] = (sent.at(-1) ?? 0) ^ 1;
      const isTaken = client.write(sent);
      if (!isTaken) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
      if (sinceCut < everyBytes) return;
      sinceCut = 0;
      cuts += 1;
      client.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cutEvery(bytes: number): void {
      everyBytes = bytes;
      sinceCut = 0;
    },
    /** Changes a bit of each large piece from now on. */
    spoil(): void {
      isSpoiling = true;
    },
    /** Lets so many bytes through, keeps that connection silent then, and resolves. */
    async holdAfter(bytes: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      holding = {
        bytesLeft: bytes,
        held: () => {
          resolve(undefined);
        },
      };
      await promise;
    },
    cuts: () => cuts,
    carried: () => carried,
  };
}
