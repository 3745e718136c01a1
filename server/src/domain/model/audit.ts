import type { Clock, Instant } from './clock.ts';
import type { Actor } from './principal.ts';

/** Every act that is recorded, and what the record means. docs/audit.md is generated from this. */
export const auditActions = {
  'account.added':
    'An account was made. Details: its role; the identity provider, where a first sign-in made it.',
  'account.desttime_unit_set':
    'It was chosen what the number counts that an account sends as `desttime`.',
  'account.disabled': 'An account was refused from then on.',
  'account.enabled': 'A disabled account was let in again.',
  'account.key_ended':
    'A person ended one of their API keys, or the operator one of an account. Details: its name.',
  'account.key_made':
    'A person made an API key for their own scripts, or the operator one for a program. Details: its name, its scopes, the networks that it is limited to; of a person, how many days it lasts, and whether it may replace contacts.',
  'account.key_rotated':
    'An account got a new API key; the old ones end when their overlap is over. Details: the name of the key, where it has one.',
  'account.keys_ended': 'An administrator ended all API keys of an account.',
  'account.mail_limit_set':
    'It was chosen how many mails with links an account may send in 24 hours.',
  'account.notices_set': 'It was chosen which mails an account gets about its own transfers.',
  'account.second_factor_set':
    'It was chosen what the receivers of an account must show besides their link.',
  'account.quota_set':
    'An administrator set how much the unsent files of an account may take. Details: bytes, or `setting`.',
  'account.settings_changed':
    'A person changed their name, language, time zone, notices or default lifetime.',
  'account.second_factor_removed':
    'An administrator or the operator removed the authenticator app of a person.',
  'account.name_set': 'An administrator changed the name of a person.',
  'account.role_set':
    'An administrator made a person an administrator, or took that away. Details: the role.',
  'account.sessions_ended': 'An administrator ended all sessions of an account.',
  'account.removed': 'An account was removed, and everything it had uploaded became unreadable.',
  'appearance.changed':
    'An administrator changed how the service is called or looks, or took that back. Details: what.',
  'audit.accepted':
    'The operator took the trail as it stood, after a restore for example: what is missing before this record is known.',
  'audit.exported': 'The audit trail was exported.',
  'audit.verified':
    'The whole audit trail was verified in the application. Details: how many records were found whole, the first that was not.',
  'audit.trimmed':
    'Records whose time was over were removed; a signed checkpoint stands for them. Details: how many.',
  'blobs.orphans_spared':
    'More stored files were unknown to the database than crashes leave behind, and none was moved: the database may not be the newest. Details: how many.',
  'blobs.put_back':
    'Stored files were taken out of quarantine because the database knows them again. Details: how many.',
  'blobs.quarantined':
    'Stored files that the database does not know were put into quarantine, where they are kept for a while. Details: how many.',
  'clock.accepted': 'The operator said that the clock is right.',
  'clock.jumped':
    'The wall clock jumped by more than five minutes; or more time passed between two runs than is usual. Nothing is deleted until it is known to be right, or has run evenly for as long as it jumped, at least an hour and at most a week. Details: seconds.',
  'code.accepted': 'A receiver entered the right code, and sees what was sent from then on.',
  'code.refused':
    'Someone with a receiver’s link entered a wrong code, which took one of its tries.',
  'code.sent': 'A receiver asked for a code, and it was written to them. Details: the channel.',
  'contact.added': 'An account added a contact.',
  'contact.changed': 'An account changed a contact.',
  'contact.removed': 'An account removed a contact, which left its groups.',
  'contact_group.added':
    'An account made a group of contacts. Details: how many members and, where it was made of the recipients of a drop, how many of them became contacts.',
  'contact_group.members_added': 'An account put contacts into a group. Details: how many.',
  'contact_group.member_removed': 'An account took a contact out of a group.',
  'contact_group.removed': 'An account removed a group. Its members stayed contacts.',
  'contact_group.renamed': 'An account gave a group another name.',
  'contact_group.replaced':
    'A program gave a group another name or other members. Details: how many members before and after.',
  'contacts.imported':
    'An account imported contacts from a file. Details: how many were added and changed.',
  'contacts.global_replaced': 'The operator replaced the shared contacts. Details: how many.',
  'contacts.replaced': 'An account replaced its contacts. Details: how many before and after.',
  'csrf.refused':
    'A signed-in account sent a CSRF token that is missing, unknown, expired or another’s. Written once for an account, network and hour.',
  'dispatch.extended': 'A drop or grant was given another end. Details: when it expires.',
  'dispatch.address_corrected':
    'The sender replaced a receiver by the same person at another address: the old link died, and a new one was mailed. Details: both addresses.',
  'dispatch.link_shown':
    'The sender had the link of one receiver shown, or a link for anyone, as a text or as a QR code. After five times within an hour for one link for anyone from one network, further ones share one record. Details: the receiver, or the link; of a shared record, how many acts, the first and the last time.',
  'dispatch.receiver_added':
    'The sender added a receiver, to whom a link was mailed. Details: the receiver.',
  'dispatch.receiver_revoked':
    'The link of one receiver was made dead by hand, and what it had begun to upload became unreadable.',
  'dispatch.reminded':
    'The link of a drop was mailed once more to those who had not downloaded everything. Details: to how many.',
  'dispatch.resent':
    'New links were mailed and the old ones made dead. Details: to how many receivers.',
  'dispatch.revoked':
    'A drop or grant was ended by hand: its links died and the keys of its files and unfinished uploads were destroyed.',
  'database.older_accepted':
    'The operator accepted a database that is older than its keys or its stored files, such as a restored backup. Details: how many changes of the keyring it did not know, how many keys were made meanwhile, and how many files came in after the newest thing that it remembers.',
  'draft.discarded':
    'A person discarded a drop that was not sent. It can be taken back for an hour. Details: how many files.',
  'draft.expired':
    'A drop was prepared and not sent for longer than `trayLifetime`, or was discarded an hour before; its files became unreadable. Details: whose it was, how many files.',
  'draft.removed':
    'A person had a discarded draft deleted before its hour was over; its files became unreadable. Details: how many files.',
  'draft.restored': 'A person took back that a draft was discarded.',
  'drop_password.accepted':
    'A receiver entered the password of a drop, and sees what was sent from then on.',
  'drop_password.refused':
    'Someone with a receiver’s link or inbox entered a wrong password. After five within an hour at one link from one network, further ones share one record. Details of that: how many acts, the first and the last time.',
  'drop_password.guessed':
    'Ten wrong codes or passwords were entered at a receiver’s link, or another hundred, and its sender was told.',
  'drop.link_made':
    'The sender made a link for anyone to a drop that was sent before. Details: the link. One that a drop is sent with is in the record of that.',
  'drop.link_revoked': 'A link for anyone was made dead by hand. Details: the link.',
  'drop.password_set':
    'The sender gave a drop another password: whoever had entered the one before is asked again.',
  'drop.created':
    'Files were sent. Details: receivers, files, when the drop expires; whether it has a link for anyone.',
  'drop.repeated':
    'A client prepared a send again that had been carried out under its `Idempotency-Key`: its receivers, and the files that equal those of the first, were taken away. Details: how many of each.',
  'drop.reused':
    'A draft was begun, or a drop sent, with the files of a drop. Nothing was uploaded: both share their contents. Details: the draft, if it is one, and how many files.',
  'drop.expired':
    'The time of a drop was over: its links died and the keys of its files were destroyed.',
  'file.downloaded':
    'A file was downloaded, or ranges of it, which share one record (`requests`, `firstAt`, `lastAt`) once the file is whole, an hour has passed without one, or the drop has ended; outcome `failed` when the client broke off, or was cut off because its right to read ended. Details: bytes handed over; for one that was cut off, how many of them at most after that end (`bytesAfterEnd`).',
  'file.expired':
    'A file lay in the tray for longer than `trayLifetime` without being sent; it was removed and became unreadable. Details: whose it was, when it was uploaded.',
  'file.fetched':
    'A file was taken through a receiver’s link, or parts of it, which share one record (`requests`, `firstAt`, `lastAt`) once the file is whole, an hour has passed without one, or the drop has ended; outcome `failed` when it broke off. Details: bytes, whether it was asked for on the page, whether it completes the file for this receiver, and, where it was cut off because the drop or link had ended, how many bytes at most went out after that (`bytesAfterEnd`).',
  'file.integrity_failed':
    'Stored data failed its check and was not served. Find out what damaged it, and restore it from a backup.',
  'file.removed':
    'A file was taken out of the tray and became unreadable. Details: whether a repeated send took it away.',
  'file.uploaded':
    'A file entered the tray. Details: size, a keyed mark of its content, whether it replaced one.',
  'grant.created': 'Contacts were lent an upload page. Details: receivers, when it expires.',
  'grant.expired':
    'The time of a grant was over. Details: how many unfinished uploads became unreadable.',
  'grant.repeated':
    'A client chose the receivers of a grant again that had been given under its `Idempotency-Key`: they were taken away. Details: how many.',
  'grant.reminded':
    'The link of a request for files was mailed once more to those who had sent nothing. Details: to how many.',
  'inbox.sent_on':
    'An account began a draft with files that were sent to it. It counts as its download of each. What is sent on ends with what was sent to it. Details: the draft, and how many files.',
  'inbox.deleted':
    'An account deleted what was sent to it. What came through its own request became unreadable; of a drop, its right and its link ended. Details: which of both, how many files became unreadable.',
  'inbox.read': 'An account read its history and inbox. Written once for a key, network and day.',
  'identity.linked':
    'A person linked an identity at a provider to their account. Details: the provider, the subject.',
  'identity.unlinked':
    'A person removed the link to an identity at a provider. Details: the issuer, the subject.',
  'installation.moved':
    'A move of the database, of the stored files or of both began. The object says where to. After it ended, this record is the last of the old place.',
  'keys.destroyed':
    'The key of a past day was destroyed: no backup can bring back the files that expired on it.',
  'keys.root_retired':
    'Root keys that were replaced before were refused from then on: the present one alone opens the keyring.',
  'keys.root_rotated':
    'A new root key was let open the keyring. Until a record `keys.root_retired`, or in the same act, the old one did too.',
  'links.guessed':
    'Too many links that lead nowhere were tried from one network; more are answered with 429 for a while. Written once for a network and hour. Details: which page they were for.',
  'return.created':
    'A contact sent files back through a grant. Details: files, the contact, the grant.',
  'return.expired':
    'The time of files that a contact sent back was over; their keys were destroyed.',
  'mail.refused':
    'A mail server, or an SMS gateway, will never take a message. Details: its kind, the receiver, the transfer, the reason.',
  'mail.abandoned': 'A message was tried in vain until its time was over. Details: as above.',
  'mail.tested': 'An administrator had a test mail sent to their own address.',
  'mail.retried':
    'An administrator had messages sent again that were refused or abandoned. Details: how many.',
  'mail.unwanted':
    'A receiver refused further mail to their address. Details: from which account, or from all.',
  'mail.wanted_again': 'The operator forgot what an address had refused.',
  'passkey.added': 'A person added a passkey. Details: its name.',
  'passkey.removed': 'A person removed a passkey. Details: its name.',
  'passkey.renamed': 'A person renamed a passkey. Details: its new name.',
  'person.authenticator_added':
    'A person added an authenticator app: signing in needs a code from then on.',
  'person.authenticator_removed': 'A person removed the authenticator app and the recovery codes.',
  'person.code_refused': 'A person whose password was right entered a wrong code.',
  'person.recovery_codes_made': 'A person made new recovery codes in place of the old ones.',
  'person.invitation_recalled':
    'An administrator recalled the invitation of somebody who had not joined; the account that was made for it went, too.',
  'person.invitation_shown':
    'An administrator had the link of an invitation shown, to hand it out, of somebody who never had a way to sign in.',
  'person.invited': 'A person got a link to set a first password with, by mail.',
  'person.joined': 'An invited person set a name and a password.',
  'person.password_set':
    'A person set a new password, and all other sessions of the account ended. Details: how it was allowed.',
  'person.reset_asked':
    'Someone asked for a link to reset a password, or the operator made one. Whether there is such an account is not said. After five within an hour from one network, further ones share one record. Details of that: how many acts, the first and the last time.',
  'person.signed_in': 'A person signed in with a browser. Details: how.',
  'person.signed_out':
    'A person ended a session. Details: whether this one, another one or all others.',
  'mail.withdrawn': 'An administrator kept a waiting message from being sent.',
  'receiver.erased':
    'The operator had removed what was known of a receiver; the object is the pseudonym that took its place. Details: how many contacts, receivers, returns and refusals of mail, and how many live links were revoked before.',
  'receivers.set': 'An account chose the receivers of its next transfer. Details: how many.',
  'rows.tampered':
    'An account, a session, an API key, a receiver or a link in the database was not as Valise wrote it, and was treated as missing. Written once for a row and day. Details: the table.',
  'upload.begun':
    'A contact began to send a file back, or a file was added to a draft, or a program uploaded one through API v1. Details: size, the contact and the grant or the draft, the id of the upload. After five within an hour through one link and from one network, further ones share one record. Details of that: how many acts, the first and the last time.',
  'upload.cancelled':
    'A file was taken back before it was sent off. Details, and how further ones share one record: as above.',
  'upload.expired':
    'Nobody went on with an upload, or its link was over, before it was sent off; its key was destroyed.',
  'schema.upgraded':
    'A start upgraded the schema of the database. Details: the steps, and the copy of the database before (`none` on PostgreSQL, and where there was no room).',
  'server.started': 'The server began to take requests. Details: its version and commit.',
  'server.stopped': 'The server stopped as it was told to.',
  'sign_in.blocked':
    'Too many failed sign-ins: wrong keys are answered with 429 for a while. Written once for each block; after five within an hour from one network, further ones share one record. Details of that: how many acts, the first and the last time.',
  'sign_in.failed':
    'Someone tried to sign in with a wrong key, or to an account that is not there; or with a right key that lets nobody in. Details of that: the id of the key, and the reason, `ended`, `network` (it came from one that the key is not for), `disabled` (the account) or `shared` (it came without an address, and two accounts have it). After five within an hour from one network, further ones share one record, which names the last account. Details of that: how many acts, the first and the last time.',
  'webhook.added':
    'An account made a webhook, to which its events are sent. Details: its host, and whether messages contain names and addresses.',
  'webhook.ended': 'The receiver of a webhook said that it is gone (410). Details: its host.',
  'webhook.parked':
    'A message could not be delivered to a webhook for three days; nothing more is sent until it is resumed. Details: its host.',
  'webhook.removed': 'An account ended one of its webhooks. Details: its host.',
  'webhook.replayed': 'An account had events sent to a webhook again. Details: its host.',
  'webhook.resumed': 'An account let a parked webhook go on. Details: its host.',
  'webhook.rotated':
    'An account got a new secret for a webhook; the old one signs too, for a day. Details: its host.',
  'sign_in.ok': 'An account signed in. Written once for a key, network and day.',
  'sign_in.foreign_path':
    'A signed-in account asked for a path of another account. After five within an hour from one network, further ones share one record. Details of that: how many acts, the first and the last time.',
} as const;

