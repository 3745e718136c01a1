import { OutcomeUnknown } from '../domain/outcome-unknown.ts';
import type { Addressee, TransferLedger } from '../domain/transfer-ledger.ts';
import type { TrayEntrance, TrayEntry } from '../domain/tray-entrance.ts';
import { ownCopy } from '../threads/message-bytes.ts';
import { OrderThread, ThreadLost } from '../threads/order-thread.ts';
import type {
  Recorded,
  RecordingOrder,
  RecordingPlace,
  RecordingTask,
  SentEntry,
} from './orders.ts';

const usualProgram = new URL('./thread.ts', import.meta.url);

/**
 * Where the uploads and downloads of a server become rows: in a thread with a connection of its own,
 * so that whoever takes requests waits for no commit, and what comes during one shares the next. The
 * thread starts with the first of them; one that dies is replaced.
 */
export interface Recording extends TrayEntrance, TransferLedger {
  /** Resolves once what came has been recorded, or has failed. Nothing may come afterwards. */
  close(): Promise<void>;
}

export function createRecording(place: RecordingPlace, program: URL = usualProgram): Recording {
  let thread: OrderThread<RecordingOrder, Recorded> | undefined;
  let isClosed = false;
  /** What the thread has yet to answer, and whom it is for where that matters. */
  const underWay = new Map<Promise<Recorded>, Addressee | undefined>();

  function startThread(): OrderThread<RecordingOrder, Recorded> {
    const kind = { program, name: 'valise-recording', data: place };
    return new OrderThread(kind, () => {
      thread = undefined;
    });
  }

  async function order(task: RecordingTask, addressee?: Addressee): Promise<void> {
    if (isClosed) throw new Error('Recording has ended');
    thread ??= startThread();
    const recorded = thread.order({ task }, []);
    underWay.set(recorded, addressee);
    try {
      await recorded;
    } catch (error) {
      throw error instanceof ThreadLost ? new OutcomeUnknown(error) : error;
    } finally {
      underWay.delete(recorded);
    }
  }

  return {
    enter: (entry) => order({ kind: 'enter', entry: send(entry) }),

    record: (handedOver) => order({ kind: 'count', handedOver }, handedOver.to),

    async settled({ dispatchId, email }) {
      const theirs = [...underWay].filter(
        ([, to]) => to?.dispatchId === dispatchId && to.email === email,
      );
      await Promise.allSettled(theirs.map(([recorded]) => recorded));
    },

    async close() {
      // An answer ends before it is counted, so that nobody may be left who waits for the count.
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
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
