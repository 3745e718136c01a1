import { setTimeout as sleep } from 'node:timers/promises';

import { recordInBatches } from '../audit/record-repeated.ts';
import type { AuditEvent, AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { TransferSum } from '../model/download.ts';
import type { StoredFile } from '../model/file.ts';
import type { DispatchId, ReceiverId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { isUnavailable } from '../model/valise-error.ts';
import type { Command, CommandRunner } from '../ports/command-runner.ts';
import { networkOf } from '../ports/rate-limiter.ts';
import type { Transfer } from './count-transfer.ts';
import { countTransfer } from './count-transfer.ts';

/** A receiver of a dispatch. */
export interface ReceiverRef {
  receiverId: ReceiverId;
  dispatchId: DispatchId;
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
        transaction,
        repositories,
        { ...to, id: to.receiverId },
        file,
        transfer,
      ));
    await recordTransfer(transaction, repositories, event, completes);
  },
};

/** Records downloads, and knows which of them are not committed yet. */
export interface DownloadLog {
  /**
   * Resolves once the event is durable. While the database is away it is tried again, for two minutes: the
   * reader has the file. Rejects with `OutcomeUnknown` when that cannot be known.
   */
  record(event: DownloadEvent): Promise<void>;
  /**
   * Resolves once every event of this receiver that was recorded before has been committed or has
   * failed: a receiver who has a file and loads the page again must see that they have it.
   */
  flushed(receiverId: ReceiverId): Promise<void>;
  /** As `flushed`, but after two seconds a page shows what is known: records of thousands of files take longer. */
  flushedSoon(receiverId: ReceiverId): Promise<void>;
  /**
   * Resolves at once while few events of this receiver are under way, and else once these are settled. Each
   * holds its transfer: a reader who fetches small files faster than they are recorded would use them all up.
   */
  caughtUp(receiverId: ReceiverId): Promise<void>;
}

const mostUnderWay = 16;
const longestPageWaitMs = 2_000;

const recordRetry = { firstMs: 250, maxMs: 2_000, giveUpMs: 2 * minute };

export function createDownloadLog(
  runner: CommandRunner,
  { firstMs, maxMs, giveUpMs } = recordRetry,
): DownloadLog {
  const underWay = new Map<Promise<void>, ReceiverId>();

  function eventsOf(receiverId: ReceiverId): Promise<void>[] {
    return [...underWay].flatMap(([recorded, id]) => (id === receiverId ? [recorded] : []));
  }

  async function recordWithRetries(event: DownloadEvent): Promise<void> {
    const giveUpAt = performance.now() + giveUpMs;
    for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, maxMs)) {
      try {
        await runner.run(recordDownload, event);
        return;
      } catch (error) {
        if (!isUnavailable(error) || performance.now() >= giveUpAt) throw error;
      }
      await sleep(pauseMs);
    }
  }

  return {
    async record(event) {
      const recorded = recordWithRetries(event);
      underWay.set(recorded, event.to.receiverId);
      try {
        await recorded;
      } finally {
        underWay.delete(recorded);
      }
    },

    async flushed(receiverId) {
      await Promise.allSettled(eventsOf(receiverId));
    },

    async flushedSoon(receiverId) {
      const theirs = eventsOf(receiverId);
      if (theirs.length === 0) return;
      const waiting = new AbortController();
      const late = sleep(longestPageWaitMs, undefined, waiting).catch(() => undefined);
      await Promise.race([Promise.allSettled(theirs), late]);
      waiting.abort();
    },

    async caughtUp(receiverId) {
      const theirs = eventsOf(receiverId);
      if (theirs.length > mostUnderWay) await Promise.allSettled(theirs);
    },
  };
}

/** A session ends after this long without a transfer, */
const quietMs = hour;
/** and is recorded after this long at the latest. */
const longestMs = day;

interface Dependencies {
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
}

/**
 * Records a transfer: at once, or as part of a sum. A whole file, one that this transfer completes and an
 * end that someone should know of have a record at once. Parts of a file, and repeated transfers within the
 * same session, share one, so that frequent requests do not fill the trail.
 */
async function recordTransfer(
  dependencies: Dependencies,
  repositories: Repositories,
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
async function recordSum(
  { audit }: Pick<Dependencies, 'audit'>,
  repositories: Repositories,
  sum: TransferSum,
): Promise<void> {
  await repositories.transferSums.remove(sum);
  if (sum.requests === 0) return;
  const { actor, requests, bytes, firstAt, lastAt } = sum;
  await audit.record(repositories, actor, {
    ...eventOf(sum),
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
  repositories: Repositories,
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
    else await recordSum(dependencies, repositories, sum);
  }
  await recordOne(dependencies, repositories, event, { completes, before });
}

async function recordOne(
  { audit }: Dependencies,
  repositories: Repositories,
  { actor, to, file, transfer, way }: DownloadEvent,
  { completes, before }: { completes: boolean; before?: TransferSum | undefined },
): Promise<void> {
  const { bytesAfterEnd } = transfer;
  const bytes = transfer.span.end - transfer.span.start;
  const event = eventOf({ way: way.by, fileName: file.name });
  await audit.record(repositories, actor, {
    ...event,
    action: transfer.outcome === 'damaged' ? 'file.integrity_failed' : event.action,
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

function eventOf({
  way,
  fileName,
}: Pick<TransferSum, 'way' | 'fileName'>): Pick<AuditEvent, 'action' | 'object'> {
  return { action: way === 'link' ? 'file.fetched' : 'file.downloaded', object: fileName };
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

interface SumDependencies {
  database: Pick<Database, 'transact'>;
  audit: AuditTrail;
  clock: Clock;
}

export type TransferSums = ReturnType<typeof createTransferSums>;

/** Moves sums of transfers to the audit trail. */
export function createTransferSums({ database, audit, clock }: SumDependencies) {
  return {
    /** Records the sessions that are over; returns how many. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(database, stopping, async (repositories, limit) => {
        const due = await repositories.transferSums.listDue(clock.now(), limit);
        for (const sum of due) await recordSum({ audit }, repositories, sum);
        return due.length;
      });
    },
  };
}