export type AuditAction = keyof typeof auditActions;

export interface AuditEvent {
  action: AuditAction;
  /** What was acted on: an address, an id, a file's name. */
  object: string;
  outcome: 'ok' | 'refused' | 'failed';
  /** Facts worth keeping. Never a secret, never a link. */
  details?: Record<string, string | number | boolean>;
}

export interface AuditRecord extends AuditEvent {
  sequence: number;
  at: Instant;
  actor: string;
  source: string;
  requestId: string;
  details: Record<string, string | number | boolean>;
  /** Covers this record and, through the one before it, all earlier ones. */
  hash: Buffer;
}

/** A record with the text that its details were read from. */
export interface StoredAuditRecord extends AuditRecord {
  detailsText: string;
}

/** The text in which details are stored, with names in their given order. */
export function textOfDetails(details: AuditRecord['details']): string {
  return JSON.stringify(details);
}

/** The newest record of a trail. */
export type TrailHead = Pick<AuditRecord, 'sequence' | 'hash'>;

/** A record that has no place in the trail yet. */
export type UnchainedRecord = Omit<AuditRecord, 'sequence' | 'hash'>;

/** The hash of a record that follows one with the hash `previous`; `chainStart` for the first. */
export type HashRecord = (previous: Buffer, record: Omit<AuditRecord, 'hash'>) => Buffer;

