import type { AuditAction, AuditEvent } from './audit.ts';
import type { Instant } from './clock.ts';
import type { Repositories } from './database.ts';
import type { DispatchKind } from './dispatch.ts';
import type {
  AccountId,
  ApiKeyId,
  DispatchId,
  DraftId,
  FileId,
  InboxToken,
  MailId,
  ReceiverId,
  WebhookId,
} from './ids.ts';
import type { DigestKind, MailKind } from './mail-kinds.ts';
import type { OutboxMessage } from './outbox.ts';
import type { Actor } from './principal.ts';

/** What has no record in the trail: mails or feeds tell of it. */
export type UnrecordedAction =
  /** What was done with an account, which is recorded. */
  | 'administrators.told'
  | 'code.used_up'
  /** Every receiver whose link lives has every file. */
  | 'drop.completed'
  | 'drop.expiring'
  /** Receivers are reminded of what they have not downloaded. */
  | 'drop.reminded'
  | 'inbox.expiring'
  /** A program was handed an item as often as may be, and nobody acknowledged it. */
  | 'inbox.parked'
  /** A drop came to the address of an account. */
  | 'inbox.received'
  | 'key.expiring'
  /** One of the keys that ended together, in an act that has a record. */
  | 'key.revoked'
  /** What became of a mail that brings a link; a refusal is recorded, too. */
  | 'link_mail.delayed'
  | 'link_mail.refused'
  | 'link_mail.sent'
  | 'link_mail.unwanted'
  | 'mail.suppressed'
  /** Many wrong passwords were entered; each attempt is recorded. */
  | 'password.guessed'
  /** A link to set a password was mailed; that it was asked for is recorded. */
  | 'person.reset_mailed'
  | 'receiver.completed'
  | 'receiver.file_completed'
  /** They deleted the drop from their inbox. */
  | 'receiver.left'
  | 'receiver.opened'
  /** A corrected address took the place of another; the correction is recorded. */
  | 'receiver.replaced';

export type EventAction = AuditAction | UnrecordedAction;

/** The rows that an event is about. */
export interface EventIds {
  dispatch?: DispatchId;
  /** What the dispatch is, where the action does not say it. */
  dispatchKind?: DispatchKind;
  receiver?: ReceiverId;
  /** The request through which a return came. */
  request?: DispatchId;
  /** In the inbox of the account. */
  item?: InboxToken;
  /** A stored file, or the upload that becomes one. */
  file?: FileId;
  draft?: DraftId;
  key?: ApiKeyId;
  mail?: MailId;
  webhook?: WebhookId;
}

/** A mail that follows from an event; its account is that of the event. */
export type EventMail =
  | (Pick<OutboxMessage, 'to' | 'askedFrom'> & {
      kind: Exclude<MailKind, DigestKind>;
      receiverId?: ReceiverId;
      /** Left out, it gets a new one. */
      id?: MailId;
    })
  | {
      kind: DigestKind;
      to: string;
      receiverId?: ReceiverId | undefined;
      /** Items for the digest that was not sent yet, or for a new one. */
      ids: readonly string[];
      /** How long a new digest waits for more items. */
      holdMs?: number;
    };

/** An account, and where notices to its owner go. */
export interface EventAccount {
  id: AccountId;
  email?: string;
}

/** What happened, as an act tells it. */
export interface Happening {
  action: EventAction;
  /** Whose matter it is. Undefined: the installation's, or that of nobody who is known. */
  account: EventAccount | undefined;
  ids?: EventIds;
  /** Of its record; left out: the dispatch, draft or mail that it is about, else the address of the account. */
  object?: string;
  /** Left out: `ok`. */
  outcome?: AuditEvent['outcome'];
  details?: AuditEvent['details'];
  /** Left out: the notice that follows from the action, as the table of kinds says. */
  mails?: readonly EventMail[];
}

/** One with a record. */
export type RecordedHappening = Happening & { action: AuditAction };

/** What happened, who did it, and when. All that follows from an act is written from this. */
export type Event = Happening & { actor: Actor; at: Instant };

/** What the trail says of it. */
export function recordOf(happening: RecordedHappening): Required<AuditEvent> {
  const { action, account, ids = {}, outcome = 'ok', details = {} } = happening;
  const object =
    happening.object ?? ids.dispatch ?? ids.draft ?? ids.mail ?? ids.webhook ?? account?.email;
  if (object === undefined) throw new Error(`The record of ${action} has no object`);
  return { action, object, outcome, details };
}

/** What an event is written to. */
export type EventRows = 'audit' | 'feed' | 'outbox';

export interface Events {
  /** Writes what follows from an event, in the transaction of its act, so that neither exists alone. */
  tell(
    repositories: Pick<Repositories, EventRows>,
    actor: Actor,
    happening: Happening,
  ): Promise<void>;
}
