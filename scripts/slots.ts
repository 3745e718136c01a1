// Places for the processes of a run, which all its steps share: as many work at once as there are places, whichever
// step they belong to, so that no core is idle while one step waits for its last file. A process asks for its place
// on a socket and has it until it closes its end, or is gone.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who asked first has its place first. */
export async function offerSlots(count: number): Promise<{ address: string; end: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'valise-slots-'));
  const address = join(folder, 'socket');
  const waiting = new Set<Socket>();
  let free = count;
  const serveNext = () => {
    for (const socket of waiting) {
      if (free === 0) return;
      waiting.delete(socket);
      free -= 1;
      socket.write('\n');
    }
  };
  const server = createServer((socket) => {
    waiting.add(socket);
    // A process that was killed has no more to say: what counts is that its end is closed.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!waiting.delete(socket)) free += 1;
      serveNext();
    });
    socket.resume();
    serveNext();
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    address,
    end() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits for a place, which the returned function gives back, as the end of the process does. */
export async function takeSlot(address: string): Promise<() => void> {
  const socket = connect(address);
  await once(socket, 'data');
  socket.unref();
  return () => {
    socket.destroy();
  };
}
