import type { Actor } from '../model/actor.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';
import { recordTransfer } from './record-transfer.ts';
import type { StoredFile } from '../model/file.ts';
import type { DispatchId, Randomness, ReceiverId } from '../model/ids.ts';
import type { Database } from '../model/database.ts';

/** One of those whom a dispatch was sent to. */
export interface Addressee {
  receiverId: ReceiverId;
  dispatchId: DispatchId;
  email: string;
}

/** What of a file was handed over to whom, how that ended, and by which way it was asked for. */
export interface HandedOver {
  actor: Actor;
  to: Addressee;
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

/** Where it is counted and written down what was handed over. */
export interface TransferLedger {
  /**
   * Resolves once it lasts. Rejects with `OutcomeUnknown` when nobody can say whether it was written
   * down.
   */
  record(handedOver: HandedOver): Promise<void>;
  /**
   * Resolves once every entry for them that came before has been written down, or has failed: who
   * has a file, and looks again, must see that they have it.
   */
  settled(receiverId: ReceiverId): Promise<void>;
}

interface Dependencies {
  database: Pick<Database, 'transact'>;
  audit: AuditTrail;
  randomness: Randomness;
  clock: Clock;
}

/** Writes down through the store itself, whose readers wait their turn behind what was begun. */
export function createTransferLedger(dependencies: Dependencies): TransferLedger {
  const { database } = dependencies;
  return {
    record: (handedOver) =>
      database.transact(async (repositories) => {
        const { file, transfer, to, way } = handedOver;
        const counts = way.by === 'inbox' || way.wasAskedFor;
        const completes =
          counts &&
          (await countTransfer(dependencies, repositories, { id: to.receiverId }, file, transfer));
        await recordTransfer(dependencies, repositories, handedOver, completes);
      }),
    settled: () => Promise.resolve(),
  };
}
