import type { OpenFile } from '../files/open-file.ts';
import { openStoredFile } from '../files/open-file.ts';
import type { Instant } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery, DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Download } from '../model/download.ts';
import type { EventRows } from '../model/event.ts';
import type { StoredFile } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { LockedDelivery, ShownSessions } from '../second-factor/receiver-sessions.ts';
import { findLack } from '../second-factor/receiver-sessions.ts';
import type { DownloadLog } from './download-log.ts';
import { noteOpened } from '../events/note-opened.ts';
import type { ReceiverRef } from './commands.ts';
import type { FilePart, LimitedReceiver, Transfer } from './count-transfer.ts';
import { admitDownload, findArchived, isUsedUp, usedUp } from './count-transfer.ts';
import { networkOf } from '../ports/rate-limiter.ts';
import type { ByteReservations } from '../ports/coordination.ts';

/** What a receiver can download, without the files: there may be very many of them. */
export interface OpenDelivery extends Delivery {
  isLocked: false;
}

/** A file as its receiver's page shows it. */
export interface ShownFile extends StoredFile {
  /** When this receiver had all of it; undefined until then. */
  downloadedAt: Instant | undefined;
  /** Whether they have had it as often as the drop allows. */
  isLimitReached: boolean;
}

/** A file of the drop, or all of them as one archive. */
type Wanted = FileId | 'all';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'keyRing'> {
  database: DatabaseOf<
    'dispatches' | 'downloads' | 'files' | 'receiverSessions' | 'visits' | EventRows
  > &
    Pick<Database, 'version' | 'look'>;
  vault: Vault;
  downloadLog: DownloadLog;
  reservations: ByteReservations;
}

const maxCached = 1000;

export type LinkDownloads = ReturnType<typeof createLinkDownloads>;

