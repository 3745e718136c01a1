import { EventEmitter } from 'node:events';
import type { Transport } from './transport.ts';

/** Both ends of a transport between two processes: it carries what JSON can hold, a turn later. */
export function openTransports(): { here: Transport; there: Transport; close: () => void } {
  const ends = new EventEmitter();
  let isClosed = false;
  function end(mine: string, other: string): Transport {
    return {
      peer: 'process',
      send(message) {
        const text = JSON.stringify(message);
        setImmediate(() => {
          if (!isClosed) ends.emit(other, JSON.parse(text));
        });
      },
      onMessage: (listener) => void ends.on(mine, listener),
      onClose: (listener) =>
        void ends.on('close', () => {
          listener();
        }),
    };
  }
  return {
    here: end('here', 'there'),
    there: end('there', 'here'),
    close: () => {
      isClosed = true;
      ends.emit('close');
    },
  };
}
