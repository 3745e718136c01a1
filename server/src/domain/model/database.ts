import type { AccountRepository, ApiKeyRepository, CsrfTokenRepository } from './account.ts';
import type { AdministrationRepository } from './administration.ts';
import type { AppearanceRepository } from './appearance.ts';
import type { AuditMarkRepository, AuditRepository, RepeatedActRepository } from './audit.ts';
import type { ContactRepository } from './contact.ts';
import type { ContactBookRepository, ContactGroupRepository } from './contact-book.ts';
import type { DispatchRepository } from './dispatch.ts';
import type { DownloadRepository, TransferSumRepository } from './download.ts';
import type { DraftRepository, PastReceiverRepository } from './draft.ts';
import type { DeviceLoginRepository } from './device-login.ts';
import type { ErasureRepository } from './erasure.ts';
import type { FileRequestRepository } from './file-request.ts';
import type { FileRepository, SegmentRepository } from './file.ts';
import type { IdempotencyRepository } from './idempotency.ts';
import type { InboxItemRepository } from './inbox-item.ts';
import type { InboxQueueRepository } from './inbox-queue.ts';
import type { IncomingUploadRepository } from './incoming-upload.ts';
import type { KeyBucketRepository } from './key-ring.ts';
import type { FeedRepository } from './feed.ts';
import type { LostRowRepository } from './lost-rows.ts';
import type { AccountId } from './ids.ts';
import type { OutboxRepository, SuppressionRepository } from './outbox.ts';
import type { LinkedIdentityRepository, PasskeyRepository } from './passkey.ts';
import type { SentRepository } from './sent.ts';
import type { SentOnRepository } from './sent-on.ts';
import type { TemplateRepository } from './template.ts';
import type {
  AccountLinkRepository,
  KeptFormRepository,
  PasswordRepository,
  RecoveryCodeRepository,
  SessionRepository,
  TotpRepository,
} from './person.ts';
import type { PictureRepository } from './picture.ts';
import type {
  WebhookAttemptRepository,
  WebhookMessageRepository,
  WebhookRepository,
} from './webhook.ts';
import type { VisitRepository } from './visit.ts';
import type { ReceiverCodeRepository, ReceiverSessionRepository } from './receiver-code.ts';

/** The rows of the exchange, one repository for each aggregate. */
export interface Repositories {
  readonly accounts: AccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly csrfTokens: CsrfTokenRepository;
  readonly passkeys: PasskeyRepository;
  readonly identities: LinkedIdentityRepository;
  readonly contacts: ContactRepository;
  readonly contactBook: ContactBookRepository;
  readonly contactGroups: ContactGroupRepository;
  readonly files: FileRepository;
  readonly segments: SegmentRepository;
  readonly uploads: IncomingUploadRepository;
  readonly drafts: DraftRepository;
  readonly pastReceivers: PastReceiverRepository;
  readonly dispatches: DispatchRepository;
  readonly sent: SentRepository;
  readonly sentOn: SentOnRepository;
  readonly templates: TemplateRepository;
  readonly pictures: PictureRepository;
  readonly fileRequests: FileRequestRepository;
  readonly inboxItems: InboxItemRepository;
  readonly inboxQueue: InboxQueueRepository;
  readonly downloads: DownloadRepository;
  readonly visits: VisitRepository;
  readonly transferSums: TransferSumRepository;
  readonly repeatedActs: RepeatedActRepository;
  readonly outbox: OutboxRepository;
  readonly feed: FeedRepository;
  readonly receiverCodes: ReceiverCodeRepository;
  readonly receiverSessions: ReceiverSessionRepository;
  readonly idempotency: IdempotencyRepository;
  readonly audit: AuditRepository;
  readonly auditMarks: AuditMarkRepository;
  readonly appearance: AppearanceRepository;
  readonly installationValues: InstallationValueRepository;
  readonly keyBuckets: KeyBucketRepository;
  readonly suppressions: SuppressionRepository;
  readonly lostRows: LostRowRepository;
  readonly erasure: ErasureRepository;
  readonly administration: AdministrationRepository;
  readonly sessions: SessionRepository;
  readonly passwords: PasswordRepository;
  readonly accountLinks: AccountLinkRepository;
  readonly totp: TotpRepository;
  readonly recoveryCodes: RecoveryCodeRepository;
  readonly keptForms: KeptFormRepository;
  readonly deviceLogins: DeviceLoginRepository;
  readonly webhooks: WebhookRepository;
  readonly webhookMessages: WebhookMessageRepository;
  readonly webhookAttempts: WebhookAttemptRepository;
}

