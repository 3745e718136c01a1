import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery, Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { Download, Span } from '../model/download.ts';
import { addSpan, coversAll } from '../model/download.ts';
import type { StoredFile } from '../model/file.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { EventAction, EventRows, Happening } from '../model/event.ts';
import type { ReceiverId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { Repositories } from '../model/database.ts';
import type { ByteReservations } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

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
  /** Whether it was sent within an archive, which may break off and be resumed: a limit counts whole archives. */
  isInArchive?: boolean;
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  actor: Actor;
}

/** The rows that counting changes. */
export type CountedRepositories = Pick<Repositories, 'dispatches' | 'downloads' | EventRows>;

/**
 * Counts what was sent to a receiver, through the link or from the inbox, and returns whether it completes
 * the file. That happens once; completing the last file notifies the sender, if the sender wants it. A
 * transfer that broke off is remembered, and completes nothing by itself.
 */
export async function countTransfer(
  dependencies: Dependencies,
  repositories: CountedRepositories,
  receiver: Pick<DispatchReceiver, 'id'> & Pick<Dispatch, 'downloadLimit'>,
  file: Pick<StoredFile, 'id' | 'sizeBytes'>,
  { span, outcome, isInArchive = false }: Transfer,
): Promise<boolean> {
  const before = await repositories.downloads.find(receiver.id, file.id);
  const spans = addSpanTo(before?.spans, span);
  const isLimited = receiver.downloadLimit !== undefined;
  const waitsForOthers = isLimited && isInArchive;
  const isWhole = outcome === 'complete' && coversAll(spans, file.sizeBytes) && !waitsForOthers;
  const completes = isWhole && before?.completedAt === undefined;
  const completedAt = before?.completedAt ?? (completes ? dependencies.clock.now() : undefined);
  const opens =
    before === undefined &&
    (await repositories.dispatches.markOpened(receiver.id, dependencies.clock.now()));
  const { times = 0, bytes = 0 } = before?.sent ?? {};
  await repositories.downloads.save({
    receiverId: receiver.id,
    fileId: file.id,
    // Where whole downloads are counted, the next one begins from nothing.
    spans: isLimited && isWhole ? [] : spans,
    completedAt,
    ...(isLimited
      ? { sent: { times: times + (isWhole ? 1 : 0), bytes: bytes + span.end - span.start } }
      : {}),
  });
  if (opens || completes) {
    await tellProgress(dependencies, repositories, receiver, {
      opens,
      completed: completes && file,
    });
  }
  return completes;
}

/** No real client leaves so many gaps; an abusive one must not fill the database. */
const maxSpans = 1000;

