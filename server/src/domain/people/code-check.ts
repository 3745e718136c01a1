import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { day, minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import type { AuthenticatorSecrets } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Proof } from './session-strength.ts';

/**
 * Codes that may be entered for an account in a quarter of an hour, right ones too: by browsers that are
 * known, and as many by all others.
 */
export const maxCodeTries = 5;
const triesPeriodMs = 15 * minute;

/** The owner is told of this many refused codes in a day, once that day. */
export const toldRefusedCodes = 3;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher'> {
  database: DatabaseOf<'passwords' | 'totp'>;
  authenticatorSecrets: AuthenticatorSecrets;
  knownBrowsers: KnownBrowsers;
}

type Rows = Pick<Repositories, 'auditMarks' | 'recoveryCodes' | 'totp' | EventRows>;

/** A code that was used up: what it proves, and in words, for the audit trail. */
export interface UsedCode {
  proof: Proof;
  how: 'authenticator' | 'recovery code';
}

export type CodeCheck = ReturnType<typeof createCodeCheck>;

/** Verifies the codes of authenticator apps, and recovery codes. */
export function createCodeCheck(dependencies: Dependencies) {
  const { database, authenticatorSecrets, knownBrowsers, hasher, events, clock } = dependencies;

  function hashOf({ id }: Account, code: string): Buffer {
    return hasher.hash('recovery code', id, plainCode(code));
  }

  /** Uses a code of the app up. Returns whether it was right, and had not been used. */
  async function useAppCode(
    { totp }: Pick<Repositories, 'totp'>,
    { id }: Account,
    written: string,
  ): Promise<boolean> {
    const known = await totp.find(id);
    const step =
      known && authenticatorSecrets.findStep(id, known.sealed, plainCode(written), clock.now());
    return step !== undefined && (await totp.useStep(id, step));
  }

  /** Whoever guesses codes knows the password, or reads the mails: the owner should know. */
  async function noteRefused(repositories: Rows, actor: Actor, account: Account): Promise<void> {
    const isTold = (await countRefused(repositories, account)) === toldRefusedCodes;
    const named = { ...actor, name: account.email };
    await events.tell(repositories, named, {
      ...{ action: 'person.code_refused', account, outcome: 'refused' },
      mails: isTold ? [{ kind: 'sign_in_codes_refused', to: account.email }] : [],
    });
  }

  /** Counts a refused code of today. Undefined beyond those that the owner is told of. */
  async function countRefused(
    { auditMarks }: Pick<Repositories, 'auditMarks'>,
    { id }: Account,
  ): Promise<number | undefined> {
    const today = Math.floor(clock.now() / day);
    for (let count = 1; count <= toldRefusedCodes; count += 1) {
      const mark = `code refused ${today} ${id} ${count}`;
      if (await auditMarks.add(mark, (today + 1) * day)) return count;
    }
    return undefined;
  }

  return {
    hashOf,
    useAppCode,

    /** Since when an authenticator protects the account; undefined where none does. */
    async findSince(
      { id }: Account,
      { totp }: Pick<Repositories, 'totp'> = database,
    ): Promise<Instant | undefined> {
      return (await totp.find(id))?.confirmedAt;
    },

    /**
     * Counts an attempt, in a transaction of its own: it counts whatever becomes of it. `known` is what the
     * browser shows of earlier sign-ins.
     */
    async takeTry({ id }: Account, known: string | undefined): Promise<boolean> {
      const given = { now: clock.now(), most: maxCodeTries, periodMs: triesPeriodMs };
      return await database.transact(async ({ totp, passwords }) => {
        const since = (await passwords.find(id))?.browsersFrom ?? 0;
        return await totp.takeTry(id, {
          ...given,
          isKnown: knownBrowsers.isKnown(known, id, since),
        });
      });
    },

    /**
     * Uses a code of the app, or a recovery code, up. A wrong one returns undefined, and is recorded; after
     * some the owner is told.
     */
    async use(
      repositories: Rows,
      actor: Actor,
      account: Account,
      written: string,
    ): Promise<UsedCode | undefined> {
      const since = (await repositories.totp.find(account.id))?.confirmedAt;
      if (since !== undefined && (await useAppCode(repositories, account, written))) {
        return { proof: { by: 'authenticator', factorSince: since }, how: 'authenticator' };
      }
      for (const hash of hasher.hashes('recovery code', account.id, plainCode(written))) {
        if (await repositories.recoveryCodes.take(account.id, hash)) {
          return { proof: { by: 'recovery' }, how: 'recovery code' };
        }
      }
      await noteRefused(repositories, actor, account);
      return undefined;
    },
  };
}

/** People write codes in groups, and in capital letters. */
function plainCode(written: string): string {
  return written.replace(/[\s-]/g, '').toLowerCase();
}
