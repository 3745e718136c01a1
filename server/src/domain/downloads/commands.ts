import type { Repositories } from '../model/database.ts';
import type { StoredFile } from '../model/file.ts';
import type { AccountId, DispatchId, ReceiverId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { Command } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { CountedRepositories, Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';
import { countVisit } from './count-visit.ts';
import type { RecordedRepositories } from './record-transfer.ts';
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
  /** Where strangers share the link: the browser that uses it. */
  visitorHash?: Buffer;
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
  run: (transaction, event) => recordOneDownload(transaction, transaction.repositories, event),
};

/** The same within the transaction of another act. */
export async function recordOneDownload(
  dependencies: Pick<ServiceParts, 'clock' | 'events'>,
  repositories: CountedRepositories & RecordedRepositories & Pick<Repositories, 'visits'>,
  event: DownloadEvent,
): Promise<void> {
  const { actor, file, transfer, to, way } = event;
  const counts = way.by === 'inbox' || way.wasAskedFor;
  const { visitorHash } = to;
  if (counts && visitorHash !== undefined) {
    await countVisit(dependencies, repositories, { ...to, visitorHash }, file, transfer);
  }
  const receiver = { ...to, id: to.receiverId };
  const completes =
    counts &&
    visitorHash === undefined &&
    (await countTransfer({ ...dependencies, actor }, repositories, receiver, file, transfer));
  await recordTransfer(dependencies, repositories, event, completes);
}
