import type { SignedIn } from './account.ts';

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

/** Who does something, and from where: what an audit record needs to know of a caller. */
export interface Actor {
  /** An account's e-mail address, `operator` at the command line, `system` for what is due by itself. */
  name: string;
  /** The client's network address, `cli` or `scheduler`. */
  source: string;
  requestId: string;
}
