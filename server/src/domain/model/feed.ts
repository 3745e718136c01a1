import type { EventKind, EventState } from '#protocol/event-kinds.ts';
import { eventKinds } from '#protocol/event-kinds.ts';
import type { Instant } from './clock.ts';
import { day } from './clock.ts';
import type { DispatchKind } from './dispatch.ts';
import type { Event, EventAction, EventIds } from './event.ts';
import type {
  AccountId,
  ApiKeyId,
  DispatchId,
  FeedEventId,
  FileId,
  InboxToken,
  ReceiverId,
  WebhookId,
} from './ids.ts';

/** How long an event can be read. */
export const feedKeptMs = 30 * day;

/**
 * How long its row is kept: longer than it can be read. A cursor says from when it is, and an event can have a later
 * place in the feed than one that is some moments younger.
 */
export const feedRowsKeptMs = feedKeptMs + day;

/** What an account can read of an event: ids, never a name, an address or a message. */
export interface FeedEvent {
  /** The same wherever the event is read. */
  id: FeedEventId;
  accountId: AccountId;
  kind: EventKind;
  at: Instant;
  about: EventAbout;
}

/** What an event is about, and how that stands after it. */
export interface EventAbout {
  drop?: DispatchId;
  request?: DispatchId;
  receiver?: ReceiverId;
  item?: InboxToken;
  file?: FileId;
  key?: ApiKeyId;
  webhook?: WebhookId;
  state?: EventState;
}

/** An event with its place in the feed of its account. */
export interface PlacedEvent extends FeedEvent {
  place: number;
  /** What the caller of the API calls the drop or request, for as long as that is kept; left out: nothing. */
  reference?: string;
}

interface Row {
  /** The events that it tells of, and the state after each; null where there is none. */
  of: Readonly<Partial<Record<EventAction, EventState | null>>>;
  /** What the dispatch of the event must be; left out: whatever it is. */
  dispatch?: DispatchKind;
}

/** Which event becomes which kind in the feed. All others are in no feed. */
const feedTable: Readonly<Record<EventKind, Row>> = {
  'drop.created': { of: { 'drop.created': 'live' }, dispatch: 'drop' },
  'drop.extended': { of: { 'dispatch.extended': 'live' }, dispatch: 'drop' },
  'drop.expiring': { of: { 'drop.expiring': 'live' }, dispatch: 'drop' },
  'drop.expired': { of: { 'drop.expired': 'expired' }, dispatch: 'drop' },
  'drop.revoked': { of: { 'dispatch.revoked': 'revoked' }, dispatch: 'drop' },
  'drop.completed': { of: { 'drop.completed': 'live' }, dispatch: 'drop' },
  'drop.link_added': { of: { 'drop.link_made': 'live' }, dispatch: 'drop' },
  'drop.link_revoked': { of: { 'drop.link_revoked': 'live' }, dispatch: 'drop' },
  'receiver.added': {
    of: { 'dispatch.receiver_added': 'waiting', 'dispatch.address_corrected': 'waiting' },
  },
  'receiver.mailed': { of: { 'link_mail.sent': 'sent' } },
  'receiver.mail_delayed': { of: { 'link_mail.delayed': 'delayed' } },
  'receiver.mail_refused': {
    of: { 'link_mail.refused': 'refused', 'link_mail.unwanted': 'unwanted' },
  },
  'receiver.opened': { of: { 'receiver.opened': 'opened' } },
  'receiver.file_completed': { of: { 'receiver.file_completed': null } },
  'receiver.completed': { of: { 'receiver.completed': 'completed' } },
  'receiver.revoked': {
    of: {
      'dispatch.receiver_revoked': 'revoked',
      'receiver.left': 'revoked',
      'receiver.replaced': 'revoked',
    },
  },
  'request.created': { of: { 'grant.created': 'live' }, dispatch: 'grant' },
  'request.closed': { of: { 'dispatch.revoked': 'closed' }, dispatch: 'grant' },
  'request.expired': { of: { 'grant.expired': 'expired' }, dispatch: 'grant' },
  'inbox.received': { of: { 'return.created': null, 'inbox.received': null } },
  'inbox.expiring': { of: { 'inbox.expiring': null } },
  'inbox.parked': { of: { 'inbox.parked': 'parked' } },
  'upload.expired': { of: { 'upload.expired': 'expired', 'file.expired': 'expired' } },
  'key.expiring': { of: { 'key.expiring': null } },
  'key.revoked': { of: { 'account.key_ended': 'revoked', 'key.revoked': 'revoked' } },
  'webhook.parked': { of: { 'webhook.parked': 'parked' } },
};

const byAction = new Map<string, { kind: EventKind; dispatch?: DispatchKind }[]>();
for (const kind of eventKinds) {
  const { of, dispatch } = feedTable[kind];
  for (const action of Object.keys(of)) {
    const row = { kind, ...(dispatch && { dispatch }) };
    byAction.set(action, [...(byAction.get(action) ?? []), row]);
  }
}

/** What the feed of its account tells of an event; undefined where that is nothing. */
export function feedEventOf(event: Event): Omit<FeedEvent, 'id'> | undefined {
  const { action, account, at, ids = {} } = event;
  const rows = account === undefined ? undefined : byAction.get(action);
  if (account === undefined || rows === undefined) return undefined;
  const row = rows.find(({ dispatch }) => dispatch === undefined || isOf(dispatch, ids));
  if (row === undefined) return undefined;
  const { kind, dispatch: usual } = row;
  const state = feedTable[kind].of[action];
  const about = aboutOf(ids, ids.dispatchKind ?? usual);
  return { accountId: account.id, kind, at, about: state ? { ...about, state } : about };
}

function aboutOf(
  { dispatch, request: through, receiver, item, file, key, webhook }: EventIds,
  kind: DispatchKind | undefined,
): EventAbout {
  const request = kind === 'grant' ? dispatch : through;
  return {
    ...(kind === 'drop' && dispatch && { drop: dispatch }),
    ...(request && { request }),
    // What comes back has the account itself as its receiver.
    ...(kind !== 'return' && receiver && { receiver }),
    ...(item && { item }),
    ...(file && { file }),
    ...(key && { key }),
    ...(webhook && { webhook }),
  };
}

/** An event that does not say what its dispatch is has an action that does. */
function isOf(dispatch: DispatchKind, { dispatchKind }: { dispatchKind?: DispatchKind }): boolean {
  return dispatchKind === undefined || dispatchKind === dispatch;
}

/**
 * The events of accounts, each in the order of its feed. Places grow, and are never given twice. An event is never put
 * before one that was read.
 */
export interface FeedRepository {
  /** Adds events in this order. Those of a transaction are there once it has committed. */
  add(events: readonly FeedEvent[]): Promise<void>;
  /** Events of the account behind a place, in their order. */
  list(accountId: AccountId, after: number, limit: number): Promise<PlacedEvent[]>;
  /** The last place of each of these accounts that has an event. */
  listEnds(accountIds: readonly AccountId[]): Promise<Map<AccountId, number>>;
  /** Removes events that happened before; returns how many, at most `limit` or twice as many. */
  removeBefore(at: Instant, limit: number): Promise<number>;
  /** Removes all of an account. */
  removeAll(accountId: AccountId): Promise<void>;
}
