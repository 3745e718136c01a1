import type { Clock } from '../model/clock.ts';
import { day, hour } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { TransferSum } from '../model/download.ts';
import type { EventIds, EventRows, Events } from '../model/event.ts';
import type { AccountId, FileId } from '../model/ids.ts';
import { networkOf } from '../ports/rate-limiter.ts';
import type { DownloadEvent, ReceiverRef } from './commands.ts';
import type { Transfer } from './count-transfer.ts';

/** A session ends after this long without a transfer, */
const quietMs = hour;
/** and is recorded after this long at the latest. */
const longestMs = day;

interface Dependencies {
  events: Events;
  clock: Pick<Clock, 'now'>;
}

/** The rows that a record needs. */
export type RecordedRepositories = Pick<Repositories, 'transferSums' | EventRows>;

/**
 * Records a transfer: at once, or as part of a sum. A whole file, one that this transfer completes and an
 * end that someone should know of have a record at once. Parts of a file, and repeated transfers within the
 * same session, share one, so that frequent requests do not fill the trail.
 */
export async function recordTransfer(
  dependencies: Dependencies,
  repositories: RecordedRepositories,
  event: DownloadEvent,
  completes: boolean,
): Promise<void> {
  const { transfer } = event;
  if (completes || transfer.outcome === 'ended') {
    await recordWithSums(dependencies, repositories, event, completes);
    return;
  }
  const sums = repositories.transferSums;
  const blank = blankSum(dependencies.clock, event);
  const sum = await sums.find(blank);
  const isFault = transfer.outcome === 'damaged';
  const isAtOnce = isFault ? sum?.hasFault !== true : sum === undefined && !isPart(event);
  if (isAtOnce) await recordOne(dependencies, repositories, event, { completes });
  const before = sum ?? blank;
  await sums.save({
    ...withEnds(dependencies.clock, before),
    actor: event.actor,
    wasAskedFor: before.wasAskedFor || blank.wasAskedFor,
    hasFault: before.hasFault || isFault,
    ...(isAtOnce ? {} : added(before, transfer)),
  });
}

/** The record of a session; none where all of it is in the trail already. */
export async function recordSum(
  { events }: Pick<Dependencies, 'events'>,
  repositories: RecordedRepositories,
  sum: TransferSum,
  accountId?: AccountId,
): Promise<void> {
  await repositories.transferSums.remove(sum);
  if (sum.requests === 0) return;
  const { actor, requests, bytes, firstAt, lastAt } = sum;
  await events.tell(repositories, actor, {
    ...eventOf(sum, accountId),
    ids: idsOf(sum, sum.fileId),
    outcome: sum.hasWholePart ? 'ok' : 'failed',
    details: {
      fileId: sum.fileId,
      bytes,
      requests,
      firstAt,
      lastAt,
      ...(sum.way === 'inbox'
        ? { sizeBytes: sum.fileBytes }
        : linkDetails(sum.dispatchId, sum.email, sum.wasAskedFor, false)),
    },
  });
}

/**
 * One record with all transfers of the file by this client; one more for each other client of the receiver.
 */
async function recordWithSums(
  dependencies: Dependencies,
  repositories: RecordedRepositories,
  event: DownloadEvent,
  completes: boolean,
): Promise<void> {
  const { to, file } = event;
  const own = blankSum(dependencies.clock, event);
  let before: TransferSum | undefined;
  for (const sum of await repositories.transferSums.listFor(to.receiverId, file.id)) {
    const isOwn = sum.way === own.way && sum.network === own.network;
    if (isOwn) before = sum;
    if (isOwn) await repositories.transferSums.remove(sum);
    else await recordSum(dependencies, repositories, sum, to.accountId);
  }
  await recordOne(dependencies, repositories, event, { completes, before });
}

async function recordOne(
  { events }: Dependencies,
  repositories: RecordedRepositories,
  { actor, to, file, transfer, way }: DownloadEvent,
  { completes, before }: { completes: boolean; before?: TransferSum | undefined },
): Promise<void> {
  const { bytesAfterEnd } = transfer;
  const bytes = transfer.span.end - transfer.span.start;
  const event = eventOf({ way: way.by, fileName: file.name }, to.accountId);
  await events.tell(repositories, actor, {
    ...event,
    action: transfer.outcome === 'damaged' ? 'file.integrity_failed' : event.action,
    ids: idsOf(to, file.id),
    outcome: transfer.outcome === 'complete' ? 'ok' : 'failed',
    details: {
      fileId: file.id,
      bytes: bytes + (before?.bytes ?? 0),
      ...(before === undefined || before.requests === 0
        ? {}
        : { requests: before.requests + 1, firstAt: before.firstAt }),
      ...(bytesAfterEnd === undefined ? {} : { bytesAfterEnd }),
      ...(way.by === 'inbox'
        ? { sizeBytes: file.sizeBytes }
        : linkDetails(to.dispatchId, to.email, way.wasAskedFor, completes)),
    },
  });
}

function eventOf(
  { way, fileName }: Pick<TransferSum, 'way' | 'fileName'>,
  accountId: AccountId | undefined,
) {
  return {
    action: way === 'link' ? 'file.fetched' : 'file.downloaded',
    // The row of a sum does not name it.
    account: accountId && { id: accountId },
    object: fileName,
  } as const;
}

function idsOf(
  { dispatchId, receiverId }: Pick<ReceiverRef, 'dispatchId' | 'receiverId'>,
  file: FileId,
): EventIds {
  return { dispatch: dispatchId, receiver: receiverId, file };
}

function linkDetails(
  dispatchId: string,
  receiver: string,
  wasAskedFor: boolean,
  completes: boolean,
) {
  return { dispatchId, receiver, wasAskedFor, completes };
}

/** Whether a client requested a part of the file, and got it. */
function isPart({ file, transfer: { span, outcome, isInArchive }, to }: DownloadEvent): boolean {
  const waitsForOthers = to.downloadLimit !== undefined && isInArchive === true;
  return outcome === 'complete' && (waitsForOthers || span.end - span.start < file.sizeBytes);
}

function blankSum(
  clock: Dependencies['clock'],
  { actor, to, file, way }: DownloadEvent,
): TransferSum {
  const now = clock.now();
  return {
    receiverId: to.receiverId,
    fileId: file.id,
    way: way.by,
    network: networkOf(actor.source),
    dispatchId: to.dispatchId,
    email: to.email,
    fileName: file.name,
    fileBytes: file.sizeBytes,
    wasAskedFor: way.by === 'link' && way.wasAskedFor,
    actor,
    requests: 0,
    bytes: 0,
    hasWholePart: false,
    hasFault: false,
    firstAt: now,
    lastAt: now,
    dueAt: now,
  };
}

function withEnds(clock: Dependencies['clock'], sum: TransferSum): TransferSum {
  const lastAt = clock.now();
  return { ...sum, lastAt, dueAt: Math.min(lastAt + quietMs, sum.firstAt + longestMs) };
}

function added({ requests, bytes, hasWholePart }: TransferSum, { span, outcome }: Transfer) {
  return {
    requests: requests + 1,
    bytes: bytes + span.end - span.start,
    hasWholePart: hasWholePart || outcome === 'complete',
  };
}
