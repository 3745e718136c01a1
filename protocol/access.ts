/**
 * What an API key can allow: to send and to ask for files, to read what came, to follow what was sent, to manage
 * contacts, to manage webhooks, to be told links that otherwise only receivers get.
 */
export const scopes = ['send', 'receive', 'status', 'contacts', 'webhooks', 'links'] as const;
export type Scope = (typeof scopes)[number];

/** What an operation demands of a key: one scope, several of which one suffices, or nothing but that it is valid. */
export type ScopeNeed = Scope | readonly [Scope, Scope, ...Scope[]] | 'any';

/** The scopes of which a key must have one. */
export function scopesFor(need: ScopeNeed): readonly Scope[] {
  if (need === 'any') return scopes;
  return typeof need === 'string' ? [need] : need;
}

/** HTTP Basic, the address of an account with an API key: the customer's API. */
export interface AccountAccess {
  scheme: 'basic';
  scope: ScopeNeed;
  /** Whether it replaces all contacts: the key of a person needs its owner's leave for that besides. */
  replacesContacts?: true;
  /** Whether `:user` in the path must be the address of the account that signs in. */
  ownPath: boolean;
  /** Whether the request must carry a valid CSRF token of the account. */
  csrf: boolean;
}

/**
 * `Authorization: Bearer` with an API key alone, of a program or of a person; or HTTP Basic from anything but a
 * browser, for tools that know nothing else.
 */
export interface BearerAccess {
  scheme: 'bearer';
  scope: ScopeNeed;
}

/** The session cookie of a signed-in person. An Authorization header does not count. */
export interface SessionAccess {
  scheme: 'session';
  /** The role that the account must have; left out, any person's. To others the operation does not exist. */
  role?: 'admin';
  /** `recent`: the person must have proved who they are a few minutes ago, and is asked again otherwise. */
  proof?: 'recent';
  /**
   * `page`: after a proof its page is shown again, in place of repeating what was sent. A code that was
   * entered before the proof may have run out by then.
   */
  afterProof?: 'page';
  /** `half`: a session that lacks its second factor, and no other. Left out, a whole one. */
  state?: 'half';
}

/** Anyone with a browser. A change is taken only from a page of ours that this browser was given. */
export interface VisitorAccess {
  scheme: 'visitor';
}

/**
 * The secret of a link, in the path. The guard resolves it, counts those that lead nowhere, and asks for a code where
 * one is demanded, so that a handler gets what the link opens, and never decides whether it does.
 */
export interface LinkAccess {
  scheme: 'link';
  /**
   * `download`, `upload`: the page of a receiver or of a contact, `:secret`. `… code`: the same while it waits for a
   * code. `draft`: the uploads of a draft. `reminder`, `mail`: what the reader of a mail may opt out of, `:receiver`
   * and `:token`.
   */
  to: 'download' | 'upload' | 'download code' | 'upload code' | 'draft' | 'reminder' | 'mail';
  /**
   * While a code is demanded: `page`, the page to enter it, in place of the answer; left out, that page is a refusal.
   */
  locked?: 'page';
  /** Whether requests are refused that the page of another site made a browser send. */
  ownPage?: true;
  /** Whether a browser that only prefetches is refused. */
  noPrefetch?: true;
}

/** Who may call an operation. `public`: anyone, with anything. */
export type Access =
  'public' | VisitorAccess | LinkAccess | AccountAccess | BearerAccess | SessionAccess;
