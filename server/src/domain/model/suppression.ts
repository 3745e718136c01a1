import type { Instant } from './clock.ts';
import type { AccountId } from './ids.ts';

/** The wish of whoever reads an address to get no mail with links there. */
export interface Suppression {
  /** In lower case. */
  email: string;
  /** From one account; undefined for mail from every account. */
  accountId: AccountId | undefined;
  createdAt: Instant;
}

export interface SuppressionRepository {
  /** Keeps the first wish: said again, it changes nothing. Returns whether it is new. */
  add(suppression: Suppression): Promise<boolean>;
  /** Whether mail from this account to this address is unwanted. */
  has(email: string, accountId: AccountId): Promise<boolean>;
  /** By address. */
  list(): Promise<Suppression[]>;
  /** Forgets every wish of an address; returns how many. */
  remove(email: string): Promise<number>;
}
