import type { Clock } from '../model/clock.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import type { Span } from '../model/download.ts';
import { addSpan, coversAll } from '../model/download.ts';
import type { StoredFile } from '../model/file.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Repositories } from '../model/database.ts';

/**
 * Every byte was sent, the client broke off, the stored data is damaged, or the right to read ended
 * meanwhile.
 */
export type TransferOutcome = 'complete' | 'aborted' | 'damaged' | 'ended';

/** What one transfer sent of a file, and how it ended. */
export interface Transfer {
  span: Span;
  outcome: TransferOutcome;
  /** Of one whose right ended: how many bytes at most were sent after that. */
  bytesAfterEnd?: number | undefined;
}

interface Dependencies {
  randomness: Randomness;
  clock: Clock;
}

/**
 * Counts what was sent to a receiver, through the link or from the inbox, and returns whether it completes
 * the file. That happens once; completing the last file notifies the sender, if the sender wants it. A
 * transfer that broke off is remembered, and completes nothing by itself.
 */
export async function countTransfer(
  dependencies: Dependencies,
  repositories: Repositories,
  receiver: Pick<DispatchReceiver, 'id'>,
  file: Pick<StoredFile, 'id' | 'sizeBytes'>,
  { span, outcome }: Transfer,
): Promise<boolean> {
  const before = await repositories.downloads.find(receiver.id, file.id);
  const spans = keepLargest(addSpan(before?.spans ?? [], span));
  const isWhole = outcome === 'complete' && coversAll(spans, file.sizeBytes);
  const completes = isWhole && before?.completedAt === undefined;
  const completedAt = before?.completedAt ?? (completes ? dependencies.clock.now() : undefined);
  await repositories.downloads.save({
    receiverId: receiver.id,
    fileId: file.id,
    spans,
    completedAt,
  });
  if (completes) await tellIfLast(dependencies, repositories, receiver);
  return completes;
}

/** No real client leaves so many gaps; an abusive one must not fill the database. */
const maxSpans = 1000;

function keepLargest(spans: Span[]): Span[] {
  if (spans.length <= maxSpans) return spans;
  return spans
    .sort((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, maxSpans)
    .sort((one, other) => one.start - other.start);
}

async function tellIfLast(
  { randomness, clock }: Dependencies,
  repositories: Repositories,
  receiver: Pick<DispatchReceiver, 'id'>,
): Promise<void> {
  const delivery = await repositories.dispatches.findByReceiver(receiver.id);
  if (delivery?.dispatch.kind !== 'drop' || !delivery.sender.notices.receipts) return;
  if (!(await repositories.downloads.hasEveryFile(receiver.id, delivery.dispatch.id))) return;
  await repositories.outbox.add([
    {
      id: newId(randomness),
      kind: 'receipt',
      to: delivery.sender.email,
      accountId: delivery.sender.id,
      receiverId: receiver.id,
      createdAt: clock.now(),
    },
  ]);
}
