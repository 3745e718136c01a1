import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
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
  const { store } = dependencies;
  return {
    record: (handedOver) =>
      store.transact((repositories) =>
        handedOver.way.by === 'link'
          ? recordFetch(dependencies, repositories, handedOver, handedOver.way)
          : recordDownload(dependencies, repositories, handedOver),
      ),
    settled: () => Promise.resolve(),
  };
}

async function recordFetch(
  dependencies: Dependencies,
  repositories: Repositories,
  { actor, to, file, transfer }: HandedOver,
  { receiverId, wasAskedFor }: ByLink,
): Promise<void> {
  const receiver = { id: receiverId };
  const completes =
    wasAskedFor && (await countTransfer(dependencies, repositories, receiver, file, transfer));
  await dependencies.audit.record(repositories, actor, {
    action: transfer.outcome === 'damaged' ? 'file.integrity_failed' : 'file.fetched',
    object: file.name,
    outcome: transfer.outcome === 'complete' ? 'ok' : 'failed',
    details: {
      fileId: file.id,
      dispatchId: to.dispatchId,
      receiver: to.email,
      bytes: transfer.span.end - transfer.span.start,
      wasAskedFor,
      completes,
    },
  });
}

async function recordDownload(
  dependencies: Dependencies,
  repositories: Repositories,
  { actor, to, file, transfer }: HandedOver,
): Promise<void> {
  const drop = await repositories.dispatches.find(to.dispatchId);
  const receiver = drop?.receivers.find(({ email }) => email === to.email);
  if (receiver) await countTransfer(dependencies, repositories, receiver, file, transfer);
  await dependencies.audit.record(repositories, actor, {
    action: transfer.outcome === 'damaged' ? 'file.integrity_failed' : 'file.downloaded',
    object: file.name,
    outcome: transfer.outcome === 'complete' ? 'ok' : 'failed',
    details: {
      fileId: file.id,
      bytes: transfer.span.end - transfer.span.start,
      sizeBytes: file.sizeBytes,
    },
  });
}
