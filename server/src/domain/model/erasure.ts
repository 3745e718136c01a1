import type { Instant } from './clock.ts';
import type { DispatchId, MailId } from './ids.ts';

/** Whose data goes, and what stands in its place. */
export interface Erasure {
  /** In lower case. */
  email: string;
  pseudonym: string;
}

/** What is known of somebody who has no account, wherever it is. */
export interface ErasureRepository {
  /** The drops and grants whose link for this address is alive. */
  listLive(email: string, now: Instant): Promise<DispatchId[]>;
  /** The captured messages to receivers with this address, or about them. */
  listCaptured(email: string): Promise<MailId[]>;
  /** Takes the address out of everybody's contacts and chosen receivers; returns how many entries went. */
  removeContacts(email: string): Promise<number>;
  /**
   * Puts the pseudonym in the place of at most `limit` receivers with this address whose link is dead,
   * and of their messages; removes number, names and groups, codes and sessions. Returns how many.
   */
  eraseReceivers(erasure: Erasure, now: Instant, limit: number): Promise<number>;
  /** Puts the pseudonym in the place of who sent files back; returns how many returns there were. */
  eraseOrigins(erasure: Erasure): Promise<number>;
  /** Puts the pseudonym in the place of the address in messages and in sums of transfers. */
  eraseTraces(erasure: Erasure): Promise<void>;
}
