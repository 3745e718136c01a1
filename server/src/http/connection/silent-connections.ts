import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends, when the server closes, the connections without any request. Before Node 26, closing idle ones
 * leaves these open, and a server would wait for them. Returns a function to call with the connection of
 * every request.
 */
export function endSilentConnections(app: FastifyInstance): (socket: Socket) => void {
  const silent = new Map<string, Socket>();
  const heard = new WeakSet<Socket>();

  app.server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    silent.set(peer, socket);
    socket.once('close', () => silent.delete(peer));
  });
  app.addHook('preClose', (done) => {
    for (const socket of silent.values()) socket.destroy();
    done();
  });
  return (socket) => {
    if (heard.has(socket)) return;
    heard.add(socket);
    silent.delete(peerOf(socket));
  };
}

/** Under TLS a request's socket is not the one that was accepted; its peer is the same. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
