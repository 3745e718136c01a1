import type { Kysely, Selectable } from 'kysely';
import type {
  Draft,
  DraftContents,
  DraftLifetime,
  DraftOverview,
  DraftReceiver,
  DraftRepository,
  ReceiptMode,
} from '../../domain/model/draft.ts';
import type { AccountId, DispatchId, DraftId } from '../../domain/model/ids.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareUpdate } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import { bufferOf } from './rows.ts';
import type { Schema } from './schema.ts';
import { bytesOfUploads } from './upload-sums.ts';

const contentColumns = [
  'receivers',
  'title',
  'message',
  'lifetime',
  'second_factor',
  'wants_password',
  'anyone',
  'download_limit',
  'receipts',
  'mail_language',
] as const;

const insert = prepareInsert('drafts.insert', 'drafts', [
  'id',
  'account_id',
  'ticket_hash',
  ...contentColumns,
  'dispatch_id',
  'created_at',
  'changed_at',
  'expires_at',
  'discarded_at',
  'version',
  'changed_by',
]);

function notExpired(db: Kysely<Schema>, now: number) {
  return db.selectFrom('drafts').selectAll().where('expires_at', '>', now);
}

function alive(db: Kysely<Schema>, now: number) {
  return notExpired(db, now).where('discarded_at', 'is', null);
}

const byId = prepare('drafts.byId', (db, given: { id: string; now: number }) =>
  alive(db, given.now).where('id', '=', given.id),
);

const byTicket = prepare('drafts.byTicket', (db, given: { ticketHash: Uint8Array; now: number }) =>
  alive(db, given.now).where('ticket_hash', '=', given.ticketHash).where('dispatch_id', 'is', null),
);

const discardedById = prepare('drafts.discardedById', (db, given: { id: string; now: number }) =>
  notExpired(db, given.now).where('id', '=', given.id).where('discarded_at', 'is not', null),
);

const discarded = prepare(
  'drafts.discarded',
  (db, given: { accountId: string; now: number; limit: number }) =>
    db
      .selectFrom('drafts')
      .select('id')
      .where('account_id', '=', given.accountId)
      .where('expires_at', '>', given.now)
      .where('discarded_at', 'is not', null)
      .orderBy('discarded_at')
      .orderBy('id')
      .limit(given.limit),
);

const unsent = prepare(
  'drafts.unsent',
  (db, given: { accountId: string; now: number; limit: number }) =>
    alive(db, given.now)
      .where('account_id', '=', given.accountId)
      .where('dispatch_id', 'is', null)
      .orderBy('changed_at', 'desc')
      .orderBy('id')
      .limit(given.limit),
);

const filesOf = prepare('drafts.filesOf', (db, given: { ids: readonly string[] }, words) =>
  db
    .selectFrom('incoming_uploads')
    .select((eb) => [
      'receiver_id',
      eb.fn.countAll<number | string>().as('files'),
      bytesOfUploads(eb).as('bytes'),
    ])
    .where('receiver_id', 'in', words.elementsOf(given.ids))
    .where('shredded_at', 'is', null)
    .groupBy('receiver_id'),
);

const firstFileOf = prepare('drafts.firstFileOf', (db, given: { id: string }) =>
  db
    .selectFrom('incoming_uploads')
    .select('name')
    .where('receiver_id', '=', given.id)
    .where('shredded_at', 'is', null)
    .orderBy('sequence')
    .limit(1),
);

const update = prepareUpdate(
  'drafts.update',
  'drafts',
  'id',
  ...contentColumns,
  'changed_at',
  'expires_at',
  'version',
  'changed_by',
);

const discard = prepareUpdate('drafts.discard', 'drafts', 'id', 'discarded_at', 'expires_at');

const restore = prepare('drafts.restore', (db, given: { id: string; expiresAt: number }) =>
  db
    .updateTable('drafts')
    .set({ discarded_at: null, expires_at: given.expiresAt })
    .where('id', '=', given.id),
);

const putOff = prepare('drafts.putOff', (db, given: { id: string; expiresAt: number }) =>
  db
    .updateTable('drafts')
    .set({ expires_at: given.expiresAt })
    .where('id', '=', given.id)
    .where('discarded_at', 'is', null)
    .where('expires_at', '<', given.expiresAt),
);

const markSent = prepareUpdate('drafts.markSent', 'drafts', 'id', 'dispatch_id');
const remove = prepareDelete('drafts.remove', 'drafts', 'id');

const expired = prepare('drafts.expired', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('drafts')
    .select(['id', 'account_id'])
    .where('expires_at', '<=', given.now)
    .orderBy('expires_at')
    .limit(given.limit),
);

const chosenOf = prepare('drafts.chosenOf', (db, given: { id: string }) =>
  db
    .selectFrom('chosen_files')
    .select(['key', 'name', 'folder', 'size_bytes', 'fingerprint', 'place'])
    .where('draft_id', '=', given.id)
    .orderBy('place')
    .orderBy('key'),
);

const countChosen = prepare('drafts.countChosen', (db, given: { id: string }) =>
  db
    .selectFrom('chosen_files')
    .select(({ fn }) => fn.countAll<number | string>().as('files'))
    .where('draft_id', '=', given.id),
);

const addChosen = prepareInsert(
  'drafts.addChosen',
  'chosen_files',
  ['draft_id', 'key', 'name', 'folder', 'size_bytes', 'fingerprint', 'place'],
  ['draft_id', 'key'],
);

const forgetChosen = prepare(
  'drafts.forgetChosen',
  (db, given: { id: string; keys: readonly string[] }, words) =>
    db
      .deleteFrom('chosen_files')
      .where('draft_id', '=', given.id)
      .where('key', 'in', words.elementsOf(given.keys)),
);

