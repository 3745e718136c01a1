import type { ErasureRepository } from '../../domain/model/erasure.ts';
import type { DispatchId, MailId } from '../../domain/model/ids.ts';
import { prepare } from './prepared-query.ts';
import { patternsOf } from './patterns.ts';
import { prepareDelete, prepareUpdate } from './rows-by-column.ts';
import { contentsIn, textOf } from './template-repository.ts';
import type { Session } from './prepared-query.ts';
import type { BoundRows } from './bound-rows.ts';
import { dispatchOf, selectReceiversWithSender } from './bound-rows.ts';

interface Replacement {
  email: string;
  pseudonym: string;
}

const live = prepare('erasure.live', (db, given: { email: string; now: number }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .select('dispatch.id')
    .where('receiver.email', '=', given.email)
    .where('receiver.link_hash', 'is not', null)
    .where('dispatch.ended_at', 'is', null)
    .where('dispatch.expires_at', '>', given.now)
    .orderBy('dispatch.sequence'),
);

const captured = prepare('erasure.captured', (db, given: { email: string }) =>
  db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('mails as mail', 'mail.receiver_id', 'receiver.id')
    .select('mail.id')
    .where('receiver.email', '=', given.email)
    .where('mail.state', '=', 'captured'),
);

const removeLocal = prepareDelete('erasure.removeLocal', 'contacts', 'email');
const removeGlobal = prepareDelete('erasure.removeGlobal', 'global_contacts', 'email');
const removeMember = prepareDelete('erasure.removeMember', 'contact_group_members', 'email');
const removePast = prepareDelete('erasure.removePast', 'past_receivers', 'email');
const removeChosen = prepareDelete('erasure.removeChosen', 'receivers', 'email');

const templatesWith = prepare('erasure.templatesWith', (db, given: { pattern: string }, words) =>
  db
    .selectFrom('templates')
    .select(['id', 'contents'])
    .where(words.isLike('contents', given.pattern)),
);

const changeTemplate = prepareUpdate('erasure.changeTemplate', 'templates', 'id', 'contents');

const deadReceivers = prepare(
  'erasure.deadReceivers',
  (db, given: { email: string; now: number; limit: number }) =>
    selectReceiversWithSender(db)
      .where('receiver.email', '=', given.email)
      .where((eb) =>
        eb.or([
          eb('receiver.link_hash', 'is', null),
          eb('dispatch.ended_at', 'is not', null),
          eb('dispatch.expires_at', '<=', given.now),
        ]),
      )
      .limit(given.limit),
);

const renameReceiver = prepare(
  'erasure.renameReceiver',
  (db, given: { id: string; pseudonym: string; mac: Uint8Array | null }) =>
    db
      .updateTable('dispatch_receivers')
      .set({ email: given.pseudonym, number: '', nick: '', name: '', groups: '[]', mac: given.mac })
      .where('id', '=', given.id),
);

const renameMailsOf = prepare(
  'erasure.renameMailsOf',
  (db, given: Replacement & { receiverId: string; number: string }) =>
    db
      .updateTable('mails')
      .set({ to_email: given.pseudonym, last_error: null })
      .where('receiver_id', '=', given.receiverId)
      .where((eb) => eb.or([eb('to_email', '=', given.email), eb('to_email', '=', given.number)])),
);

const removeCodes = prepareDelete('erasure.removeCodes', 'receiver_codes', 'receiver_id');
const removeSessions = prepareDelete('erasure.removeSessions', 'receiver_sessions', 'receiver_id');

const renameOrigins = prepare('erasure.renameOrigins', (db, given: Replacement) =>
  db
    .updateTable('dispatches')
    .set({ sender_email: given.pseudonym, sender_nick: '' })
    .where('sender_email', '=', given.email),
);

const renameMails = prepare('erasure.renameMails', (db, given: Replacement) =>
  db
    .updateTable('mails')
    .set({ to_email: given.pseudonym, last_error: null })
    .where('to_email', '=', given.email),
);

const renameSums = prepare('erasure.renameSums', (db, given: Replacement) =>
  db.updateTable('transfer_sums').set({ email: given.pseudonym }).where('email', '=', given.email),
);

const renameActors = prepare('erasure.renameActors', (db, given: Replacement) =>
  db.updateTable('transfer_sums').set({ actor: given.pseudonym }).where('actor', '=', given.email),
);

export function createErasureRepository(session: Session, bound: BoundRows): ErasureRepository {
  return {
    async listLive(email, now) {
      return (await session.all(live, { email, now })).map(({ id }) => id as DispatchId);
    },

    async listCaptured(email) {
      return (await session.all(captured, { email })).map(({ id }) => id as MailId);
    },

    async removeContacts(email) {
      let removed = 0;
      for (const query of [removeLocal, removeGlobal, removeChosen]) {
        removed += await session.change(query, { email });
      }
      await session.change(removeMember, { email });
      await session.change(removePast, { email });
      const [pattern] = patternsOf(JSON.stringify(email));
      for (const { id, contents } of await session.all(templatesWith, { pattern })) {
        const kept = contentsIn(contents);
        const receivers = kept.receivers.filter(
          (each) => !('email' in each && each.email === email),
        );
        await session.change(changeTemplate, { id, contents: textOf({ ...kept, receivers }) });
      }
      return removed;
    },

    async eraseReceivers({ email, pseudonym }, now, limit) {
      const rows = await session.all(deadReceivers, { email, now, limit });
      for (const row of rows) {
        const dispatch = dispatchOf(row);
        const renamed = { ...row, email: pseudonym, number: '' };
        // A row of another program must not become valid because it is erased.
        const mac = bound.isSoundReceiver(row, dispatch, row.sender_email)
          ? bound.codeOfReceiver(renamed, dispatch, row.sender_email)
          : null;
        await session.change(renameReceiver, { id: row.id, pseudonym, mac });
        const number = row.number === '' ? email : row.number;
        await session.change(renameMailsOf, { receiverId: row.id, email, number, pseudonym });
        await session.change(removeCodes, { receiver_id: row.id });
        await session.change(removeSessions, { receiver_id: row.id });
      }
      return rows.length;
    },

    async eraseOrigins({ email, pseudonym }) {
      return await session.change(renameOrigins, { email, pseudonym });
    },

    async eraseTraces({ email, pseudonym }) {
      for (const query of [renameMails, renameSums, renameActors]) {
        await session.change(query, { email, pseudonym });
      }
    },
  };
}