/** What a receiver without an account can do with a link. */
export function createLinkDownloads(dependencies: Dependencies) {
  const { database, downloadLog, hasher, clock } = dependencies;
  /** The cache of what links lead to. Rows with keys are read each time. */
  const cache = createVersionedCache<Delivery>(database, { maxEntries: maxCached });

  async function findCached(secret: string): Promise<Delivery | undefined> {
    const cached = await cache.lookAndLoad(hasher.fingerprint(secret), () =>
      database.dispatches.findByLink(hasher.hash('link', secret), clock.now()),
    );
    return cached !== undefined && cached.dispatch.expiresAt > clock.now() ? cached : undefined;
  }

  function ticketOf(secret: string, wanted: Wanted): string {
    return hasher.hash('download ticket', secret, wanted).toString('base64url');
  }

  /** The delivery as one browser uses it. Who has a link with an address is known by the address. */
  function asVisitor<Any extends Delivery>(delivery: Any, browser: string | undefined): Any {
    const { receiver } = delivery;
    if (browser === undefined || !isBareLink(receiver)) return delivery;
    return { ...delivery, visitorHash: visitorHashOf(receiver, browser) };
  }

  function visitorHashOf({ id }: Pick<DispatchReceiver, 'id'>, browser: string): Buffer {
    return hasher.hash('download visitor', id, browser);
  }

  /** What was sent of each file: to the receiver, or to the browser that uses a link for anyone. */
  async function listProgress({
    receiver,
    visitorHash,
  }: Delivery): Promise<Pick<Download, 'fileId' | 'spans' | 'completedAt'>[]> {
    if (!isBareLink(receiver)) return await database.downloads.listFor(receiver.id);
    if (visitorHash === undefined) return [];
    return await database.visits.listFor({ receiverId: receiver.id, visitorHash });
  }

  /** A browser that keeps no cookies is one with all others of its network that keep none. */
  function receiverRefOf(delivery: Delivery, { source }: Actor): ReceiverRef {
    const { dispatch, receiver, visitorHash } = delivery;
    const { id: dispatchId, accountId, downloadLimit } = dispatch;
    const isBare = isBareLink(receiver);
    return {
      receiverId: receiver.id,
      dispatchId,
      accountId,
      email: isBare ? 'anonymous' : receiver.email,
      ...(downloadLimit === undefined ? {} : { downloadLimit }),
      ...(isBare && {
        visitorHash: visitorHash ?? visitorHashOf(receiver, `network ${networkOf(source)}`),
      }),
    };
  }

  /** As `admitDownload`. */
  async function admit(delivery: OpenDelivery, parts: readonly FilePart[]): Promise<() => void> {
    return await admitDownload(dependencies, limitedOf(delivery), parts);
  }

  /** Records what was sent of a file, and counts it where it was requested on the page. */
  async function recordTransfer(
    actor: Actor,
    delivery: Delivery,
    { id, name, sizeBytes }: StoredFile,
    { wasAskedFor, ...transfer }: Transfer & { wasAskedFor: boolean },
  ): Promise<void> {
    await downloadLog.record({
      actor,
      to: receiverRefOf(delivery, actor),
      file: { id, name, sizeBytes },
      transfer,
      way: { by: 'link', wasAskedFor },
    });
  }

  return {
    /**
     * Authorises the download page: undefined for a link that is unknown, expired or revoked,
     * indistinguishably. Viewing changes nothing. Where a code or a password is demanded, nothing is revealed
     * without the sessions of a browser that entered them. `browser` distinguishes those who share a link for anyone.
     */
    async findByLink(
      secret: string,
      shown: ShownSessions = {},
      browser?: string,
    ): Promise<OpenDelivery | LockedDelivery | undefined> {
      const found = await findCached(secret);
      if (found?.dispatch.kind !== 'drop') return undefined;
      const delivery = asVisitor(found, browser);
      const lacks = await findLack(dependencies, delivery, shown);
      if (lacks !== undefined) return { ...delivery, isLocked: true, lacks };
      return { ...delivery, isLocked: false };
    },

    asVisitor,

    /** Whether the link still leads to the same dispatch: it may have ended, or got another password, since. */
    async mayRead(secret: string, { dispatch }: OpenDelivery): Promise<boolean> {
      const found = await findCached(secret);
      return found !== undefined && found.dispatch.passwordHash === dispatch.passwordHash;
    },

    async findFile(
      { dispatch, receiver }: OpenDelivery,
      id: string,
    ): Promise<StoredFile | undefined> {
      await downloadLog.caughtUp(receiver.id);
      const file = idPattern.test(id)
        ? await database.files.findInDispatchById(dispatch.id, id as FileId)
        : undefined;
      if (file === undefined || dispatch.downloadLimit === undefined) return file;
      await downloadLog.flushed(receiver.id);
      if (isUsedUp(dispatch, file, await database.downloads.find(receiver.id, file.id))) {
        throw usedUp();
      }
      return file;
    },

    /** Those that the receiver may download. Throws `download_limit` where all are used up. */
    async listFiles({ dispatch, receiver }: OpenDelivery): Promise<StoredFile[]> {
      const files = await database.files.listInDispatch(dispatch.id);
      if (dispatch.downloadLimit === undefined) return files;
      await downloadLog.flushed(receiver.id);
      const downloads = await database.downloads.listFor(receiver.id);
      const byFile = new Map(downloads.map((download) => [download.fileId, download]));
      const left = files.filter((file) => !isUsedUp(dispatch, file, byFile.get(file.id)));
      if (left.length === 0 && files.length > 0) throw usedUp();
      return left;
    },

    /** The files of a delivery, and which of them its receiver has, including the latest. */
    async listShown(delivery: OpenDelivery): Promise<ShownFile[]> {
      const { dispatch, receiver } = delivery;
      await downloadLog.flushedSoon(receiver.id);
      const downloads = await database.downloads.listFor(receiver.id);
      const byFile = new Map(downloads.map((download) => [download.fileId, download]));
      const progress = isBareLink(receiver) ? await listProgress(delivery) : downloads;
      const had = new Map(progress.map(({ fileId, completedAt }) => [fileId, completedAt]));
      const files = await database.files.listInDispatch(dispatch.id);
      return files.map((file) => {
        const isLimitReached = isUsedUp(dispatch, file, byFile.get(file.id));
        return { ...file, downloadedAt: had.get(file.id), isLimitReached };
      });
    },

    /** With the delivery, a span of the file can be admitted before it is sent. */
    async open(file: StoredFile, delivery?: OpenDelivery): Promise<OpenFile> {
      const opened = await openStoredFile(dependencies, file);
      if (delivery?.dispatch.downloadLimit === undefined) return opened;
      return { ...opened, admit: (span) => admit(delivery, [{ file, span }]) };
    },

    admit,

    /**
     * The token that pressing the button of a file, or of the archive, gives. Transfers with it count,
     * however often they are resumed, for as long as the link lives.
     */
    ticketFor: ticketOf,

    /** Notes that a button of the page was pressed. A page that was only requested is not opened. */
    async markOpened(actor: Actor, delivery: OpenDelivery): Promise<void> {
      await database.transact((repositories) =>
        noteOpened(dependencies, repositories, actor, delivery),
      );
    },

    isTicket(ticket: string, secret: string, wanted: Wanted): boolean {
      return hasher.isHash(Buffer.from(ticket, 'base64url'), 'download ticket', secret, wanted);
    },

    recordTransfer,

    /**
     * To be called when an archive of these files, or a range of it, was sent: counts them where a limit waits for
     * that.
     */
    async recordArchive(
      actor: Actor,
      delivery: Delivery,
      files: readonly StoredFile[],
    ): Promise<void> {
      if (delivery.dispatch.downloadLimit === undefined) return;
      const whole = findArchived(await listProgress(delivery), files);
      const transfer = {
        outcome: 'complete',
        span: { start: 0, end: 0 },
        wasAskedFor: true,
      } as const;
      await Promise.all(whole.map((file) => recordTransfer(actor, delivery, file, transfer)));
    },
  };
}

function limitedOf({ dispatch, receiver }: Delivery): LimitedReceiver {
  const { downloadLimit } = dispatch;
  return { receiverId: receiver.id, ...(downloadLimit === undefined ? {} : { downloadLimit }) };
}

/** The receivers whose link into a drop lives, and who have not completed every file. A link for anyone makes none. */
export async function listUnfetched(
  { downloads }: Pick<Repositories, 'downloads'>,
  { dispatch, receivers }: DispatchOverview,
): Promise<DispatchReceiver[]> {
  const unfetched: DispatchReceiver[] = [];
  for (const receiver of receivers) {
    if (receiver.linkHash === undefined || isBareLink(receiver)) continue;
    if (!(await downloads.hasEveryFile(receiver.id, dispatch.id))) unfetched.push(receiver);
  }
  return unfetched;
}
