import type { OpenFile } from '../files/files.ts';
import { openStoredFile } from '../files/files.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { Database, DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery, DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { KeyRing } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { Vault } from '../ports/vault.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { LockedDelivery } from '../second-factor/second-factor.ts';
import { isLocked } from '../second-factor/second-factor.ts';
import type { DownloadLog, ReceiverRef } from './commands.ts';
import type { Transfer } from './count-transfer.ts';

/** What a receiver can download, without the files: there may be very many of them. */
export interface OpenDelivery extends Delivery {
  isLocked: false;
}

/** A file as its receiver's page shows it. */
export interface ShownFile extends StoredFile {
  /** When this receiver had all of it; undefined until then. */
  downloadedAt: Instant | undefined;
}

/** A file of the drop, or all of them as one archive. */
type Wanted = FileId | 'all';

interface Dependencies {
  database: DatabaseOf<'dispatches' | 'downloads' | 'files' | 'receiverSessions'> &
    Pick<Database, 'version'>;
  vault: Vault;
  keyRing: KeyRing;
  downloadLog: DownloadLog;
  hasher: SecretHasher;
  clock: Clock;
}

const maxCached = 1000;

export type LinkDownloads = ReturnType<typeof createLinkDownloads>;

/** What a receiver without an account can do with a link. */
export function createLinkDownloads(dependencies: Dependencies) {
  const { database, downloadLog, hasher, clock } = dependencies;
  /** The cache of what links lead to. Rows with keys are read each time. */
  const cache = createVersionedCache<Delivery>(database, { maxEntries: maxCached });

  async function findCached(secret: string): Promise<Delivery | undefined> {
    const cached = await cache.getOrLoad(hasher.fingerprint(secret), () =>
      database.dispatches.findByLink(hasher.hash(secret), clock.now()),
    );
    return cached !== undefined && cached.dispatch.expiresAt > clock.now() ? cached : undefined;
  }

  function ticketOf(secret: string, wanted: Wanted): string {
    return hasher.hash(`${secret} ${wanted}`).toString('base64url');
  }

  return {
    /**
     * Authorises the download page: undefined for a link that is unknown, expired or revoked,
     * indistinguishably. Viewing changes nothing. Where a code is demanded, nothing is revealed without the
     * session of a browser that entered one.
     */
    async findByLink(
      secret: string,
      session?: string,
    ): Promise<OpenDelivery | LockedDelivery | undefined> {
      const delivery = await findCached(secret);
      if (delivery?.dispatch.kind !== 'drop') return undefined;
      if (await isLocked(dependencies, delivery, session)) return { ...delivery, isLocked: true };
      return { ...delivery, isLocked: false };
    },

    /** Whether the link still leads to the same dispatch: it may have ended since. */
    async mayRead(secret: string): Promise<boolean> {
      return (await findCached(secret)) !== undefined;
    },

    async findFile({ dispatch }: OpenDelivery, id: string): Promise<StoredFile | undefined> {
      return idPattern.test(id)
        ? await database.files.findInDispatchById(dispatch.id, id as FileId)
        : undefined;
    },

    async listFiles({ dispatch }: OpenDelivery): Promise<StoredFile[]> {
      return await database.files.listInDispatch(dispatch.id);
    },

    /** The files of a delivery, and which of them its receiver has, including the latest. */
    async listShown({ dispatch, receiver }: OpenDelivery): Promise<ShownFile[]> {
      await downloadLog.flushed(receiver.id);
      const downloads = await database.downloads.listFor(receiver.id);
      const completed = new Map(downloads.map(({ fileId, completedAt }) => [fileId, completedAt]));
      const files = await database.files.listInDispatch(dispatch.id);
      return files.map((file) => ({ ...file, downloadedAt: completed.get(file.id) }));
    },

    async open(file: StoredFile): Promise<OpenFile> {
      return await openStoredFile(dependencies, file);
    },

    /**
     * The token that pressing the button of a file, or of the archive, gives. Transfers with it count,
     * however often they are resumed, for as long as the link lives.
     */
    ticketFor: ticketOf,

    isTicket(ticket: string, secret: string, wanted: Wanted): boolean {
      return hasher.equal(Buffer.from(ticket), Buffer.from(ticketOf(secret, wanted)));
    },

    /** Records what was sent of a file, and counts it where it was requested on the page. */
    async recordTransfer(
      actor: Actor,
      delivery: Delivery,
      { id, name, sizeBytes }: StoredFile,
      { wasAskedFor, ...transfer }: Transfer & { wasAskedFor: boolean },
    ): Promise<void> {
      await downloadLog.record({
        actor,
        to: receiverRefOf(delivery),
        file: { id, name, sizeBytes },
        transfer,
        way: { by: 'link', wasAskedFor },
      });
    },
  };
}

function receiverRefOf({ dispatch, receiver }: Delivery): ReceiverRef {
  return { receiverId: receiver.id, dispatchId: dispatch.id, email: receiver.email };
}

/** The receivers whose link into a drop lives, and who have not completed every file. */
export async function listUnfetched(
  { downloads }: Pick<Repositories, 'downloads'>,
  { dispatch, receivers }: DispatchOverview,
): Promise<DispatchReceiver[]> {
  const unfetched: DispatchReceiver[] = [];
  for (const receiver of receivers) {
    if (receiver.linkHash === undefined) continue;
    if (!(await downloads.hasEveryFile(receiver.id, dispatch.id))) unfetched.push(receiver);
  }
  return unfetched;
}
