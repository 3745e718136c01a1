import type { Actor } from '../model/actor.ts';
import type { StoredFile } from '../model/file.ts';
import type { DispatchId, ReceiverId } from '../model/ids.ts';
import type { Command, CommandRunner } from '../ports/command-runner.ts';
import type { Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';
import { recordTransfer } from './record-transfer.ts';

/** A receiver of a dispatch. */
export interface ReceiverRef {
  receiverId: ReceiverId;
  dispatchId: DispatchId;
  email: string;
}

/** What of a file was sent to whom, how that ended, and by which way it was asked for. */
export interface DownloadEvent {
  actor: Actor;
  to: ReceiverRef;
  file: Pick<StoredFile, 'id' | 'name' | 'sizeBytes'>;
  transfer: Transfer;
  way: ByLink | FromInbox;
}

interface ByLink {
  by: 'link';
  /** Whether a button of the page was pressed: nothing else counts. */
  wasAskedFor: boolean;
}

interface FromInbox {
  by: 'inbox';
}

/** Counts a download and writes it into the audit trail. */
export const recordDownload: Command<DownloadEvent, void> = {
  name: 'recordDownload',
  async run(transaction, event) {
    const { repositories } = transaction;
    const { file, transfer, to, way } = event;
    const counts = way.by === 'inbox' || way.wasAskedFor;
    const completes =
      counts &&
      (await countTransfer(transaction, repositories, { id: to.receiverId }, file, transfer));
    await recordTransfer(transaction, repositories, event, completes);
  },
};

/** Records downloads, and knows which of them are not committed yet. */
export interface DownloadLog {
  /** Resolves once the event is durable. Rejects with `OutcomeUnknown` when that cannot be known. */
  record(event: DownloadEvent): Promise<void>;
  /**
   * Resolves once every event of this receiver that was recorded before has been committed or has
   * failed: a receiver who has a file and loads the page again must see that they have it.
   */
  flushed(receiverId: ReceiverId): Promise<void>;
}

export function createDownloadLog(runner: CommandRunner): DownloadLog {
  const underWay = new Map<Promise<void>, ReceiverId>();
  return {
    async record(event) {
      const recorded = runner.run(recordDownload, event);
      underWay.set(recorded, event.to.receiverId);
      try {
        await recorded;
      } finally {
        underWay.delete(recorded);
      }
    },

    async flushed(receiverId) {
      const theirs = [...underWay].filter(([, id]) => id === receiverId);
      await Promise.allSettled(theirs.map(([recorded]) => recorded));
    },
  };
}
