import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Lane } from '../../domain/model/outbox.ts';
import type { SqlDialect } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

type Given<Value extends object> = Value & { now: number; by: string };

/**
 * Claims one message that nobody else is claiming. The update checks again that the row is due: of two claimants that
 * found the same row, the second changes nothing.
 */
function claiming(
  db: Kysely<Schema>,
  given: Given<object>,
  words: SqlDialect,
  find: (due: Due) => Due,
) {
  return db
    .updateTable('mails')
    .set(({ eb }) => ({
      claimed_by: given.by,
      attempts: eb('attempts', '+', 1),
      stalled: 0,
    }))
    .where('sequence', '=', (eb) =>
      words.lockedUnlessTaken(
        find(
          eb
            .selectFrom('mails')
            .select('sequence')
            .where('state', '=', 'waiting')
            .where('claimed_by', 'is', null)
            .where('next_attempt_at', '<=', given.now),
        ).limit(1),
      ),
    )
    .where('state', '=', 'waiting')
    .where('claimed_by', 'is', null)
    .where('next_attempt_at', '<=', given.now)
    .returningAll();
}

type Due = SelectQueryBuilder<Schema, 'mails', { sequence: number }>;

function claimingCode(lane: Lane) {
  return prepare(`outbox.claimCode.${lane}`, (db, given: Given<object>, words) =>
    claiming(db, given, words, (due) =>
      due
        .where('kind', '=', 'code')
        .where('to_email', addressing[lane], '%@%')
        .orderBy('next_attempt_at')
        .orderBy('sequence'),
    ),
  );
}

/** How messages of a lane are addressed. */
export const addressing = { mail: 'like', sms: 'not like' } as const;

export const claimCode = { mail: claimingCode('mail'), sms: claimingCode('sms') };

/** Only codes go by SMS. */
export const claimInTurn = prepare(
  'outbox.claimInTurn',
  (db, given: Given<{ after: string }>, words) =>
    claiming(db, given, words, (due) =>
      due
        .where('kind', '!=', 'code')
        .where('account_id', '>', given.after)
        .orderBy('account_id')
        .orderBy('next_attempt_at')
        .orderBy('sequence'),
    ),
);

export const retry = prepare(
  'outbox.retry',
  (
    db,
    given: { id: string; by: string; nextAttemptAt: number; lastError: string; stalled: number },
  ) =>
    db
      .updateTable('mails')
      .set({
        claimed_by: null,
        next_attempt_at: given.nextAttemptAt,
        last_error: given.lastError,
        stalled: given.stalled,
      })
      .where('id', '=', given.id)
      .where('state', '=', 'waiting')
      .where('claimed_by', '=', given.by),
);

function endingOutage(lane: Lane) {
  return prepare(`outbox.endOutage.${lane}`, (db, given: { now: number }) =>
    db
      .updateTable('mails')
      .set({ next_attempt_at: given.now, stalled: 0 })
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '>', given.now)
      .where('stalled', '=', 1)
      .where('to_email', addressing[lane], '%@%'),
  );
}

export const endOutage = { mail: endingOutage('mail'), sms: endingOutage('sms') };

export const releaseClaims = prepare(
  'outbox.releaseClaims',
  (db, given: { now: number; living: readonly string[] }, words) =>
    db
      .updateTable('mails')
      .set({ claimed_by: null, next_attempt_at: given.now })
      .where('state', '=', 'waiting')
      .where('claimed_by', 'is not', null)
      .where('claimed_by', 'not in', words.elementsOf(given.living)),
);

/** One that was never tried and is not due is held back. */
export const retryAll = prepare('outbox.retryAll', (db, given: { now: number }) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: given.now, stalled: 0 })
    .where('state', '=', 'waiting')
    .where('claimed_by', 'is', null)
    .where('attempts', '>', 0)
    .where('next_attempt_at', '>', given.now),
);

export const settle = prepare(
  'outbox.settle',
  (db, given: { id: string; state: string; at: number; lastError: string | null }) =>
    db
      .updateTable('mails')
      .set({
        state: given.state,
        settled_at: given.at,
        last_error: given.lastError,
        claimed_by: null,
      })
      .where('id', '=', given.id)
      .where('state', '=', 'waiting'),
);

function reopening(db: Kysely<Schema>, now: number) {
  return db
    .updateTable('mails')
    .set({
      state: 'waiting',
      settled_at: null,
      last_error: null,
      next_attempt_at: now,
      stalled: 0,
      claimed_by: null,
    })
    .where('state', 'in', ['refused', 'abandoned'])
    .where('kind', '!=', 'code');
}

export const reopen = prepare('outbox.reopen', (db, given: { id: string; now: number }) =>
  reopening(db, given.now).where('id', '=', given.id),
);

function reopeningIn(state: 'refused' | 'abandoned') {
  return prepare(`outbox.reopen.${state}`, (db, given: { now: number; limit: number }) =>
    reopening(db, given.now).where('sequence', 'in', (failed) =>
      failed
        .selectFrom('mails')
        .select('sequence')
        .where('state', '=', state)
        .where('kind', '!=', 'code')
        .orderBy('settled_at')
        .limit(given.limit),
    ),
  );
}

export const reopenFailed = [reopeningIn('refused'), reopeningIn('abandoned')];

export const withdraw = prepare('outbox.withdraw', (db, given: { id: string; at: number }) =>
  db
    .updateTable('mails')
    .set({ state: 'withdrawn', settled_at: given.at })
    .where('id', '=', given.id)
    .where('state', '=', 'waiting')
    .where('claimed_by', 'is', null),
);
