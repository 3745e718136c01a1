import type { Instant } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { ProofWay, Session } from '../model/person.ts';

/** For so long after a proof, acts that need a recent one are allowed. */
export const recentProofMs = 5 * minute;

/** How strong a session is: by what its owner proved who they are, and since when. */
export interface SessionStrength {
  /** `nothing`: half a session, or one of an earlier version, of which it is not known. */
  by: ProofWay | 'nothing';
  /** When the owner proved it last. */
  provedAt: Instant | undefined;
  /** Whether more than a password or a mailbox was needed. */
  hasSecondFactor: boolean;
  /** When the passkey or authenticator that was used was added; undefined where none was. */
  factorSince: Instant | undefined;
}

/** What was proved when a session is opened. */
export interface Proof {
  by: ProofWay;
  /** When the passkey or authenticator was added. */
  factorSince?: Instant | undefined;
  /** When; left out, now. */
  at?: Instant | undefined;
}

/** Whether a way needs more than a password or a mailbox. The provider answers for its own. */
const isSecondFactor: Readonly<Record<ProofWay, boolean>> = {
  password: false,
  reset: false,
  invitation: false,
  recovery: true,
  authenticator: true,
  passkey: true,
  provider: true,
};

type Proved = Pick<Session, 'provedAt' | 'provedBy' | 'factorSince'>;

/** The only place that says how strong a session is. */
export function strengthOf({ provedAt, provedBy, factorSince }: Proved): SessionStrength {
  const hasSecondFactor = provedBy !== undefined && isSecondFactor[provedBy];
  return { by: provedBy ?? 'nothing', provedAt, hasSecondFactor, factorSince };
}

/** The strength that a session opened with this proof has. */
export function strengthOfProof({ by, factorSince, at }: Proof, now: Instant): SessionStrength {
  return strengthOf({ provedBy: by, factorSince, provedAt: at ?? now });
}

/** What a session that takes the place of this one is opened with, where nothing was proved anew. */
export function carriedProof(session: Proved): Proof {
  const { provedBy, factorSince, provedAt } = session;
  return { by: provedBy ?? 'password', factorSince, at: provedAt };
}

/**
 * Whether the owner proved a few minutes ago who they are. Where an authenticator protects the account, a
 * password, a reset or an invitation proves nothing alone.
 */
export function isRecentlyProved(
  { provedAt, hasSecondFactor }: SessionStrength,
  { now, hasAuthenticator }: { now: Instant; hasAuthenticator: boolean },
): boolean {
  if (provedAt === undefined || now - provedAt >= recentProofMs) return false;
  return hasSecondFactor || !hasAuthenticator;
}

/**
 * Whether the session counts in place of the code that a sender demanded: by a passkey or an authenticator
 * that was there before the transfer was sent, and before the password was last reset. Whoever reads the
 * mailbox can reset the password and add others.
 */
export function replacesCode(
  { by, factorSince }: SessionStrength,
  { sentAt, resetAt }: { sentAt: Instant; resetAt: Instant | undefined },
): boolean {
  if ((by !== 'passkey' && by !== 'authenticator') || factorSince === undefined) return false;
  return factorSince < sentAt && (resetAt === undefined || factorSince < resetAt);
}