/** What was sent before with one span more. Of very many, the largest stay. */
export function addSpanTo(before: readonly Span[] = [], added: Span): Span[] {
  const spans = addSpan(before, added);
  if (spans.length <= maxSpans) return spans;
  return spans
    .sort((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, maxSpans)
    .sort((one, other) => one.start - other.start);
}

/** Tells the sender of a drop how far a receiver is: of the first file, of each, of the last, and of all receivers. */
async function tellProgress(
  { events, actor }: Dependencies,
  repositories: CountedRepositories,
  receiver: Pick<DispatchReceiver, 'id'>,
  { opens, completed }: { opens: boolean; completed: Pick<StoredFile, 'id'> | false },
): Promise<void> {
  const delivery = await repositories.dispatches.findByReceiver(receiver.id);
  if (delivery?.dispatch.kind !== 'drop') return;
  const { dispatch, sender } = delivery;
  const ids = { dispatch: dispatch.id, dispatchKind: dispatch.kind, receiver: receiver.id };
  const tell = (action: EventAction, more: Partial<Happening> = {}) =>
    events.tell(repositories, actor, { action, account: sender, ids, ...more });

  if (opens) await tell('receiver.opened');
  if (completed === false) return;
  await tell('receiver.file_completed', { ids: { ...ids, file: completed.id } });
  if (!(await repositories.downloads.hasEveryFile(receiver.id, dispatch.id))) return;
  const isWanted = await isReceiptWanted(repositories, delivery);
  const receipt = { kind: 'receipt', to: sender.email, receiverId: receiver.id } as const;
  await tell('receiver.completed', { mails: isWanted ? [receipt] : [] });
  if (!(await repositories.downloads.hasEveryReceiver(dispatch.id))) return;
  await tell('drop.completed', { ids: { dispatch: dispatch.id, dispatchKind: dispatch.kind } });
}

async function isReceiptWanted(
  repositories: Pick<Repositories, 'dispatches' | 'downloads'>,
  { dispatch, receiver, sender }: Delivery,
): Promise<boolean> {
  const mode = dispatch.receipts ?? (sender.notices.receipts ? 'each' : 'none');
  if (mode !== 'first') return mode === 'each';
  return !(await hasOtherFinisher(repositories, dispatch, receiver));
}

async function hasOtherFinisher(
  { dispatches, downloads }: Pick<Repositories, 'dispatches' | 'downloads'>,
  { id }: Dispatch,
  receiver: Pick<DispatchReceiver, 'id'>,
): Promise<boolean> {
  const files = await dispatches.listFiles(id);
  const counts = await downloads.countCompleted(id);
  return [...counts].some(([other, count]) => other !== receiver.id && count >= files.length);
}

/**
 * Whether a receiver has had a file as often as the drop allows. Bytes are counted too: a client that leaves out the
 * end of a file each time gets no more than one download beyond the limit. One that resumes gets all of it.
 */
export function isUsedUp(
  { downloadLimit }: Pick<Dispatch, 'downloadLimit'>,
  { sizeBytes }: Pick<StoredFile, 'sizeBytes'>,
  download: Download | undefined,
): boolean {
  if (downloadLimit === undefined || download?.sent === undefined) return false;
  const { times, bytes } = download.sent;
  return times >= downloadLimit || (sizeBytes > 0 && bytes >= (downloadLimit + 1) * sizeBytes);
}

/** A part of a file that is about to be sent. */
export interface FilePart {
  file: Pick<StoredFile, 'id' | 'sizeBytes'>;
  span: Span;
}

/** The receiver of a drop, and how often they may download each of its files. */
export interface LimitedReceiver extends Pick<Dispatch, 'downloadLimit'> {
  receiverId: ReceiverId;
}

export interface AdmissionDependencies {
  database: Pick<Repositories, 'downloads'>;
  reservations: ByteReservations;
}

/** A transfer that has just ended, or whose client has just gone, makes room within this time. */
const admission = { tries: 8, pauseMs: 250 };

/**
 * Reserves what is about to be sent, over all processes, so that downloads that run at the same time keep to the limit
 * together. Resolves with the function to call when they have ended and are recorded. What begins with the first byte
 * is one more download. A later part continues one, whose connection may be dead without the server knowing: it may
 * go one download beyond the limit. Throws `download_limit`, or `too_many_requests` while other transfers may use up
 * what is left.
 */
export async function admitDownload(
  { database, reservations }: AdmissionDependencies,
  receiver: LimitedReceiver,
  parts: readonly FilePart[],
): Promise<() => void> {
  const { receiverId, downloadLimit } = receiver;
  if (downloadLimit === undefined || parts.length === 0) return () => undefined;
  const reservation = reservations.open();
  try {
    for (let tries = 1; ; tries += 1) {
      const left = await findLeft(database, { receiverId, downloadLimit }, parts);
      const amounts = parts.map(({ file, span }, at) => ({
        key: `download ${receiverId} ${file.id}`,
        bytes: Math.max(1, span.end - span.start),
        maxBytes: ((left[at] ?? 0) + (span.start > 0 ? 1 : 0)) * Math.max(1, file.sizeBytes),
      }));
      const answer = await reservation.claim(amounts, 0);
      // What has ended since was recorded before it gave up its reservation.
      const isAdmitted =
        'aheadBytes' in answer &&
        (await findLeft(database, { receiverId, downloadLimit }, parts)).every(
          (count, at) => count === left[at],
        );
      if (isAdmitted) {
        return () => {
          reservation.release();
        };
      }
      if (tries === admission.tries) throw stillRunning();
      await sleep(admission.pauseMs);
    }
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/** How often each part's file may still be downloaded. Throws `download_limit` where one may not. */
async function findLeft(
  { downloads }: Pick<Repositories, 'downloads'>,
  { receiverId, downloadLimit }: LimitedReceiver & { downloadLimit: number },
  parts: readonly FilePart[],
): Promise<number[]> {
  const [only] = parts;
  const found =
    only !== undefined && parts.length === 1
      ? [await downloads.find(receiverId, only.file.id)]
      : await downloads.listFor(receiverId);
  const byFile = new Map(
    found.flatMap((each) => (each === undefined ? [] : [[each.fileId, each]])),
  );
  return parts.map(({ file }) => {
    const download = byFile.get(file.id);
    if (isUsedUp({ downloadLimit }, file, download)) throw usedUp();
    return downloadLimit - (download?.sent?.times ?? 0);
  });
}

function stillRunning(): ValiseError {
  return new ValiseError(
    'too_many_requests',
    'This is being downloaded as often as its sender allows. Try again when that has ended.',
    { retryAfterSeconds: 30 },
  );
}

/**
 * The files of an archive, once all of them were sent in archives: those that now count. None where a part is missing:
 * it may still be resumed.
 */
export function findArchived<File extends FilePart['file']>(
  downloads: readonly Pick<Download, 'fileId' | 'spans'>[],
  files: readonly File[],
): readonly File[] {
  const spans = new Map(downloads.map(({ fileId, spans: sent }) => [fileId, sent]));
  const isWhole = files.every(({ id, sizeBytes }) => {
    const sent = spans.get(id);
    return sent !== undefined && coversAll(sent, sizeBytes);
  });
  return isWhole ? files : [];
}

export function usedUp(): ValiseError {
  return new ValiseError(
    'download_limit',
    'This file was downloaded as often as its sender allows. Ask the sender to send it again.',
  );
}
