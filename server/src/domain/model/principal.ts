import type { SignedIn } from './account.ts';
import type { Actor } from './actor.ts';

/** What credentials can be good for. A route of an account names the one that it needs. */
export const scopes = ['account', 'contacts', 'tray', 'dispatch', 'inbox'] as const;
export type Scope = (typeof scopes)[number];

/** The account on whose behalf a request acts, and what it may do. */
export interface Principal extends SignedIn {
  /** What its credentials are good for. An API key is good for everything. */
  scopes: readonly Scope[];
  /** The kind of credentials by which it came. */
  via: 'basic';
  /** What an audit record tells of it. */
  actor: Actor;
}
