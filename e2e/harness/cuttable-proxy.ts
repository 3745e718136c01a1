import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { after } from 'node:test';

/** A line between a client and a server that the test can cut and mend. */
export interface CuttableProxy {
  /** Where the server answers over this line. */
  readonly url: string;
  /** How many bytes have left for the server. */
  carriedBytes(): number;
  /** Ends every connection in the middle of whatever it carries, and lets no new one through. */
  cut(): void;
  /** Cuts the line as soon as so many more bytes have left for the server, and resolves then. */
  cutAfter(bytes: number): Promise<void>;
  mend(): void;
  /** Takes connections and passes nothing on, in either direction, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** `serverUrl` is asked at each connection: a restart moves a server. */
export async function openCuttableProxy(serverUrl: () => string): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  let carriedBytes = 0;
  const lines = new Map<Socket, Socket>();
  let planned: { bytesLeft: number; resolve: () => void } | undefined;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    // Both ends go together; that one of them fails is what this is for.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  }

  function carry(client: Socket, server: Socket): void {
    client.pipe(server).pipe(client);
  }

  function hold(client: Socket, server: Socket): void {
    client.unpipe(server).pause();
    server.unpipe(client).pause();
  }

  function count(bytes: number): void {
    carriedBytes += bytes;
    if (planned === undefined) return;
    planned.bytesLeft -= bytes;
    if (planned.bytesLeft > 0) return;
    cut();
    planned.resolve();
    planned = undefined;
  }

  const listener = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const { hostname, port } = new URL(serverUrl());
    const server = keep(connect(Number(port), hostname));
    // As a proxy does: else the bytes of a request wait some 40 ms for the answer of TCP to its headers.
    server.setNoDelay();
    client.setNoDelay();
    keep(client).on('close', () => {
      lines.delete(client);
      server.destroy();
    });
    lines.set(client, server);
    server.on('close', () => client.destroy());
    client.on('data', ({ length }) => {
      count(length);
    });
    if (isFrozen) hold(client, server);
    else carry(client, server);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    carriedBytes: () => carriedBytes,
    cut,
    async cutAfter(bytes) {
      await new Promise<void>((resolve) => {
        planned = { bytesLeft: bytes, resolve };
      });
    },
    mend() {
      isCut = false;
    },
    freeze() {
      isFrozen = true;
      for (const [client, server] of lines) hold(client, server);
    },
    thaw() {
      isFrozen = false;
      for (const [client, server] of lines) carry(client, server);
    },
  };
}
