export interface ContactColumns {
  email: string;
  number: string;
  language: string;
  /** A JSON array of names. */
  groups: string;
  nick: string;
}

/** What a client called a receiver; empty where it did not. */
export interface ReceiverColumns extends ContactColumns {
  name: string;
}

export interface ContactsTable extends ContactColumns {
  account_id: string;
  position: number;
}

/** What contacts are sorted and found by; NULL in rows that an older version wrote. */
export interface ContactKeyColumns {
  sort_key: string | null;
  last_key: string | null;
  search_words: string | null;
}

export interface ContactGroupsTable {
  id: string;
  account_id: string;
  name: string;
  name_key: string;
  created_at: number;
}

/** Members are known by their address: the contact may be the account's own or a shared one. */
export interface ContactGroupMembersTable {
  group_id: string;
  account_id: string;
  email: string;
}

/** The import that an account was shown and has not confirmed yet. */
export interface ContactImportsTable {
  account_id: string;
  id: string;
  /** A JSON object. */
  content: string;
  expires_at: number;
}