export interface AuditRepository {
  /** Undefined while the trail is empty. Does not see what its own transaction appends. */
  findHead(): Promise<TrailHead | undefined>;
  /**
   * Appends a record to the trail. Those of a transaction are collected and chained when its work is done,
   * in the order of calls, and are in the trail when `transact` resolves. Each gets the number after that
   * of the head, whoever appends: the trail never forks. A database may chain the records of others with
   * `hashOf`, such as those of a process that ended. The details are stored as `textOfDetails` writes them.
   */
  append(record: UnchainedRecord, hashOf: HashRecord): Promise<void>;
  /** In order, from `after` (exclusive), at most `limit`. */
  list(after: number, limit: number): Promise<AuditRecord[]>;
  /** The same records, to verify that what is stored is what was written. */
  listStored(after: number, limit: number): Promise<StoredAuditRecord[]>;
  /** Removes the records up to and including this one; returns how many. */
  removeThrough(sequence: number): Promise<number>;
  /** The last `limit` records, in order. */
  listNewest(limit: number): Promise<AuditRecord[]>;
  /** The records before this one, the newest first, at most `limit`. */
  listBefore(sequence: number, limit: number): Promise<AuditRecord[]>;
}

/** The keyed hash that chains a record to the one before it. */
export type ChainHash = (previous: Buffer, canonicalRecord: string) => Buffer;

