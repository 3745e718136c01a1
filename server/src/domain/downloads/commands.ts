import type { StoredFile } from '../model/file.ts';
import type { AccountId, DispatchId, ReceiverId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { Command } from '../ports/command-runner.ts';
import type { Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';
import { recordTransfer } from './record-transfer.ts';

/** A receiver of a dispatch. */
export interface ReceiverRef {
  receiverId: ReceiverId;
  dispatchId: DispatchId;
  /** Whose dispatch it is. */
  accountId: AccountId;
  email: string;
  /** How often they may download each file; left out: any number of times. */
  downloadLimit?: number;
}

/** What was sent of a file to whom, how that ended, and how it was requested. */
export interface DownloadEvent {
  actor: Actor;
  to: ReceiverRef;
  file: Pick<StoredFile, 'id' | 'name' | 'sizeBytes'>;
  transfer: Transfer;
  way: ByLink | FromInbox;
}

interface ByLink {
  by: 'link';
  /** Whether a button of the page was pressed: only then it counts. */
  wasAskedFor: boolean;
}

interface FromInbox {
  by: 'inbox';
}

/** Counts a download and writes it into the audit trail. */
export const recordDownload: Command<DownloadEvent, void> = {
  name: 'recordDownload',
  turnOf: ({ to }) => to.receiverId,
  async run(transaction, event) {
    const { repositories } = transaction;
    const { file, transfer, to, way } = event;
    const counts = way.by === 'inbox' || way.wasAskedFor;
    const completes =
      counts &&
      (await countTransfer(
        { ...transaction, actor: event.actor },
        repositories,
        { ...to, id: to.receiverId },
        file,
        transfer,
      ));
    await recordTransfer(transaction, repositories, event, completes);
  },
};
