import type {
  KeptFormRepository,
  RecoveryCodeRepository,
  TotpRepository,
} from '../../domain/model/person.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import {
  prepareDelete,
  prepareEnd,
  preparePut,
  prepareSelect,
  prepareUpdate,
} from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { changeBound, selectAccounts } from './bound-accounts.ts';
import type { BoundRows } from './bound-rows.ts';
import { bufferOf } from './rows.ts';

const totpColumns = [
  'sealed',
  'confirmed_at',
  'waits_until',
  'last_step',
  'tries_left',
  'tries_until',
  'known_tries_left',
  'known_tries_until',
] as const;

const totpOf = prepare('totp.ofAccount', (db, given: { accountId: string }) =>
  selectAccounts(db)
    .leftJoin('totp_secrets as totp', 'totp.account_id', 'account.id')
    .select(['totp.sealed', 'totp.confirmed_at', 'totp.waits_until'])
    .where('account.id', '=', given.accountId),
);

const putTotp = preparePut('totp.put', 'totp_secrets', ['account_id'], totpColumns);
const confirmTotp = prepareUpdate('totp.confirm', 'totp_secrets', 'account_id', 'confirmed_at');

const useStep = prepare('totp.useStep', (db, given: { accountId: string; step: number }) =>
  db
    .updateTable('totp_secrets')
    .set({ last_step: given.step })
    .where('account_id', '=', given.accountId)
    .where('last_step', '<', given.step),
);

type Tries = 'tries_left' | 'known_tries_left';
type TriesUntil = 'tries_until' | 'known_tries_until';

/** Tries that are counted in these two columns. */
function prepareTries(name: string, left: Tries, until: TriesUntil) {
  return {
    take: prepare(`totp.take${name}`, (db, given: { accountId: string; now: number }) =>
      db
        .updateTable('totp_secrets')
        .set(left, (eb) => eb(left, '-', 1))
        .where('account_id', '=', given.accountId)
        .where(left, '>', 0)
        .where(until, '>', given.now),
    ),
    renew: prepare(
      `totp.renew${name}`,
      (db, given: { accountId: string; now: number; left: number; until: number }) =>
        db
          .updateTable('totp_secrets')
          .set(left, given.left)
          .set(until, given.until)
          .where('account_id', '=', given.accountId)
          .where(until, '<=', given.now),
    ),
  };
}

const tries = prepareTries('Try', 'tries_left', 'tries_until');
const knownTries = prepareTries('KnownTry', 'known_tries_left', 'known_tries_until');

const removeTotp = prepareDelete('totp.remove', 'totp_secrets', 'account_id');

const giveEnd = prepare('totp.giveEnd', (db, given: { until: number }) =>
  db
    .updateTable('totp_secrets')
    .set({ waits_until: given.until })
    .where('confirmed_at', 'is', null)
    .where('waits_until', 'is', null),
);

const removeEnded = prepare('totp.removeEnded', (db, given: { now: number }) =>
  db
    .deleteFrom('totp_secrets')
    .where('confirmed_at', 'is', null)
    .where('waits_until', '<=', given.now),
);

export function createTotpRepository(session: Session, bound: BoundRows): TotpRepository {
  return {
    async find(accountId) {
      const row = await session.first(totpOf, { accountId });
      // An account without its authenticator would be taken for one that needs no code.
      if (row !== undefined && !bound.isSoundAccount(row)) {
        throw new ValiseError('unauthorized', 'The account was changed by somebody else.');
      }
      if (row === undefined || row.sealed === null) return undefined;
      return {
        accountId,
        sealed: bufferOf(row.sealed),
        confirmedAt: row.confirmed_at ?? undefined,
        waitsUntil: row.waits_until ?? undefined,
      };
    },

    async put({ accountId, sealed, confirmedAt, waitsUntil }) {
      const row = {
        account_id: accountId,
        sealed,
        confirmed_at: confirmedAt ?? null,
        waits_until: waitsUntil ?? null,
        last_step: 0,
        tries_left: 0,
        tries_until: 0,
        known_tries_left: 0,
        known_tries_until: 0,
      };
      await changeBound(session, bound, accountId, () => session.change(putTotp, row));
    },

    async confirm(accountId, at) {
      await changeBound(session, bound, accountId, () =>
        session.change(confirmTotp, { account_id: accountId, confirmed_at: at }),
      );
    },

    async useStep(accountId, step) {
      return (await session.change(useStep, { accountId, step })) > 0;
    },

    async takeTry(accountId, { now, most, periodMs, isKnown }) {
      const { renew, take } = isKnown ? knownTries : tries;
      const renewed = { accountId, now, left: most - 1, until: now + periodMs };
      if ((await session.change(renew, renewed)) > 0) return true;
      return (await session.change(take, { accountId, now })) > 0;
    },

    async remove(accountId) {
      await changeBound(session, bound, accountId, () =>
        session.change(removeTotp, { account_id: accountId }),
      );
    },

    async removeUnconfirmed(now, waitMs) {
      await session.change(giveEnd, { until: now + waitMs });
      return await session.change(removeEnded, { now });
    },
  };
}

const insertCode = prepareInsert('recoveryCodes.insert', 'recovery_codes', [
  'account_id',
  'hash',
  'mac',
]);

const removeCodes = prepareDelete('recoveryCodes.removeAll', 'recovery_codes', 'account_id');

const countCodes = prepare('recoveryCodes.count', (db, given: { accountId: string }) =>
  db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', given.accountId),
);

const codeOf = prepareSelect('recoveryCodes.find', 'recovery_codes', 'account_id', 'hash');
const takeCode = prepareDelete('recoveryCodes.take', 'recovery_codes', 'account_id', 'hash');

export function createRecoveryCodeRepository(
  session: Session,
  bound: BoundRows,
): RecoveryCodeRepository {
  return {
    async replace(accountId, hashes) {
      await session.change(removeCodes, { account_id: accountId });
      for (const hash of hashes) {
        const row = { account_id: accountId, hash };
        await session.change(insertCode, { ...row, mac: bound.codeOfRecoveryCode(row) });
      }
    },

    async count(accountId) {
      return Number((await session.first(countCodes, { accountId }))?.count ?? 0);
    },

    async take(accountId, hash) {
      const row = await session.first(codeOf, { account_id: accountId, hash });
      if (row === undefined || !bound.isSoundRecoveryCode(row)) return false;
      return (await session.change(takeCode, { account_id: accountId, hash })) > 0;
    },
  };
}

const keptForm = prepare('keptForms.find', (db, given: { accountId: string; id: string }) =>
  db
    .selectFrom('kept_forms')
    .select(['sealed', 'expires_at'])
    .where('account_id', '=', given.accountId)
    .where('id', '=', given.id),
);

const keepForm = preparePut(
  'keptForms.put',
  'kept_forms',
  ['account_id'],
  ['id', 'sealed', 'expires_at'],
);
const endForms = prepareEnd('keptForms.endExpired', 'kept_forms');

export function createKeptFormRepository(session: Session): KeptFormRepository {
  return {
    async put({ accountId, id, sealed, expiresAt }) {
      const row = { account_id: accountId, id, sealed, expires_at: expiresAt };
      await session.change(keepForm, row);
    },

    async find(accountId, id) {
      const row = await session.first(keptForm, { accountId, id });
      return row && { accountId, id, sealed: bufferOf(row.sealed), expiresAt: row.expires_at };
    },

    async deleteExpired(now) {
      return await session.change(endForms, { now });
    },
  };
}
