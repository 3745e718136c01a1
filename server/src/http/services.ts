import type { AuditOnce } from '../domain/audit-once.ts';
import type { Clock } from '../domain/clock.ts';
import type { Contacts } from '../domain/contacts.ts';
import type { Csrf } from '../domain/csrf.ts';
import type { TermsPolicy } from '../domain/dispatch-terms.ts';
import type { Dispatching } from '../domain/dispatching.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { Receiving } from '../domain/receiving.ts';
import type { MailChoice } from '../domain/mail-choice.ts';
import type { ReminderChoice } from '../domain/reminder-choice.ts';
import type { Returning } from '../domain/returning.ts';
import type { SecondFactor } from '../domain/second-factor.ts';
import type { SecretHasher } from '../domain/secret-hasher.ts';
import type { SignIn } from '../domain/sign-in.ts';
import type { Tallies } from '../domain/tally.ts';
import type { TransferSlots } from '../domain/transfer-slots.ts';
import type { TransferMemory } from '../domain/transfer-memory.ts';
import type { TransfersUnderWay } from '../domain/transfers-under-way.ts';
import type { Tray } from '../domain/tray.ts';
import type { Uploading } from '../domain/uploading.ts';

/** The verbs of the exchange that the network can reach. */
export interface Services {
  signIn: SignIn;
  csrf: Csrf;
  contacts: Contacts;
  tray: Tray;
  dispatching: Dispatching;
  inbox: Inbox;
  receiving: Receiving;
  transfers: TransfersUnderWay;
  transferMemory: TransferMemory;
  slots: TransferSlots;
  reminderChoice: ReminderChoice;
  mailChoice: MailChoice;
  returning: Returning;
  uploading: Uploading;
  secondFactor: SecondFactor;
  termsPolicy: TermsPolicy;
  auditOnce: AuditOnce;
  tallies: Tallies;
  hasher: SecretHasher;
  clock: Clock;
}