/** How this process uses its connections to a database server. Counts begin when the database is opened. */
export interface ConnectionUse {
  pools: Readonly<Record<'read' | 'write', PoolUse>>;
  /** How often a transaction or statement ran again because another transaction came in between. */
  retries: number;
  /** How many of them failed because a statement, or a lock that it waited for, took too long. */
  timeouts: number;
}

export interface PoolUse {
  used: number;
  idle: number;
  /** Who waits for a connection, because all are used. */
  waiting: number;
}

/**
 * The database. Used directly, each repository call stands alone; inside `transact` all calls on the given
 * repositories happen together or not at all.
 *
 * Any number of handles, in any number of processes, may be open on the same data. What one of them has
 * committed, the others read from then on. All rules hold among them as within one.
 *
 * API keys, passkeys, linked identities, receivers and their links, accounts with their authenticators, sessions,
 * recovery codes, webhooks, and codes and sessions of receivers carry a MAC (`RowBinding`). One whose MAC is wrong is
 * treated as missing by everything that grants access: `apiKeys.listFor`, `findByHash` and `readAccess`, `find` and
 * `listFor` of `passkeys` and `identities`, of `dispatches` `findByLink`, `findByReceiver`, `findInInbox` and
 * `listInbox`, `list` and `find` of `inboxItems`, `list`, `find` and `listByReceivers` of `inboxQueue`, of `accounts`
 * `find`, `findByEmail` and `lock`, `sessions.find`, `passwords.findByEmail`, `recoveryCodes.take`, and all of
 * `webhooks`, `receiverCodes` and `receiverSessions`. `totp.find` throws for an account whose MAC is wrong.
 */
export interface Database extends Repositories {
  /**
   * Runs `work` as if it were the only writer: what it reads stays true until it commits. Resolves once the
   * changes would survive a power cut; when `work` throws, nothing has changed. `work` must await nothing
   * but the repositories, since it may block others. It may run twice, when the database undoes its
   * transaction in favour of another: it must change nothing but rows, and the result of its last run
   * counts. Throws `unavailable` when the database stays locked, cannot be reached, or ended a deadlock
   * this way.
   */
  transact<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result>;
  /**
   * A number that differs whenever any process may have committed a change since it was last read: as long
   * as it stays the same, so does everything that can be read. Read again before anything was awaited, it
   * may miss what others committed in between. Where there is `look`, it is the number of the latest look that
   * has ended: who has not waited for one may miss what others committed since. Undefined where nothing is known.
   */
  version(): number | undefined;
  /** The same, for accounts, their keys and CSRF tokens only: other changes need not affect it. */
  accessVersion(): number | undefined;
  /**
   * Asks the database whether anything was committed before the call; the versions tell when it has answered.
   * Left out where they tell at any time.
   */
  look?(): Promise<void>;
  /**
   * Clears overwritten or deleted data out of the database's own files, such as its journal. Resolves with
   * false when others use these files right now: it blocks nobody, and is to be tried again later.
   */
  scrub(): Promise<boolean>;
  /**
   * Adds MACs to the rows without one, as if they had been written now. To be called once for a database
   * from before rows had them: afterwards, a row without one was written by another program.
   */
  bindRows(): Promise<void>;
  /**
   * Gives every account, session, recovery code, and code and session of receivers its MAC, as it is now. To be
   * called once, when no older program writes any longer.
   */
  bindPeople(): Promise<void>;
  /**
   * Gives events of committed transactions their place in the feeds of these accounts, or of all: a feed has none of
   * them before. Left out where they have it when they commit.
   */
  placeEvents?(accountIds?: readonly AccountId[]): Promise<void>;
  /** How its connections are used; left out where it has none. */
  connectionUse?(): ConnectionUse;
  /** How much room it takes. */
  sizeBytes(): Promise<number>;
  /** Throws when the database cannot commit a change now: it commits one. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What an upgrade did to the schema of a database that had rows. */
export interface SchemaChange {
  /** The steps that it applied, in their order. */
  steps: readonly string[];
  /** The copy that is kept of the database before; undefined where there is none. */
  copy?: string | undefined;
}

/** The part of the database that a service uses: these repositories and no others, in transactions too. */
export type DatabaseOf<Name extends keyof Repositories> = Pick<Repositories, Name> & {
  transact<Result>(
    work: (repositories: Pick<Repositories, Name>) => Promise<Result>,
  ): Promise<Result>;
};

/** Single values of the installation, such as its id. */
export interface InstallationValueRepository {
  find(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** When the audit trail was last found whole, in milliseconds. */
export const auditVerifiedNote = 'audit.verified';

/** The last wall-clock time that a server trusted, or that the operator accepted. */
export const lastSeenNote = 'clock.last_seen';
