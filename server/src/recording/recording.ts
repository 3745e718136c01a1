import { OutcomeUnknown } from '../domain/outcome-unknown.ts';
import type { TrayEntrance, TrayEntry } from '../domain/tray-entrance.ts';
import { ownCopy } from '../threads/message-bytes.ts';
import { OrderThread, ThreadLost } from '../threads/order-thread.ts';
import type { EnterOrder, Entered, RecordingPlace, SentEntry } from './orders.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);

/**
 * Where the uploads of a server become rows: in a thread with a connection of its own, so that
 * whoever takes requests waits for no commit, and what comes during one shares the next. The thread
 * starts with the first upload; one that dies is replaced.
 */
export interface Recording extends TrayEntrance {
  /** Nothing may enter afterwards. */
  close(): Promise<void>;
}

export function createRecording(place: RecordingPlace, program: URL = usualProgram): Recording {
  let thread: OrderThread<EnterOrder, Entered> | undefined;
  let isClosed = false;

  function startThread(): OrderThread<EnterOrder, Entered> {
    const kind = { program, name: 'valise-recording', data: place };
    return new OrderThread(kind, () => {
      thread = undefined;
    });
  }

  return {
    async enter(entry) {
      if (isClosed) throw new Error('Recording has ended');
      thread ??= startThread();
      try {
        await thread.order({ entry: send(entry) }, []);
      } catch (error) {
        throw error instanceof ThreadLost ? new OutcomeUnknown(error) : error;
      }
    },

    async close() {
      isClosed = true;
      await thread?.stop();
    },
  };
}

function send({ files, ...entry }: TrayEntry): SentEntry {
  return {
    ...entry,
    files: files.map(({ sha256, wrappedKey, ...file }) => ({
      ...file,
      sha256: ownCopy(sha256),
      wrappedKey: ownCopy(wrappedKey),
    })),
  };
}
