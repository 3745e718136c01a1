import type { Instant } from './clock.ts';
import type { MailId, ReceiverId } from './ids.ts';

/** The code that one browser, at one receiver's page, asked for last. */
export interface ReceiverCode {
  /** The message that carries it. The code is derived from this again when the message is made. */
  id: MailId;
  receiverId: ReceiverId;
  /** The browser that asked for it, as a keyed hash. The code is worth nothing in any other one. */
  browser: Buffer;
  channel: CodeChannel;
  /** All that is kept of the code. */
  hash: Buffer;
  expiresAt: Instant;
  triesLeft: number;
}

/** What a right code earns: the browser that entered it is known for a while, to this receiver's page. */
export interface ReceiverSession {
  /** See `sessionHash`. */
  hash: Buffer;
  receiverId: ReceiverId;
  expiresAt: Instant;
}

export interface ReceiverCodeRepository {
  /** The code that a browser asked for, expired or not. */
  find(receiverId: ReceiverId, browser: Buffer): Promise<ReceiverCode | undefined>;
  /** The code that a message carries, expired or not; undefined once it was used or replaced. */
  findByMail(id: MailId): Promise<ReceiverCode | undefined>;
  /** Takes the place of the code that the same browser had before. Those of other browsers stay. */
  put(code: ReceiverCode): Promise<void>;
  /**
   * Takes one of the tries that are left of a browser's code that has not expired, and returns the
   * code as it is then. However many ask at once, they get no more tries than there are.
   */
  takeTry(receiverId: ReceiverId, browser: Buffer, now: Instant): Promise<ReceiverCode | undefined>;
  delete(receiverId: ReceiverId, browser: Buffer): Promise<void>;
  /** Forgets codes that expired at `at` or before. */
  deleteExpired(at: Instant): Promise<number>;
}

export interface ReceiverSessionRepository {
  add(session: ReceiverSession): Promise<void>;
  /** A session that lives. */
  find(hash: Buffer, now: Instant): Promise<ReceiverSession | undefined>;
  deleteExpired(now: Instant): Promise<number>;
}

/**
 * What a receiver must show besides the link. `off`: nothing. `email` and `sms`: a code that was
 * sent that way. `either`: a code, sent the way that the receiver chooses.
 */
export const secondFactorModes = ['off', 'email', 'sms', 'either'] as const;
export type SecondFactorMode = (typeof secondFactorModes)[number];

/** The ways a code can go. */
export const codeChannels = ['sms', 'email'] as const;
export type CodeChannel = (typeof codeChannels)[number];

/**
 * A code that may go to the mailbox in which the link lies proves less than one that goes to the
 * receiver's telephone.
 */
const strength: Record<SecondFactorMode, number> = { off: 0, email: 1, either: 1, sms: 2 };

/** What an account's own mode comes to where the operator demands at least `floor` of everybody. */
export function atLeast(floor: SecondFactorMode, own: SecondFactorMode): SecondFactorMode {
  return strength[own] >= strength[floor] ? own : floor;
}

export function allowsChannel(mode: SecondFactorMode, channel: CodeChannel): boolean {
  return mode === channel || mode === 'either';
}
