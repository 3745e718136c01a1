import type { Sent } from '../dispatches/sent.ts';
import { endOfUse } from '../expiry/spent-keys.ts';
import type { Account } from '../model/account.ts';
import type { TrailHead } from '../model/audit.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchFile } from '../model/dispatch.ts';
import { endReasonOf } from '../model/dispatch.ts';
import { filePathOf } from '../model/file.ts';
import type { DispatchId, FileId, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { KeyBucket, KeyRing } from '../model/key-ring.ts';
import type { SentDrop, SentFile, SentReceiver, ShreddedFile } from '../model/sent.ts';
import { receiverStateOf } from '../model/sent.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ReceiptKey } from '../ports/receipt-key.ts';
import type { Envelope } from './envelope.ts';
import { keyListOf, signStatement } from './envelope.ts';
import { destructionOf, downloadOf, endOf, findPlaces } from './find-places.ts';

interface Dependencies {
  database: Pick<Repositories, 'audit' | 'downloads' | 'files' | 'sent'>;
  sent: Pick<Sent, 'get'>;
  keyRing: Pick<KeyRing, 'buckets'>;
  receiptKey: ReceiptKey;
  /** The id of the installation. */
  installation: string;
  keyGraceMs: number;
  clock: Clock;
}

/** A signed part of a receipt, and what `after` is for the next one; undefined on the last one. */
export interface SignedPart {
  envelope: Envelope;
  next: string | undefined;
}

/** The job that destroys keys runs every ten minutes. */
const looksForKeysMs = hour;

/** A part tells of so many files of receivers, or of so many deleted files. */
export const mostInPart = 500;

export type Receipts = ReturnType<typeof createReceipts>;

/**
 * Signed statements about a drop: who has which file, and that it was deleted. They are made of what is stored each
 * time they are asked for, and change nothing.
 */
export function createReceipts(dependencies: Dependencies) {
  const { database, sent, receiptKey, installation, clock } = dependencies;

  async function sign(
    kind: 'receipt' | 'deletion',
    account: Pick<Account, 'email'>,
    drop: SentDrop,
    content: object,
    { after, next }: { after: string | undefined; next: string | undefined },
  ): Promise<SignedPart> {
    const now = clock.now();
    const { id, title, reference, createdAt, expiresAt } = drop.dispatch;
    const statement = {
      kind,
      version: 1,
      installation,
      issued_at: timeOf(now),
      account: account.email,
      drop: {
        id,
        title: title ?? null,
        reference: reference ?? null,
        state: endReasonOf(drop, now) ?? 'live',
        created_at: timeOf(createdAt),
        expires_at: timeOf(expiresAt),
        ended_at: timeOrNull(drop.endedAt),
      },
      ...content,
      trail: placeOf(await database.audit.findHead()),
      after: after ?? null,
      next: next ?? null,
    };
    return { envelope: signStatement(receiptKey, statement), next };
  }

  return {
    keys: keyListOf(receiptKey),

    /** Who has which file of a drop, from `after` on. Throws `not_found` for a drop of another account. */
    async issue(
      account: Pick<Account, 'id' | 'email'>,
      id: string,
      after?: string,
    ): Promise<SignedPart> {
      const drop = await sent.get(account, id);
      const { receivers, files, next } = await readReceivers(database, drop, after);
      const completed = await database.downloads.listCompleted(
        receivers.map((receiver) => receiver.id),
        files.map((file) => file.id),
      );
      const emails = new Map(receivers.map((receiver) => [receiver.id, receiver.email]));
      const places = await findPlaces(
        database.audit,
        completed.map(({ receiverId, fileId, completedAt }) => ({
          at: completedAt,
          subject: downloadOf(fileId, emails.get(receiverId) ?? ''),
        })),
      );
      const downloads = new Map(
        completed.map(({ receiverId, fileId, completedAt }, index) => [
          `${receiverId} ${fileId}`,
          { completedAt, place: places[index] },
        ]),
      );
      const now = clock.now();
      const content = {
        // Nobody knows who they are that have used these.
        anyone_links: drop.anyoneLinks.map(({ id: link, opened, downloads: taken, revokedAt }) => ({
          ...{ id: link, opened, downloads: taken },
          revoked_at: timeOrNull(revokedAt),
        })),
        receivers: receivers.map((receiver) => ({
          ...progressOf(drop, receiver, now),
          files: files.map((file) => {
            const download = downloads.get(`${receiver.id} ${file.id}`);
            return {
              ...fileOf(file),
              sha256: file.sha256?.toString('hex') ?? null,
              completed_at: timeOrNull(download?.completedAt),
              record: placeOf(download?.place),
            };
          }),
        })),
      };
      return await sign('receipt', account, drop, content, { after, next });
    },

    /**
     * That the files of a drop were deleted, from `after` on. Throws `dispatch_live` while it lives, and `not_found`
     * for a drop of another account.
     */
    async issueDeletion(
      account: Pick<Account, 'id' | 'email'>,
      id: string,
      after?: string,
    ): Promise<SignedPart> {
      const drop = await sent.get(account, id);
      const { endedAt } = drop;
      if (endedAt === undefined) {
        throw new ValiseError(
          'dispatch_live',
          'This has not been deleted yet: it has not ended, or ended within the last minute.',
        );
      }
      const { files, next } = await readShredded(database, drop.dispatch.id, after);
      const ids = files.map((file) => file.id);
      const unused = new Set(await database.files.listUnusedContents(ids));
      const act = { at: endedAt, subject: endOf(drop.dispatch.id) };
      const [record] = await findPlaces(database.audit, [act]);
      const content = {
        reason: endReasonOf(drop, endedAt) ?? null,
        record: placeOf(record),
        files: files.map((file) => ({
          ...fileOf(file),
          key_destroyed_at: timeOf(file.shreddedAt),
          bytes_removed_at: timeOrNull(file.reclaimedAt),
          is_shared: !unused.has(file.contentId),
          bucket: file.bucket ?? null,
        })),
        buckets: await readBuckets(dependencies, files),
      };
      return await sign('deletion', account, drop, content, { after, next });
    },
  };
}

/**
 * The receivers of a part, the files that it tells of for each of them, and where the next one begins: behind a
 * receiver, or behind a file of one.
 */
async function readReceivers(
  { sent }: Pick<Repositories, 'sent'>,
  { dispatch: { id } }: SentDrop,
  after: string | undefined,
): Promise<{ receivers: SentReceiver[]; files: SentFile[]; next: string | undefined }> {
  const { receiver: before, file } = await findPlaceAfter({ sent }, id, after);
  const files = await sent.listFiles(id, { after: file, limit: mostInPart + 1 });
  if (file === undefined && files.length <= mostInPart) {
    const count = Math.floor(mostInPart / Math.max(1, files.length));
    const found = await sent.listReceivers(id, { after: before?.position, limit: count + 1 });
    const receivers = found.slice(0, count);
    const next = found.length > count ? receivers.at(-1)?.id : undefined;
    return { receivers, files, next };
  }
  if (file !== undefined && files.length === 0) throw noSuchPlace();
  const [receiver, other] =
    file === undefined || before === undefined
      ? await sent.listReceivers(id, { after: before?.position, limit: 2 })
      : [before, ...(await sent.listReceivers(id, { after: before.position, limit: 1 }))];
  // It may have gone to nobody by name.
  if (receiver === undefined && after === undefined) {
    return { receivers: [], files: [], next: undefined };
  }
  if (receiver === undefined) throw noSuchPlace();
  const some = files.slice(0, mostInPart);
  const behindFile = files.length > mostInPart ? some.at(-1)?.id : undefined;
  const behindReceiver = other === undefined ? undefined : receiver.id;
  const next = behindFile === undefined ? behindReceiver : `${receiver.id}.${behindFile}`;
  return { receivers: [receiver], files: some, next };
}

/** The receiver that a part begins behind, or among whose files it does. */
async function findPlaceAfter(
  { sent }: Pick<Repositories, 'sent'>,
  id: DispatchId,
  after: string | undefined,
): Promise<{ receiver?: SentReceiver; file?: FileId | undefined }> {
  if (after === undefined) return {};
  const [receiverId = '', file] = after.split('.');
  const receiver = idPattern.test(receiverId)
    ? await sent.findReceiver(id, receiverId as ReceiverId)
    : undefined;
  if (receiver === undefined) throw noSuchPlace();
  return { receiver, file: file as FileId | undefined };
}

async function readShredded(
  { sent }: Pick<Repositories, 'sent'>,
  id: DispatchId,
  after: string | undefined,
): Promise<{ files: ShreddedFile[]; next: string | undefined }> {
  const page = { after: after as FileId | undefined, limit: mostInPart + 1 };
  const found = await sent.listShredded(id, page);
  if (after !== undefined && found.length === 0) throw noSuchPlace();
  const files = found.slice(0, mostInPart);
  return { files, next: found.length > mostInPart ? files.at(-1)?.id : undefined };
}

function noSuchPlace(): ValiseError {
  const problem = 'must be the `next` of this receipt.';
  const details = [{ field: 'after', problem, in: 'query' as const }];
  return new ValiseError('bad_request', `The query parameter after ${problem}`, { details });
}

/** The buckets of deleted files: whose key is there no more, or until when it is kept for backups. */
async function readBuckets(
  { database, keyRing, keyGraceMs }: Dependencies,
  files: readonly ShreddedFile[],
) {
  const names = new Set(files.flatMap(({ bucket }) => bucket ?? []));
  const kept = new Set(names.size === 0 ? [] : await keyRing.buckets());
  const buckets = [];
  for (const bucket of names) buckets.push(await aboutBucket(bucket));
  return buckets;

  async function aboutBucket(bucket: KeyBucket) {
    const dueAt = endOfUse(bucket) + keyGraceMs;
    if (kept.has(bucket)) {
      return { bucket, is_destroyed: false, due_at: timeOf(dueAt), record: null };
    }
    const act = { at: dueAt, subject: destructionOf(bucket) };
    const [record] = await findPlaces(database.audit, [act], looksForKeysMs);
    return { bucket, is_destroyed: true, due_at: timeOf(dueAt), record: placeOf(record) };
  }
}

function progressOf(drop: SentDrop, receiver: SentReceiver, now: Instant) {
  const { id, email, nick, openedAt, completedAt, revokedAt } = receiver;
  const state = receiverStateOf(drop, receiver, now);
  return {
    ...{ id, email, name: nick, state },
    opened_at: timeOrNull(openedAt),
    completed_at: timeOrNull(state === 'completed' ? completedAt : undefined),
    revoked_at: timeOrNull(revokedAt),
  };
}

function fileOf(file: DispatchFile) {
  return { id: file.id, name: file.name, path: filePathOf(file), size: file.sizeBytes };
}

function placeOf(place: TrailHead | undefined) {
  return place === undefined
    ? null
    : { sequence: place.sequence, hash: place.hash.toString('hex') };
}

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}

function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : timeOf(at);
}
