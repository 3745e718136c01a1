import type { OpenFile } from '../files/open-file.ts';
import type { Clock } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import type { InboxToken } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { QueuedFile, QueuedItem, QueuePlace, QueueQuery } from '../model/inbox-queue.ts';
import type { Actor, SignedIn } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import { keyReads } from '../second-factor/inbox-lock.ts';
import type { Transfer } from '../downloads/count-transfer.ts';
import type { InboxItems } from './inbox-items.ts';
import type { Inbox } from './inbox.ts';

interface Dependencies {
  database: Pick<Database, 'apiKeys' | 'inboxQueue'>;
  inboxItems: Pick<InboxItems, 'getFile' | 'open' | 'recordDownload' | 'remove'>;
  inbox: Pick<Inbox, 'mayRead'>;
  clock: Pick<Clock, 'now'>;
}

/** An account that reads, and the key that it signed in with. */
export type KeyedReader = Pick<SignedIn, 'account' | 'keyId'>;

/** An item with its files. */
export interface WholeItem extends QueuedItem {
  contents: readonly QueuedFile[];
}

export interface WholePart {
  items: WholeItem[];
  /** Undefined where this is the last part. */
  next: QueuePlace | undefined;
}

/** A file of an item that may be sent to the reader. */
export interface ItemFile {
  item: QueuedItem;
  opened: OpenFile;
}

/** A part of a list ends before the item with which it would have more files than this. */
const mostFiles = 10_000;

export type KeyedInbox = ReturnType<typeof createKeyedInbox>;

/**
 * The inbox of an account that comes with a key: a program's, or that of a person's program. What the key may not read
 * (decision 0078) is not there, as an item of another account.
 */
export function createKeyedInbox({ database, inboxItems, inbox, clock }: Dependencies) {
  async function withFiles(items: readonly QueuedItem[]): Promise<WholeItem[]> {
    const ids = [...new Set(items.map(({ dispatchId }) => dispatchId))];
    const files = await database.inboxQueue.listFiles(ids);
    return items.map((item) => ({ ...item, contents: files.get(item.dispatchId) ?? [] }));
  }

  async function getBare(reader: KeyedReader, token: string, sought = 'item'): Promise<QueuedItem> {
    const { email } = reader.account;
    const item = idPattern.test(token)
      ? await database.inboxQueue.find(email, token as InboxToken, clock.now())
      : undefined;
    if (item === undefined || !(await keyReads(database, reader, [item]))(item)) {
      throw new ValiseError('not_found', `There is no such ${sought}.`);
    }
    return item;
  }

  return {
    withFiles,
    getBare,

    async list(reader: KeyedReader, query: QueueQuery): Promise<WholePart> {
      const { email } = reader.account;
      const { items, next } = await database.inboxQueue.list(email, clock.now(), query);
      const fitting = items.slice(0, countFitting(items));
      const reads = await keyReads(database, reader, fitting);
      const last = fitting.length < items.length ? fitting.at(-1) : undefined;
      return {
        items: await withFiles(fitting.filter(reads)),
        next: last === undefined ? next : { id: last.token, createdAt: last.createdAt },
      };
    },

    /** Throws `not_found` for what was not sent to the account, has ended, or is not for this key. */
    async get(reader: KeyedReader, token: string): Promise<WholeItem> {
      const item = await getBare(reader, token);
      const [whole] = await withFiles([item]);
      return whole ?? { ...item, contents: [] };
    },

    /** As `getFile` of the inbox of a person. */
    async openFile(reader: KeyedReader, token: string, id: string): Promise<ItemFile> {
      const item = await getBare(reader, token, 'file');
      const file = await inboxItems.getFile(item, id);
      return { item, opened: await inboxItems.open(file, item) };
    },

    mayRead: (reader: KeyedReader, item: Pick<QueuedItem, 'token'>): Promise<boolean> =>
      inbox.mayRead(reader, item),

    async recordDownload(
      actor: Actor,
      { account }: KeyedReader,
      { item, opened }: ItemFile,
      transfer: Transfer,
    ): Promise<void> {
      await inboxItems.recordDownload(actor, account, item, opened.file, transfer);
    },

    /** As `remove` of the inbox of a person. */
    async remove(actor: Actor, reader: KeyedReader, token: string): Promise<void> {
      await getBare(reader, token);
      await inboxItems.remove(actor, reader.account, token);
    },
  };
}

/** How many of the items make one part, at least one. */
function countFitting(items: readonly Pick<QueuedItem, 'files'>[]): number {
  let files = 0;
  const over = items.findIndex((item, at) => {
    files += item.files;
    return at > 0 && files > mostFiles;
  });
  return over === -1 ? items.length : over;
}