export const chainStart = Buffer.alloc(32);

/** The text that a record's hash covers: fixed order, nothing left out, one text for each content. */
function canonicalRecord(record: Omit<AuditRecord, 'hash'>): string {
  const details = Object.entries(record.details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    record.sequence,
    record.at,
    record.actor,
    record.source,
    record.requestId,
    record.action,
    record.object,
    record.outcome,
    details,
  ]);
}

/** What a MAC of the trail's key is for. */
export type SignedPurpose = 'content' | 'anchor' | 'checkpoint' | 'sent receivers' | 'sent file';

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export function createAuditTrail({ clock, chainHash }: { clock: Clock; chainHash: ChainHash }) {
  const hashOf: HashRecord = (previous, record) => chainHash(previous, canonicalRecord(record));
  return {
    /** Adds a record to a transaction. Acts do not call it: they tell events, from which records follow. */
    async record(
      { audit }: { audit: Pick<AuditRepository, 'append'> },
      { name, source, requestId }: Actor,
      { action, object, outcome, details = {} }: AuditEvent,
      at = clock.now(),
    ): Promise<void> {
      const record = { action, object, outcome, at, actor: name, source, requestId, details };
      await audit.append(record, hashOf);
    },

    /** A MAC of a text, distinct for each purpose. */
    sign(purpose: SignedPurpose, text: string): string {
      // In the place of the previous hash. No record follows a hash that reads as a text.
      const place = Buffer.from(`valise audit ${purpose}`.padEnd(chainStart.length));
      return chainHash(place, text).toString('hex');
    },

    /** Whether `record` follows a record that ended in `previous`. */
    follows(previous: { sequence: number; hash: Buffer }, record: AuditRecord): boolean {
      return (
        record.sequence === previous.sequence + 1 &&
        chainHash(previous.hash, canonicalRecord(record)).equals(record.hash)
      );
    },
  };
}

