import { completesWithout } from '../downloads/completes-without.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import type { FilePart, Transfer } from '../downloads/count-transfer.ts';
import { admitDownload, findArchived, isUsedUp, usedUp } from '../downloads/count-transfer.ts';
import { endSentOn } from './sent-on.ts';
import type { ByteReservations } from '../ports/coordination.ts';
import type { OpenFile } from '../files/open-file.ts';
import { openStoredFile } from '../files/open-file.ts';
import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { StoredFile } from '../model/file.ts';
import { idPattern } from '../model/ids.ts';
import type { FileId, InboxToken } from '../model/ids.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'keyRing'> {
  database: DatabaseOf<
    | 'accounts'
    | 'dispatches'
    | 'downloads'
    | 'files'
    | 'inboxItems'
    | 'sentOn'
    | 'uploads'
    | EventRows
  > &
    Pick<Database, 'version' | 'look' | 'scrub'>;
  vault: Vault;
  downloadLog: DownloadLog;
  reservations: ByteReservations;
}

/** A file of an item, and when the account had all of it; undefined until then. */
export interface InboxItemFile extends StoredFile {
  downloadedAt: Instant | undefined;
  /** Whether they have had it as often as the drop allows. */
  isLimitReached: boolean;
}

/** How many items' rights are cached, for as long as nothing changes. */
const maxCached = 1000;

/** More unopened items are not counted. */
export const mostCounted = 100;

export type InboxItems = ReturnType<typeof createInboxItems>;

/**
 * The inbox of a person: what others sent to the account's address, and what came through its requests.
 * An item of another account is treated as a missing one.
 */
