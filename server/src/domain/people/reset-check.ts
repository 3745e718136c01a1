import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { MailId } from '../model/ids.ts';
import type { LinkedIdentity, Passkey } from '../model/passkey.ts';
import type { Actor } from '../model/principal.ts';
import type { CodeRefusal, EnteredCode } from './authenticators.ts';
import type { CodeCheck } from './code-check.ts';
import type { Proof } from './session-strength.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How long a person may take for the new password once the code was right. */
const codeProofMs = 30 * minute;

const proofPattern = /^(authenticator|recovery)\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

type Rows = Pick<Repositories, 'auditMarks' | 'recoveryCodes' | 'totp' | EventRows> &
  Pick<Repositories, 'identities' | 'passkeys'>;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher'> {
  database: DatabaseOf<keyof Rows>;
  codeCheck: CodeCheck;
}

/** The link behind which a code is entered, and the browser that shows it. */
interface Place {
  link: MailId;
  browser: string;
}

/** The other ways to sign in to an account, which a reset removes unless they are named. */
export interface OtherWays {
  passkeys: Passkey[];
  identities: LinkedIdentity[];
}

export type ResetCheck = ReturnType<typeof createResetCheck>;

/**
 * What a link that sets a password demands besides: the code of an authenticator, where there is one, before
 * anything is shown or changed; and which other ways to sign in stay.
 */
export function createResetCheck(dependencies: Dependencies) {
  const { database, codeCheck, hasher, events, clock } = dependencies;

  function macOf({ link, browser }: Place, by: string, end: string): string {
    return hasher.hash('reset code', link, browser, by, end).toString('base64url');
  }

  return {
    /** Takes a code. A right one returns what the browser shows with the new password. */
    async takeCode(
      actor: Actor,
      account: Account,
      place: Place,
      { code, known }: EnteredCode,
    ): Promise<{ kind: 'right'; codeProof: string } | CodeRefusal> {
      if (!(await codeCheck.takeTry(account, known))) return { kind: 'blocked' };
      const used = await database.transact((rows) => codeCheck.use(rows, actor, account, code));
      if (used === undefined) return { kind: 'refused' };
      const { by } = used.proof;
      const end = (clock.now() + codeProofMs).toString(36);
      return { kind: 'right', codeProof: `${by}.${end}.${macOf(place, by, end)}` };
    },

    /**
     * What setting the password proves: the link, and the code where an authenticator is on. Undefined where
     * the code is missing.
     */
    async findProof(
      account: Account,
      place: Place,
      { kind, codeProof }: { kind: 'invitation' | 'reset'; codeProof: string },
    ): Promise<Proof | undefined> {
      const since = await codeCheck.findSince(account);
      if (since === undefined) return { by: kind };
      const [, by = '', end = '', mac = ''] = proofPattern.exec(codeProof) ?? [];
      if (!hasher.equal(Buffer.from(macOf(place, by, end)), Buffer.from(mac))) return undefined;
      if (Number.parseInt(end, 36) <= clock.now()) return undefined;
      return by === 'authenticator' ? { by, factorSince: since } : { by: 'recovery' };
    },

    async listWays({ id }: Account): Promise<OtherWays> {
      return {
        passkeys: await database.passkeys.listFor(id),
        identities: await database.identities.listFor(id),
      };
    },

    /** Removes the ways that are not to stay, with a record for each, and tells the owner. */
    async removeOthers(
      rows: Rows,
      actor: Actor,
      account: Account,
      kept: readonly string[],
    ): Promise<void> {
      const { id } = account;
      const named = { ...actor, name: account.email };
      // One notice tells of all.
      const tellOf = (at: number) => ({ account, ...(at > 0 && { mails: [] }) });
      const passkeys = await rows.passkeys.listFor(id);
      const lost = passkeys.filter((passkey) => !kept.includes(nameOfPasskey(passkey)));
      for (const [at, passkey] of lost.entries()) {
        await rows.passkeys.remove(id, passkey.id);
        const details = { name: passkey.name, by: 'reset' };
        await events.tell(rows, named, { ...tellOf(at), action: 'passkey.removed', details });
      }
      const identities = await rows.identities.listFor(id);
      const unlinked = identities.filter((identity) => !kept.includes(nameOfIdentity(identity)));
      for (const [at, { issuer, subject }] of unlinked.entries()) {
        await rows.identities.remove(id, issuer, subject);
        const details = { issuer, subject, by: 'reset' };
        await events.tell(rows, named, { ...tellOf(at), action: 'identity.unlinked', details });
      }
    },
  };
}

/** How a form names a passkey or an identity that stays. */
export function nameOfPasskey({ id }: Pick<Passkey, 'id'>): string {
  return `passkey ${id}`;
}

export function nameOfIdentity({ issuer, subject }: Pick<LinkedIdentity, 'issuer' | 'subject'>) {
  return `identity ${JSON.stringify([issuer, subject])}`;
}
