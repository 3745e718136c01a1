import type { Account } from '../model/account.ts';
import type { Actor, SignedIn } from '../model/principal.ts';
import type { Instant } from '../model/clock.ts';
import type { Transfer, TransferOutcome } from '../downloads/count-transfer.ts';
import { admitDownload, isUsedUp, usedUp } from '../downloads/count-transfer.ts';
import type { Dispatch, HistoryEntry, InboxEntry } from '../model/dispatch.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { OpenFile } from '../files/open-file.ts';
import { openStoredFile } from '../files/open-file.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ByteReservations } from '../ports/coordination.ts';
import type { Vault } from '../ports/vault.ts';
import { keyReads } from '../second-factor/inbox-lock.ts';

/** How a download ended, and after how many bytes. */
export interface DownloadEnd {
  outcome: TransferOutcome;
  bytes: number;
  /** Of one whose right ended: how many bytes at most were sent after that. */
  bytesAfterEnd?: number | undefined;
}

/** A file in an inbox, and the drop or return that contains it. */
export interface InboxFile extends OpenFile {
  token: InboxToken;
  dispatchId: DispatchId;
  /** Whose dispatch it is. */
  accountId: AccountId;
  receiverId: ReceiverId;
  /** Left out: it may be downloaded any number of times. */
  downloadLimit?: number;
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'keyRing'> {
  database: DatabaseOf<'accounts' | 'apiKeys' | 'dispatches' | 'downloads' | 'files'> &
    Pick<Database, 'version' | 'look'>;
  vault: Vault;
  downloadLog: DownloadLog;
  reservations: ByteReservations;
}

export interface HistoryReading {
  /** The newest entries, newest first. */
  history: HistoryEntry[];
  /** The rest, page by page, on demand; undefined where there is none. */
  older: AsyncIterable<readonly HistoryEntry[]> | undefined;
  liveDrops: number;
  inbox: InboxEntry[];
}

/** An account that reads, and the key that it signed in with. */
type KeyedReader = Pick<SignedIn, 'account' | 'keyId'>;

/** How many transfers' rights are cached, for as long as nothing changes. */
const maxCached = 1000;

/** The entries that are read at once: other requests are served in between. */
const entriesPerPage = 200;

export type Inbox = ReturnType<typeof createInbox>;

/** What an account has sent and what others sent to it. */
export function createInbox(dependencies: Dependencies) {
  const { database, downloadLog, clock } = dependencies;
  const cache = createVersionedCache<{ until: Instant }>(database, { maxEntries: maxCached });

  async function* readOlder(
    account: Account,
    newer: readonly HistoryEntry[],
  ): AsyncGenerator<readonly HistoryEntry[], void, undefined> {
    let page = newer;
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      page = await database.dispatches.listHistory(account.id, entriesPerPage, last.dispatch.id);
      yield page;
    }
  }

  async function readInbox(reader: KeyedReader, now: Instant): Promise<InboxEntry[]> {
    const received = await database.dispatches.listInbox(reader.account.email, now);
    return received.filter(await keyReads(database, reader, received));
  }

  /** A return belongs to the account that asked for it. */
  async function mayOpen(reader: KeyedReader, dispatch: Dispatch): Promise<boolean> {
    if (dispatch.kind === 'return') return true;
    return (await keyReads(database, reader, [dispatch]))(dispatch);
  }

  return {
    /** The account's history, its live drops, and what of its inbox the key may read. */
    async readHistory(reader: KeyedReader): Promise<HistoryReading> {
      const { account } = reader;
      const now = clock.now();
      const history = await database.dispatches.listHistory(account.id, entriesPerPage);
      const inbox = await readInbox(reader, now);
      return {
        history,
        older: history.length < entriesPerPage ? undefined : readOlder(account, history),
        liveDrops: await database.dispatches.countLiveDrops(account.id, now),
        inbox,
      };
    },

    /** How many of the account's drops can still be downloaded, and how much of its inbox the key may read. */
    async readFigures(reader: KeyedReader): Promise<{ liveDrops: number; received: number }> {
      const now = clock.now();
      return {
        liveDrops: await database.dispatches.countLiveDrops(reader.account.id, now),
        received: (await readInbox(reader, now)).length,
      };
    },

    /**
     * Authorises a download: the drop was sent to this account, lives, may be read with the key, and contains
     * a file of that name.
     * Throws the same `not_found` for every other case.
     */
    async openFile(reader: KeyedReader, token: string, name: string): Promise<InboxFile> {
      const { email } = reader.account;
      const listed = idPattern.test(token)
        ? await database.dispatches.findInInbox(email, token as InboxToken, clock.now())
        : undefined;
      const found = listed && (await mayOpen(reader, listed.dispatch)) ? listed : undefined;
      const file =
        found && (await database.files.findInDispatch(found.dispatch.id, name.normalize('NFC')));
      if (found === undefined || file === undefined) {
        throw new ValiseError(
          'not_found',
          'There is no such file. It may have expired; read the history for what is there.',
        );
      }
      const { dispatch, receiverId } = found;
      await downloadLog.caughtUp(receiverId);
      const { downloadLimit } = dispatch;
      if (downloadLimit !== undefined) {
        await downloadLog.flushed(receiverId);
        const download = await database.downloads.find(receiverId, file.id);
        if (isUsedUp(dispatch, file, download)) throw usedUp();
      }
      return {
        token: token as InboxToken,
        dispatchId: dispatch.id,
        accountId: dispatch.accountId,
        receiverId,
        ...(downloadLimit === undefined ? {} : { downloadLimit }),
        ...(await openStoredFile(dependencies, file)),
        ...(downloadLimit === undefined
          ? {}
          : {
              admit: (span) =>
                admitDownload(dependencies, { receiverId, downloadLimit }, [{ file, span }]),
            }),
      };
    },

    /**
     * Whether the account may still read what it opened: the drop, the account and the key that it signed
     * in with may have ended since.
     */
    async mayRead(
      { account, keyId }: Pick<SignedIn, 'account' | 'keyId'>,
      { token }: Pick<InboxFile, 'token'>,
    ): Promise<boolean> {
      const right = await cache.lookAndLoad(`${account.id} ${keyId} ${token}`, async () => {
        const known = await database.accounts.findByEmail(account.email);
        if (known?.id !== account.id || known.disabledAt !== undefined) return undefined;
        const key = (await database.apiKeys.listFor(account.id)).find(({ id }) => id === keyId);
        const found = await database.dispatches.findInInbox(account.email, token, clock.now());
        if (key === undefined || found === undefined) return undefined;
        return { until: Math.min(found.dispatch.expiresAt, key.expiresAt ?? Infinity) };
      });
      return right !== undefined && right.until > clock.now();
    },

    /** Counts and records what was sent of a file. */
    async recordDownload(
      actor: Actor,
      account: Account,
      {
        file: { id, name, sizeBytes },
        dispatchId,
        accountId,
        receiverId,
        downloadLimit,
      }: InboxFile,
      transfer: Transfer,
    ): Promise<void> {
      await downloadLog.record({
        actor,
        to: {
          receiverId,
          dispatchId,
          accountId,
          email: account.email,
          ...(downloadLimit === undefined ? {} : { downloadLimit }),
        },
        file: { id, name, sizeBytes },
        transfer,
        way: { by: 'inbox' },
      });
    },
  };
}