export function createInboxItems(dependencies: Dependencies) {
  const { database, downloadLog, events, clock } = dependencies;
  const cache = createVersionedCache<{ until: Instant }>(database, { maxEntries: maxCached });

  async function getIn(
    repositories: Pick<Database, 'inboxItems'>,
    account: Account,
    token: string,
  ): Promise<InboxItem> {
    const item = idPattern.test(token)
      ? await repositories.inboxItems.find(account.email, token as InboxToken, clock.now())
      : undefined;
    if (item === undefined) throw new ValiseError('not_found', 'There is no such item.');
    return item;
  }

  /** As `admitDownload`. */
  async function admit(item: InboxItem, parts: readonly FilePart[]): Promise<() => void> {
    return await admitDownload(dependencies, item, parts);
  }

  /** Counts and records what was sent of a file. */
  async function recordDownload(
    actor: Actor,
    account: Account,
    { dispatchId, accountId, receiverId, downloadLimit }: InboxItem,
    { id, name, sizeBytes }: Pick<StoredFile, 'id' | 'name' | 'sizeBytes'>,
    transfer: Transfer,
  ): Promise<void> {
    const limit = downloadLimit === undefined ? {} : { downloadLimit };
    await downloadLog.record({
      actor,
      to: { receiverId, dispatchId, accountId, email: account.email, ...limit },
      file: { id, name, sizeBytes },
      transfer,
      way: { by: 'inbox' },
    });
  }

  /** Ends the link of a drop, and tells its sender, who sees that receiver as revoked from now on. */
  async function leave(
    repositories: Pick<Repositories, 'dispatches' | 'downloads' | EventRows>,
    actor: Actor,
    { dispatchId, receiverId }: InboxItem,
  ): Promise<void> {
    const overview = await repositories.dispatches.find(dispatchId);
    await repositories.dispatches.endLink(receiverId, clock.now());
    const receiver = overview?.receivers.find(({ id }) => id === receiverId);
    if (overview === undefined || receiver === undefined) return;
    const account = { id: overview.dispatch.accountId };
    const about = { dispatch: dispatchId, dispatchKind: overview.dispatch.kind };
    const ids = { ...about, receiver: receiverId };
    await events.tell(repositories, actor, { action: 'receiver.left', account, ids });
    if (!(await completesWithout(repositories, overview, receiver))) return;
    await events.tell(repositories, actor, { action: 'drop.completed', account, ids: about });
  }

  return {
    /** Newest first; only those older than `olderThan` when given. */
    async list(account: Account, limit: number, olderThan?: string): Promise<InboxItem[]> {
      const start = olderThan !== undefined && idPattern.test(olderThan) ? olderThan : undefined;
      return await database.inboxItems.list(
        account.email,
        clock.now(),
        limit,
        start as InboxToken | undefined,
      );
    },

    /** Those that a text is found in, newest first. */
    async search(account: Account, text: string, limit: number): Promise<InboxItem[]> {
      return await database.inboxItems.search(account.email, text, clock.now(), limit);
    },

    /** Whether something that the account has sent on, or is about to, would end with the item. */
    async hasSentOn({ receiverId }: InboxItem): Promise<boolean> {
      return (await database.sentOn.listFrom({ receiver: receiverId })).length > 0;
    },

    /** How many items the account has not opened, up to `mostCounted`. */
    async countNew(account: Account): Promise<number> {
      return await database.inboxItems.countNew(account.email, clock.now(), mostCounted);
    },

    /** Throws `not_found` for what was not sent to the account, has ended, or does not exist. */
    async get(account: Account, token: string): Promise<InboxItem> {
      return await getIn(database, account, token);
    },

    /** Marks an item as opened. Doing it again changes nothing. */
    async markSeen({ receiverId, seenAt }: InboxItem): Promise<void> {
      if (seenAt === undefined) await database.inboxItems.markSeen(receiverId, clock.now());
    },

    /** The files of an item, and which of them the account has, including the latest. */
    async listFiles(item: InboxItem): Promise<InboxItemFile[]> {
      const { dispatchId, receiverId } = item;
      await downloadLog.flushedSoon(receiverId);
      const downloads = await database.downloads.listFor(receiverId);
      const byFile = new Map(downloads.map((download) => [download.fileId, download]));
      const files = await database.files.listInDispatch(dispatchId);
      return files.map((file) => {
        const download = byFile.get(file.id);
        const isLimitReached = isUsedUp(item, file, download);
        return { ...file, downloadedAt: download?.completedAt, isLimitReached };
      });
    },

    /** Throws `not_found` unless the item has this file, and `download_limit` where it was had as often as allowed. */
    async getFile(item: InboxItem, id: string): Promise<StoredFile> {
      const { dispatchId, receiverId } = item;
      await downloadLog.caughtUp(receiverId);
      const file = idPattern.test(id)
        ? await database.files.findInDispatchById(dispatchId, id as FileId)
        : undefined;
      if (file === undefined) throw new ValiseError('not_found', 'There is no such file.');
      if (item.downloadLimit === undefined) return file;
      await downloadLog.flushed(receiverId);
      const download = await database.downloads.find(receiverId, file.id);
      if (isUsedUp(item, file, download)) throw usedUp();
      return file;
    },

    /** With the item, a span of the file can be admitted before it is sent. */
    async open(file: StoredFile, item?: InboxItem): Promise<OpenFile> {
      const opened = await openStoredFile(dependencies, file);
      if (item?.downloadLimit === undefined) return opened;
      return { ...opened, admit: (span) => admit(item, [{ file, span }]) };
    },

    admit,

    /** Whether the account may still read what it opened: both may have ended since. */
    async mayRead(account: Account, { token }: Pick<InboxItem, 'token'>): Promise<boolean> {
      const right = await cache.lookAndLoad(`${account.id} ${token}`, async () => {
        const known = await database.accounts.find(account.id);
        if (known === undefined || known.disabledAt !== undefined) return undefined;
        const item = await database.inboxItems.find(known.email, token, clock.now());
        return item && { until: item.expiresAt };
      });
      return right !== undefined && right.until > clock.now();
    },

    recordDownload,

    /**
     * To be called when an archive of these files, or a range of it, was sent: counts them where a limit waits for
     * that.
     */
    async recordArchive(
      actor: Actor,
      account: Account,
      item: InboxItem,
      files: readonly StoredFile[],
    ): Promise<void> {
      const transfer = { outcome: 'complete', span: { start: 0, end: 0 } } as const;
      if (item.downloadLimit === undefined) return;
      const whole = findArchived(await database.downloads.listFor(item.receiverId), files);
      await Promise.all(whole.map((file) => recordDownload(actor, account, item, file, transfer)));
    },

    /**
     * Deletes an item from the inbox; what reads it is cut. Files that came through a request belong to the
     * account: their keys are destroyed. A drop belongs to its sender: the account's right to it ends, and
     * the link in its mail too, while the sender and other receivers keep it. What was sent on of it ends.
     */
    async remove(actor: Actor, account: Account, token: string): Promise<void> {
      const isShredded = await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const item = await getIn(repositories, account, token);
        const isOwn = item.kind === 'return';
        let files = 0;
        if (isOwn) {
          await repositories.dispatches.end(item.dispatchId, clock.now());
          files = await repositories.files.shredDispatch(item.dispatchId, clock.now());
        } else {
          await leave(repositories, actor, item);
        }
        await endSentOn(dependencies, repositories, actor, { receiver: item.receiverId });
        const details = { kind: item.kind, files };
        const ids = { dispatch: item.dispatchId, receiver: item.receiverId };
        await events.tell(repositories, actor, { action: 'inbox.deleted', account, ids, details });
        return isOwn;
      });
      // Destroyed keys are in the journal until then; readers may delay it, and jobs do it too.
      if (isShredded) await database.scrub();
    },
  };
}