/** What was recorded in the current period. */
export interface AuditMarkRepository {
  /** Returns whether the mark is new; an existing one stays as it is. */
  add(name: string, expiresAt: Instant): Promise<boolean>;
  deleteExpired(now: Instant): Promise<number>;
}

/** The key by which acts are counted together. */
export interface RepeatedActKey {
  action: AuditEvent['action'];
  /** Who did it, from which network, and through which link. It contains no secret. */
  subject: string;
}

/** An act that was done at least once in the current period, and how often. */
export interface RepeatedAct extends RepeatedActKey {
  /** The object and the outcome of the latest one. */
  object: string;
  outcome: AuditEvent['outcome'];
  /** What all of them have in common. */
  details: NonNullable<AuditEvent['details']>;
  /** Who did it last. */
  actor: Actor;
  /** How often in this period, including those with their own record. */
  acts: number;
  /** How many of them have a record of their own, at most. The others share one. */
  recorded: number;
  /** When the first act without its own record happened. */
  firstAt: Instant;
  lastAt: Instant;
  /** When the period ends. */
  dueAt: Instant;
}

export interface RepeatedActRepository {
  find(key: RepeatedActKey): Promise<RepeatedAct | undefined>;
  /** Replaces the one with the same key. */
  save(act: RepeatedAct): Promise<void>;
  remove(key: RepeatedActKey): Promise<void>;
  /** Those whose period has ended, the first due first. */
  listDue(now: Instant, limit: number): Promise<RepeatedAct[]>;
}
