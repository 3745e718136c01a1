import { once } from 'node:events';
import { connect as connectSecurely } from 'node:tls';
import { connect } from 'node:net';
import { exampleName } from './certificate.ts';
import type { Gate } from './secure-exchange.ts';

/** How long the other side may be silent before it is taken to have said all. */
const quietMs = 250;

/** Sends bytes that need not be HTTP over TLS, and returns all that comes back. */
export async function rawSecureExchange({ port, ca, from }: Gate, bytes: string): Promise<string> {
  const way = connect({
    port,
    host: '127.0.0.1',
    ...(from === undefined ? {} : { localAddress: from }),
  });
  const socket = connectSecurely({
    socket: way,
    servername: exampleName,
    ...(ca === undefined ? {} : { ca }),
  });
  await once(socket, 'secureConnect');
  let received = '';
  socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1');
  });
  const closed = once(socket, 'close');
  socket.setTimeout(quietMs, () => socket.destroy());
  socket.write(bytes, 'latin1');
  await closed;
  return received;
}
