/** The shapes of the customer's document, as its sections 2.1 to 2.6 name them. */

export interface Contact {
  email: string;
  number: string;
  language: string;
  groups: string[];
  nick: string;
}

export interface ContactList {
  local: Contact[];
  global: Contact[];
}

export interface FileEntry {
  name: string;
  type: string;
  size: string;
}

export interface FileReference {
  name: string;
  settings: string;
}

export interface HistoryEntry {
  drop_type: string;
  create_time: string;
  ttl: string;
  receivers: Contact[];
  ddmessage: string;
  sender: {
    email: string;
    number: string;
    lang: string;
    first_run: string;
    accountType: string;
    change_passwd: string;
    settings: Record<'show_number' | 'show_email' | 'show_lang' | 'show_nick', string>;
  };
  files: FileReference[];
}

export interface InboxEntry {
  ttl: string;
  createtime: string;
  sender: string;
  files: FileReference[];
  url: string;
}

export interface History {
  history: HistoryEntry[];
  live_drops: string;
  inbox: InboxEntry[];
}

/** A contact with every field, as the server returns one of which only some are known. */
export function contact(email: string, known: Partial<Contact> = {}): Contact {
  return { email, number: '', language: '', groups: [], nick: '', ...known };
}
