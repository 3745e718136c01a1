/** What credentials can allow. An operation of an account names the scope that it needs. */
export const scopes = [
  'account',
  'contacts',
  'replace_contacts',
  'tray',
  'dispatch',
  'inbox',
] as const;
export type Scope = (typeof scopes)[number];

/** HTTP Basic, the address of an account with an API key: the customer's API. */
export interface AccountAccess {
  scheme: 'basic';
  /** The scope that the credentials must have. */
  scope: Scope;
  /** Whether `:user` in the path must be the address of the account that signs in. */
  ownPath: boolean;
  /** Whether the request must carry a valid CSRF token of the account. */
  csrf: boolean;
}

/** `Authorization: Bearer` with an API key alone, of a program or of a person. */
export interface BearerAccess {
  scheme: 'bearer';
  scope: Scope;
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

/** Who may call an operation. `public`: anyone, with anything. */
export type Access = 'public' | VisitorAccess | AccountAccess | BearerAccess | SessionAccess;
