import type { Instant } from './clock.ts';
import type { DispatchId, MailId } from './ids.ts';

/** Whose data is erased, and what replaces it. */
export interface Erasure {
  /** In lower case. */
  email: string;
  pseudonym: string;
}

/** The data of a person without an account, wherever it is. */
export interface ErasureRepository {
  /** The drops and grants whose link for this address is alive. */
  listLive(email: string, now: Instant): Promise<DispatchId[]>;
  /** The captured messages to receivers with this address, or about them. */
  listCaptured(email: string): Promise<MailId[]>;
  /** Removes the address from all contacts and chosen receivers; returns how many entries were removed. */
  removeContacts(email: string): Promise<number>;
  /**
   * Replaces at most `limit` receivers with this address whose link has ended, and the address in their
   * messages, by the pseudonym; removes number, names and groups, codes and sessions. Returns how many.
   */
  eraseReceivers(erasure: Erasure, now: Instant, limit: number): Promise<number>;
  /** Replaces the sender of returns by the pseudonym; returns how many returns there were. */
  eraseOrigins(erasure: Erasure): Promise<number>;
  /** Replaces the address in messages and in sums of transfers by the pseudonym. */
  eraseTraces(erasure: Erasure): Promise<void>;
}
