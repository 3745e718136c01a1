import type { Transport } from './transport.ts';

/** One end of the IPC channel between two processes: `process`, a child process or a worker of a cluster. */
interface ProcessEnd {
  send?(
    message: object,
    handle: undefined,
    options: undefined,
    callback: (error: Error | null) => void,
  ): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** Messages cross as JSON: they lose what JSON does not hold, and transfer no memory. */
export function processTransport(end: ProcessEnd, peer: string): Transport {
  return {
    peer,
    send(message) {
      // A lost message is reported by the end of the channel.
      end.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage(listener) {
      end.on('message', listener);
    },
    onClose(listener) {
      end.once('disconnect', () => {
        listener();
      });
    },
  };
}
