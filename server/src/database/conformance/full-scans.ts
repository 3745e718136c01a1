/** Why a query may read all of a table or of an index. */
interface FullScan {
  /** The indexes of which it may read all; left out, it may read all of a table. */
  indexes?: readonly string[];
  because: string;
}

const wantsAll = 'it wants every row';
const wantsIndex = 'these indexes contain the wanted rows and no others';
const newestFirst = 'it reads in the order of the primary key, and stops at its limit';
const atErasure = 'an operator erases a person; an index would cost every other write';

/**
 * The queries that may read more rows than they return, on every engine. All others find their rows by an
 * index: their cost must not grow with the installation.
 */
export const fullScans: Readonly<Record<string, FullScan>> = {
  'accounts.anyBound': { because: 'an operator accepts an older database' },
  'accounts.inOrder': { because: wantsAll },
  'apiKeys.basicOnly': { because: 'doctor asks for it, at the command line' },
  'administration.count.abandoned': { indexes: ['mails_abandoned'], because: wantsIndex },
  'administration.count.refused': { indexes: ['mails_refused'], because: wantsIndex },
  'administration.quotaSum': { because: wantsAll },
  'administration.uploadSum': { because: wantsAll },
  'apiKeys.access': { indexes: ['api_keys_salted'], because: 'one row of it is enough' },
  'apiKeys.anyUnbound': { because: 'it runs once, at a start' },
  'audit.head': { because: newestFirst },
  'audit.newest': { because: newestFirst },
  'contacts.any': { because: 'one row of it is enough' },
  'dispatches.briefDispatches': { because: 'the doctor asks for it' },
  'dispatches.newestDispatches': { because: newestFirst },
  'erasure.removeChosen': { because: atErasure },
  'erasure.removeLocal': { because: atErasure },
  'erasure.removeMember': { because: atErasure },
  'erasure.renameActors': { because: atErasure },
  'erasure.renameMails': { because: atErasure },
  'erasure.renameOrigins': { because: atErasure },
  'erasure.renameSums': { because: atErasure },
  'erasure.templatesWith': { because: atErasure },
  'files.garbage': { indexes: ['files_garbage'], because: wantsIndex },
  'files.readableCount': {
    indexes: ['files_by_bucket', 'files_sizes_by_key_bucket'],
    because: wantsIndex,
  },
  'files.shredOfAccount': {
    indexes: ['files_by_bucket'],
    because: 'an operator removes an account',
  },
  'files.usedBuckets': {
    indexes: ['files_by_bucket', 'files_sizes_by_key_bucket'],
    because: wantsIndex,
  },
  'lostRows.events': { because: 'the doctor asks for it' },
  'lostRows.parts': { because: 'the doctor asks for it' },
  'lostRows.pictures': { because: 'the doctor asks for it' },
  'lostRows.uploads': { because: 'the doctor asks for it' },
  'globalContacts.clear': { because: wantsAll },
  'globalContacts.count': { because: 'it counts all of them' },
  'globalContacts.read': { because: wantsAll },
  'globalContacts.withoutWords': {
    indexes: ['global_contacts_without_words'],
    because: wantsIndex,
  },
  'globalContacts.withWords': { because: 'the shared contacts are few, and it stops at its limit' },
  'keyBuckets.all': { because: wantsAll },
  'outbox.newest': { because: newestFirst },
  'outbox.oldestWaiting': { indexes: ['mails_waiting'], because: 'it stops at the first row' },
  'outbox.oldestWaitingMail': { indexes: ['mails_waiting'], because: 'it stops at the first mail' },
  'outbox.waitingCount': { indexes: ['mails_waiting', 'mails_turns'], because: wantsIndex },
  'outbox.waitingSms': { indexes: ['mails_codes_due'], because: wantsIndex },
  'outbox.reopen.abandoned': { indexes: ['mails_abandoned'], because: wantsIndex },
  'outbox.reopen.refused': { indexes: ['mails_refused'], because: wantsIndex },
  'pendingFeed.accounts': {
    indexes: ['pending_feed_events_of_account'],
    because: 'an operator moves the installation',
  },
  'pendingFeed.removeBefore': {
    indexes: ['pending_feed_events_pkey'],
    because: newestFirst,
  },
  'suppressions.all': { because: wantsAll },
  'uploads.abandoned': {
    indexes: ['uploads_alive'],
    because: 'the end of an upload is in several tables',
  },
  'uploads.garbage': { indexes: ['uploads_shredded'], because: wantsIndex },
  'uploads.shredOfAccount': {
    indexes: ['uploads_alive'],
    because: 'an operator removes an account',
  },
  'uploads.usedBuckets': { indexes: ['uploads_alive'], because: wantsIndex },
  'webhooks.accounts': { indexes: ['webhooks_live'], because: wantsIndex },
  'webhooks.due': {
    indexes: ['webhooks_live'],
    because: 'it looks at each live webhook once, at its place in an index',
  },
  'webhooks.liveAmong': {
    indexes: ['webhooks_live'],
    because:
      'PostgreSQL may take it for cheaper than finding each; webhooks.due reads it all the same',
  },
  'webhooks.nextMessage': {
    indexes: ['webhooks_live'],
    because: 'as above',
  },
  'webhooks.nextWait': { indexes: ['webhooks_live'], because: 'as above' },
};

/** Whether a query may read all of this index, or all of a table where none is named. */
export function mayScan(query: string, index: string | undefined): boolean {
  const allowed = fullScans[query];
  if (allowed === undefined) return false;
  return allowed.indexes === undefined || (index !== undefined && allowed.indexes.includes(index));
}
