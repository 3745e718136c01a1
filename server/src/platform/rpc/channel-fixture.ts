import { EventEmitter } from 'node:events';
import type { Channel } from './rpc.ts';

/** Both ends of a channel between two processes: it carries what JSON can hold, a turn later. */
export function openChannel(): { here: Channel; there: Channel; close: () => void } {
  const ends = new EventEmitter();
  let isClosed = false;
  function end(mine: string, other: string): Channel {
    return {
      send(message) {
        const text = JSON.stringify(message);
        setImmediate(() => {
          if (!isClosed) ends.emit(other, JSON.parse(text));
        });
      },
      onMessage: (listener) => void ends.on(mine, listener),
      onClose: (listener) => void ends.on('close', listener),
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
