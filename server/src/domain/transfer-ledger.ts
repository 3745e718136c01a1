import type { Actor } from './actor.ts';
import type { AuditRecord, AuditTrail } from './audit.ts';
import type { Clock } from './clock.ts';
import type { Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';
import type { StoredFile } from './file.ts';
import type { DispatchId, Randomness, ReceiverId } from './ids.ts';
import type { Repositories, Store } from './store.ts';

/** One of those whom a dispatch was sent to. */
export interface Addressee {
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
  receiverId: ReceiverId;
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
  settled(addressee: Addressee): Promise<void>;
}

interface Dependencies {
  store: Pick<Store, 'transact'>;
  audit: AuditTrail;
  randomness: Randomness;
  clock: Clock;
}

/** Writes down through the store itself, whose readers wait their turn behind what was begun. */
export function createTransferLedger(dependencies: Dependencies): TransferLedger {
  const { store, audit } = dependencies;
  return {
    record: (handedOver) =>
      store.transact(async (repositories) => {
        const { actor, file, transfer, way } = handedOver;
        const details =
          way.by === 'link'
            ? await countFetch(dependencies, repositories, handedOver, way)
            : await countDownload(dependencies, repositories, handedOver);
        const action = way.by === 'link' ? 'file.fetched' : 'file.downloaded';
        await audit.record(repositories, actor, {
          action: transfer.outcome === 'damaged' ? 'file.integrity_failed' : action,
          object: file.name,
          outcome: transfer.outcome === 'complete' ? 'ok' : 'failed',
          details: {
            fileId: file.id,
            bytes: transfer.span.end - transfer.span.start,
            ...details,
          },
        });
      }),
    settled: () => Promise.resolve(),
  };
}

/** Counts what went through a link; returns what else the record tells. */
async function countFetch(
  dependencies: Dependencies,
  repositories: Repositories,
  { to, file, transfer }: HandedOver,
  { receiverId, wasAskedFor }: ByLink,
): Promise<AuditRecord['details']> {
  const receiver = { id: receiverId };
  const completes =
    wasAskedFor && (await countTransfer(dependencies, repositories, receiver, file, transfer));
  return { dispatchId: to.dispatchId, receiver: to.email, wasAskedFor, completes };
}

/** The same for what an account took from its inbox. */
async function countDownload(
  dependencies: Dependencies,
  repositories: Repositories,
  { to, file, transfer }: HandedOver,
): Promise<AuditRecord['details']> {
  const drop = await repositories.dispatches.find(to.dispatchId);
  const receiver = drop?.receivers.find(({ email }) => email === to.email);
  if (receiver) await countTransfer(dependencies, repositories, receiver, file, transfer);
  return { sizeBytes: file.sizeBytes };
}
