import type { Instant } from '../model/clock.ts';
import type { AccountId, FileId } from '../model/ids.ts';

/** A use of a CSRF token that its stored expiry does not show yet. */
export interface TokenUse {
  /** In base64. */
  hash: string;
  expiresAt: Instant;
  /** Whether a request that carries it runs right now. */
  isRunning: boolean;
}

/**
 * What each process of a server tells the others of itself. Whatever is known here ends with the
 * process, so nobody has to clear up after one that died.
 */
export interface PeerAnswers {
  /** Whether an upload into the account's tray runs here. */
  isUploading(accountId: AccountId): boolean;
  /** Whether a request that brings a part of this upload runs here. */
  isWriting(id: FileId): boolean;
  /** Cuts off the request that brings a part of this upload; resolves once what came is kept. */
  interrupt(id: FileId): Promise<void>;
  /**
   * Since when the oldest upload here runs: nothing that it, or any other here, has stored is older.
   * Null where none runs.
   */
  oldestUpload(nothing: null): Instant | null;
  /** Puts off the expiry of the tokens that requests here carry right now. */
  renewTokens(nothing: null): Promise<void>;
  /** Hands over the uses of the account's tokens that were not written down. */
  takeTokenUses(accountId: AccountId): TokenUse[];
}

type Answer<Question extends keyof PeerAnswers> = Awaited<ReturnType<PeerAnswers[Question]>>;

/** The other processes that serve the same data. */
export interface Peers {
  /**
   * Asks every other process and resolves with all their answers. One that dies meanwhile is left
   * out; when one lives and does not answer, it throws `unavailable`.
   */
  ask<Question extends keyof PeerAnswers>(
    question: Question,
    subject: Parameters<PeerAnswers[Question]>[0],
  ): Promise<Answer<Question>[]>;
}

/** For who asks a server that is one process, and is not it. */
export function onlyPeer(answers: PeerAnswers): Peers {
  return {
    async ask(question, subject) {
      const answer = answers[question] as (asked: unknown) => unknown;
      return [await answer(subject)] as never[];
    },
  };
}

/** For a server that is one process. */
export const noPeers: Peers = { ask: () => Promise.resolve([]) };