const forgetAllChosen = prepareDelete('drafts.forgetAllChosen', 'chosen_files', 'draft_id');

export function createDraftRepository(session: Session): DraftRepository {
  return {
    async add(draft) {
      await session.change(insert, {
        id: draft.id,
        account_id: draft.accountId,
        ticket_hash: draft.ticketHash,
        ...columnsOf(draft),
        dispatch_id: draft.dispatchId ?? null,
        created_at: draft.createdAt,
        changed_at: draft.changedAt,
        expires_at: draft.expiresAt,
        discarded_at: draft.discardedAt ?? null,
        version: draft.version,
        changed_by: draft.changedBy ?? null,
      });
    },

    async find(id, now) {
      const row = await session.first(byId, { id, now });
      return row && draftOf(row);
    },

    async findByTicket(ticketHash, now) {
      const row = await session.first(byTicket, { ticketHash, now });
      return row && draftOf(row);
    },

    async findDiscarded(id, now) {
      const row = await session.first(discardedById, { id, now });
      return row && draftOf(row);
    },

    async listDiscarded(accountId, now, limit) {
      const rows = await session.all(discarded, { accountId, now, limit });
      return rows.map(({ id }) => id as DraftId);
    },

    async listUnsent(accountId, now, limit) {
      const drafts = (await session.all(unsent, { accountId, now, limit })).map(draftOf);
      const sums = await session.all(filesOf, { ids: drafts.map(({ id }) => id) });
      const byDraft = new Map(sums.map((sum) => [sum.receiver_id, sum]));
      const overviews: DraftOverview[] = [];
      for (const draft of drafts) {
        const sum = byDraft.get(draft.id);
        const first = sum && (await session.first(firstFileOf, { id: draft.id }));
        const files = Number(sum?.files ?? 0);
        overviews.push({ ...draft, files, bytes: Number(sum?.bytes ?? 0), firstFile: first?.name });
      }
      return overviews;
    },

    async change(id, contents, { changedAt, expiresAt, version, changedBy }) {
      await session.change(update, {
        id,
        ...columnsOf(contents),
        changed_at: changedAt,
        expires_at: expiresAt,
        version,
        changed_by: changedBy ?? null,
      });
    },

    async discard(id, { discardedAt, expiresAt }) {
      await session.change(discard, { id, discarded_at: discardedAt, expires_at: expiresAt });
    },

    async restore(id, expiresAt) {
      await session.change(restore, { id, expiresAt });
    },

    async putOff(id, expiresAt) {
      await session.change(putOff, { id, expiresAt });
    },

    async markSent(id, dispatchId) {
      await session.change(markSent, { id, dispatch_id: dispatchId });
      await session.change(forgetAllChosen, { draft_id: id });
    },

    async remove(id) {
      await session.change(remove, { id });
    },

    async listChosen(id) {
      const rows = await session.all(chosenOf, { id });
      return rows.map(({ key, name, folder, size_bytes: sizeBytes, fingerprint, place }) => ({
        key,
        name,
        folder,
        sizeBytes,
        fingerprint,
        place,
      }));
    },

    async countChosen(id) {
      return Number((await session.first(countChosen, { id }))?.files ?? 0);
    },

    async addChosen(id, files) {
      const rows = files.map(({ key, name, folder, sizeBytes, fingerprint, place }) => ({
        draft_id: id,
        key,
        name,
        folder,
        size_bytes: sizeBytes,
        fingerprint,
        place,
      }));
      await changeEach(session, addChosen, rows);
    },

    async forgetChosen(id, keys) {
      await session.change(forgetChosen, { id, keys });
    },

    async listExpired(now, limit) {
      const rows = await session.all(expired, { now, limit });
      return rows.map(({ id, account_id: accountId }) => ({
        id: id as DraftId,
        accountId: accountId as AccountId,
      }));
    },
  };
}

function columnsOf(contents: DraftContents) {
  const { receivers, title, message, lifetime, secondFactor, downloadLimit, receipts } = contents;
  return {
    wants_password: contents.wantsPassword ? 1 : 0,
    anyone: contents.anyone ? 1 : 0,
    receivers: JSON.stringify(receivers),
    title,
    message,
    lifetime: 'days' in lifetime ? String(lifetime.days) : lifetime.date,
    second_factor: secondFactor ?? null,
    download_limit: downloadLimit ?? null,
    receipts: receipts ?? null,
    mail_language: contents.mailLanguage ?? null,
  };
}

function draftOf(row: Selectable<Schema['drafts']>): Draft {
  return {
    id: row.id as DraftId,
    accountId: row.account_id as AccountId,
    ticketHash: bufferOf(row.ticket_hash),
    receivers: JSON.parse(row.receivers) as DraftReceiver[],
    title: row.title,
    message: row.message,
    lifetime: lifetimeOf(row.lifetime),
    secondFactor: (row.second_factor ?? undefined) as SecondFactorMode | undefined,
    wantsPassword: row.wants_password === 1,
    anyone: row.anyone === 1,
    downloadLimit: row.download_limit ?? undefined,
    receipts: (row.receipts ?? undefined) as ReceiptMode | undefined,
    mailLanguage: row.mail_language ?? undefined,
    dispatchId: (row.dispatch_id ?? undefined) as DispatchId | undefined,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    expiresAt: row.expires_at,
    discardedAt: row.discarded_at ?? undefined,
    version: row.version,
    changedBy: row.changed_by ?? undefined,
  };
}

function lifetimeOf(text: string): DraftLifetime {
  return text.includes('-') ? { date: text } : { days: Number(text) };
}
