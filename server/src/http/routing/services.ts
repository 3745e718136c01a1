import type { AuditOnce } from '../../domain/audit/audit-once.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Contacts } from '../../domain/contacts/contacts.ts';
import type { Csrf } from '../../domain/access/csrf.ts';
import type { Dispatching } from '../../domain/dispatches/dispatching.ts';
import type { Inbox } from '../../domain/dispatches/inbox.ts';
import type { LinkDownloads } from '../../domain/downloads/link-downloads.ts';
import type { MailChoice } from '../../domain/notices/mail-choice.ts';
import type { ReminderChoice } from '../../domain/dispatches/reminder-choice.ts';
import type { Grants } from '../../domain/grants/grants.ts';
import type { SecondFactor } from '../../domain/second-factor/second-factor.ts';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import type { SignIn } from '../../domain/access/sign-in.ts';
import type { RateCounters, TransferSlots } from '../../domain/ports/coordination.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { TransfersUnderWay } from '../../domain/transfers/transfers-under-way.ts';
import type { Tray } from '../../domain/tray/tray.ts';
import type { ResumableUploads } from '../../domain/grants/resumable-uploads.ts';

/** The verbs of the exchange that the network can reach. */
export interface Services {
  signIn: SignIn;
  csrf: Csrf;
  contacts: Contacts;
  tray: Tray;
  dispatching: Dispatching;
  inbox: Inbox;
  receiving: LinkDownloads;
  transfers: TransfersUnderWay;
  transferMemory: TransferMemory;
  slots: TransferSlots;
  reminderChoice: ReminderChoice;
  mailChoice: MailChoice;
  returning: Grants;
  uploading: ResumableUploads;
  secondFactor: SecondFactor;
  auditOnce: AuditOnce;
  counters: RateCounters;
  hasher: SecretHasher;
  clock: Clock;
}
