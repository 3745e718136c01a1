import type { Instant } from './clock.ts';
import type { MailId, ReceiverId } from './ids.ts';

/** The code that one browser, at one receiver's page, requested last. */
export interface ReceiverCode {
  /** The message with the code. The code is derived from it again when the message is composed. */
  id: MailId;
  receiverId: ReceiverId;
  /** The browser that requested it, as a keyed hash. The code is invalid in any other one. */
  browser: Buffer;
  channel: CodeChannel;
  /** All that is stored of the code. */
  hash: Buffer;
  expiresAt: Instant;
  triesLeft: number;
}

/**
 * The session that a correct code opens: the browser that entered it may view this receiver's page for a
 * while.
 */
export interface ReceiverSession {
  /** See `sessionHash`. */
  hash: Buffer;
  receiverId: ReceiverId;
  expiresAt: Instant;
}

export interface ReceiverCodeRepository {
  /** The code that a browser requested, expired or not. */
  find(receiverId: ReceiverId, browser: Buffer): Promise<ReceiverCode | undefined>;
  /** The code of a message, expired or not; undefined once it was used or replaced. */
  findByMail(id: MailId): Promise<ReceiverCode | undefined>;
  /** Replaces the code that the same browser had before. Those of other browsers stay. */
  put(code: ReceiverCode): Promise<void>;
  /**
   * Takes one of the remaining attempts of a browser's code that has not expired, and returns the code as
   * it is then. Concurrent callers get no more attempts than there are.
   */
  takeTry(receiverId: ReceiverId, browser: Buffer, now: Instant): Promise<ReceiverCode | undefined>;
  delete(receiverId: ReceiverId, browser: Buffer): Promise<void>;
  /** Deletes codes that expired at `at` or before. */
  deleteExpired(at: Instant): Promise<number>;
}

export interface ReceiverSessionRepository {
  add(session: ReceiverSession): Promise<void>;
  /** A session that has not expired. */
  find(hash: Buffer, now: Instant): Promise<ReceiverSession | undefined>;
  deleteExpired(now: Instant): Promise<number>;
}

/**
 * What a receiver must show besides the link. `off`: nothing. `email` and `sms`: a code that was
 * sent that way. `either`: a code, sent the way that the receiver chooses.
 */
export const secondFactorModes = ['off', 'email', 'sms', 'either'] as const;
export type SecondFactorMode = (typeof secondFactorModes)[number];

/** What the sender of a dispatch demands of its receivers, besides their link or their account. */
interface Demands {
  secondFactor: SecondFactorMode;
  /** Of a dispatch. */
  passwordHash?: string | undefined;
  /** Of what shows less of it. */
  hasPassword?: boolean;
}

/** Whether receivers must show anything before they see what was sent. */
export function isGuarded({ secondFactor, passwordHash, hasPassword }: Demands): boolean {
  return secondFactor !== 'off' || passwordHash !== undefined || hasPassword === true;
}

/** The channels for a code. */
export const codeChannels = ['sms', 'email'] as const;
export type CodeChannel = (typeof codeChannels)[number];

/**
 * A code that may go to the mailbox with the link proves less than one that goes to the receiver's
 * telephone.
 */
const strength: Record<SecondFactorMode, number> = { off: 0, email: 1, either: 1, sms: 2 };

/** The effective mode of an account where the operator demands at least `floor` of everyone. */
export function atLeast(floor: SecondFactorMode, own: SecondFactorMode): SecondFactorMode {
  return strength[own] >= strength[floor] ? own : floor;
}

export function allowsChannel(mode: SecondFactorMode, channel: CodeChannel): boolean {
  return mode === channel || mode === 'either';
}
