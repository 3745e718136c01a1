import type { AgentOptions, ClientRequestArgs } from 'node:http';
import { Agent as HttpAgent } from 'node:http';
import type { AgentOptions as HttpsAgentOptions } from 'node:https';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

import { silenceError } from './s3-errors.ts';

type Connected = (error: Error | null, socket: Duplex) => void;
type Connection = Duplex | null | undefined;

/** The most that one read of a socket returns. Larger reads gain nothing. */
const readBytes = 256 * 1024;

/**
 * Agents whose sockets all read into one buffer. Node's parser copies from it what it passes on, before the next
 * read. By itself Node takes 64 KiB of new memory for each read, and a fast download keeps the garbage collector
 * busy: it took twice the processor time. A socket without a byte in either direction for `options.timeout` fails with
 * an error of silence, and is not kept for another request (decision 0068).
 */
export function createOneBufferAgents(options: AgentOptions, tls: HttpsAgentOptions) {
  const buffer = Buffer.allocUnsafeSlow(readBytes);

  function connect(
    request: ClientRequestArgs,
    open: (request: ClientRequestArgs) => Connection,
  ): Connection {
    const onread = {
      buffer,
      callback(bytes: number): boolean {
        socket?.emit('data', buffer.subarray(0, bytes));
        return true;
      },
    };
    const socket = open({ ...request, onread } as ClientRequestArgs);
    socket?.on('timeout', () => socket.destroy(silenceError()));
    return socket;
  }

  class OneBufferHttpAgent extends HttpAgent {
    override createConnection(request: ClientRequestArgs, connected?: Connected): Connection {
      return connect(request, (withBuffer) => super.createConnection(withBuffer, connected));
    }
  }

  class OneBufferHttpsAgent extends HttpsAgent {
    override createConnection(request: ClientRequestArgs, connected?: Connected): Connection {
      return connect(request, (withBuffer) => super.createConnection(withBuffer, connected));
    }
  }

  return {
    httpAgent: new OneBufferHttpAgent(options),
    httpsAgent: new OneBufferHttpsAgent({ ...options, ...tls }),
  };
}
