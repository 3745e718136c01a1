import type { Server } from 'node:net';

/** About as long as it takes another process to wake up and take what waits. */
const momentMs = 0.1;
const longestMs = 0.3;

/**
 * Workers share one listening socket, and Node takes everything that waits there in one go: of
 * connections that come together, one worker would get most, and keep them. So whoever takes one
 * while it has others stands back for a moment, and one that has fewer takes the next.
 */
export function spreadConnections(server: Server): void {
  const neverWoken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let others = 0;
  server.prependListener('connection', (socket) => {
    if (others > 0) Atomics.wait(neverWoken, 0, 0, Math.min(others * momentMs, longestMs));
    others += 1;
    socket.once('close', () => {
      others -= 1;
    });
  });
}
