import type { Instant } from './clock.ts';
import type { AccountId } from './ids.ts';

/**
 * A device that asks to act for a person (RFC 8628): it shows a code, which the person types on a page of ours. The
 * device asks with a code of its own until somebody has allowed it.
 */
export interface DeviceLogin {
  /** All that is stored of the device's code. */
  hash: Buffer;
  /** All that is stored of the code that it shows. */
  userHash: Buffer;
  /** What it calls itself. Nobody has verified it. */
  name: string;
  /** What it asks for, with blanks between. */
  scopes: string;
  /** The network address that it asked from. */
  source: string;
  createdAt: Instant;
  expiresAt: Instant;
  state: 'asked' | 'allowed' | 'refused';
  /** Who allowed it, and what, encrypted for that account; undefined until then. */
  leave: { accountId: AccountId; sealed: Buffer } | undefined;
}

export interface DeviceLoginRepository {
  add(login: DeviceLogin): Promise<void>;
  /** Expired or not. */
  find(hash: Buffer): Promise<DeviceLogin | undefined>;
  /** The same by the code that it shows. */
  findShown(userHash: Buffer): Promise<DeviceLogin | undefined>;
  /** Answers one that is still asked. Of concurrent callers one gets true. */
  settle(hash: Buffer, state: 'allowed' | 'refused', leave: DeviceLogin['leave']): Promise<boolean>;
  /** Of concurrent callers one gets true. */
  take(hash: Buffer): Promise<boolean>;
  /** Forgets what the account has allowed and no device has fetched yet. */
  removeAll(accountId: AccountId): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}
