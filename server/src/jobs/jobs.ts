import type { Storage } from '../domain/administration/storage.ts';
import type { Clock, Instant } from '../domain/model/clock.ts';
import { day, hour, minute, second } from '../domain/model/clock.ts';
import type { Expiry } from '../domain/expiry/expiry.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import type { Lane } from '../domain/model/outbox.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { RepeatedActs } from '../domain/audit/record-repeated.ts';
import type { Retention } from '../domain/expiry/retention.ts';
import type { Endings } from '../domain/dispatches/endings.ts';
import type { SentOnEndings } from '../domain/dispatches/sent-on.ts';
import type { InboxParking } from '../domain/dispatches/inbox-parking.ts';
import type { KeyEndings } from '../domain/notices/key-endings.ts';
import type { Reminding } from '../domain/dispatches/reminding.ts';
import { unconfirmedMs } from '../domain/people/authenticators.ts';
import { deleteExpiredCodes } from '../domain/second-factor/second-factor.ts';
import type { Database } from '../domain/model/database.ts';
import type { TransferSums } from '../domain/downloads/transfer-sums.ts';
import type { TrailAnchor } from '../domain/audit/audit-verification.ts';
import { advanceAnchor, createTrailWatch } from '../domain/audit/audit-verification.ts';
import type { DraftExpiry } from '../domain/drafts/draft-expiry.ts';
import type { TrayExpiry } from '../domain/tray/tray-expiry.ts';
import type { Job } from './scheduler.ts';

interface Dependencies {
  database: Pick<
    Database,
    | 'accountLinks'
    | 'apiKeys'
    | 'csrfTokens'
    | 'contactBook'
    | 'idempotency'
    | 'audit'
    | 'auditMarks'
    | 'installationValues'
    | 'receiverCodes'
    | 'receiverSessions'
    | 'sessions'
    | 'keptForms'
    | 'deviceLogins'
    | 'totp'
  >;
  expiry: Expiry;
  trayExpiry: TrayExpiry;
  draftExpiry: DraftExpiry;
  transferSums: TransferSums;
  repeatedActs: RepeatedActs;
  webhooks: { deliverDue(stopping: AbortSignal): Promise<number> };
  mail: { deliverDue(lane: Lane, stopping: AbortSignal): Promise<number> };
  reminding: Reminding;
  endings: Endings;
  inboxParking: InboxParking;
  sentOnEndings: SentOnEndings;
  keyEndings: KeyEndings;
  trailAnchor: TrailAnchor;
  retention: Retention;
  storage: Pick<Storage, 'sample'>;
  /** Called only when a job runs: the listener may not exist before. */
  coordination: () => Pick<Coordination, 'uploads' | 'tokenUses'>;
  clock: Clock;
  /** When this server started, if no other can be writing; undefined where others may be. */
  aloneSince: Instant | undefined;
}

/** A blob without a row that is older than this is an orphan, unless an upload runs that is as old. */
const orphanGraceMs = day;
/** File times can lag a little behind the clock; nothing this young was left by an earlier run. */
const startSlackMs = 2 * second;

/** Every periodic job. */
export function createJobs({
  database,
  expiry,
  trayExpiry,
  draftExpiry,
  transferSums,
  repeatedActs,
  reminding,
  endings,
  inboxParking,
  sentOnEndings,
  keyEndings,
  mail,
  webhooks,
  trailAnchor,
  retention,
  storage,
  coordination,
  clock,
  aloneSince,
}: Dependencies): Job[] {
  let sweptLeftovers = false;
  const trailWatch = createTrailWatch({ audit: database.audit, anchor: trailAnchor });

  return [
    {
      name: 'end due drops and grants',
      everyMs: 2 * second,
      deletes: true,
      run: (stopping) => expiry.endDueDispatches(stopping),
    },
    {
      name: 'end what was sent on of something that is gone',
      everyMs: 10 * second,
      deletes: true,
      run: () => sentOnEndings.endOrphaned(),
    },
    {
      name: 'end abandoned uploads',
      everyMs: 10 * second,
      deletes: true,
      run: () => expiry.shredAbandonedUploads(),
    },
    {
      name: 'remove files that were never sent from trays',
      everyMs: minute,
      deletes: true,
      run: (stopping) => trayExpiry.expireForgotten(stopping),
    },
    {
      name: 'remove drafts that were never sent',
      everyMs: minute,
      deletes: true,
      run: (stopping) => draftExpiry.expireDrafts(stopping),
    },
    {
      name: 'write down what transfers in parts came to',
      everyMs: minute,
      deletes: false,
      run: (stopping) => transferSums.recordDue(stopping),
    },
    {
      name: 'write down how often acts were repeated',
      everyMs: minute,
      deletes: false,
      run: (stopping) => repeatedActs.recordDue(stopping),
    },
    {
      name: 'remind of what was not fetched',
      everyMs: minute,
      // It deletes nothing, but with a wrong clock it would send wrong messages.
      deletes: true,
      run: () => reminding.remindReceivers(),
    },
    {
      name: 'tell feeds of what ends soon',
      everyMs: minute,
      // As above.
      deletes: true,
      run: (stopping) => endings.tellFeeds(stopping),
    },
    {
      name: 'park what programs leased in vain',
      everyMs: 10 * second,
      // As above.
      deletes: true,
      run: (stopping) => inboxParking.parkSpent(stopping),
    },
    {
      name: 'tell people of API keys that end soon',
      everyMs: 10 * minute,
      // As above.
      deletes: true,
      run: (stopping) => keyEndings.tellOwners(stopping),
    },
    {
      name: 'reclaim the space of shredded files',
      everyMs: 2 * second,
      deletes: false,
      run: (stopping) => expiry.reclaimGarbage(stopping),
    },
    {
      name: 'deliver mail',
      everyMs: 2 * second,
      deletes: false,
      waitsForOthers: true,
      run: (stopping) => mail.deliverDue('mail', stopping),
    },
    {
      // Separate from mail: a mail server that hangs must not delay codes.
      name: 'deliver SMS',
      everyMs: 2 * second,
      deletes: false,
      waitsForOthers: true,
      run: (stopping) => mail.deliverDue('sms', stopping),
    },
    {
      name: 'deliver webhooks',
      everyMs: second,
      deletes: false,
      waitsForOthers: true,
      run: (stopping) => webhooks.deliverDue(stopping),
    },
    {
      name: 'destroy spent keys',
      everyMs: 10 * minute,
      deletes: true,
      run: () => expiry.destroySpentKeys(),
    },
    {
      name: 'sweep what broken uploads left',
      everyMs: hour,
      deletes: true,
      async run() {
        // Alone, nothing of an earlier run can still be in progress: the first sweep need not wait a day.
        const isFirst = !sweptLeftovers && aloneSince !== undefined;
        const before = isFirst ? aloneSince - startSlackMs : clock.now() - orphanGraceMs;
        const oldest = (await coordination().uploads.oldest()) ?? Infinity;
        const swept = await expiry.sweepOrphans(Math.min(before, oldest - startSlackMs));
        sweptLeftovers = true;
        return swept;
      },
    },
    {
      name: 'forget expired tokens and keys',
      everyMs: minute,
      deletes: true,
      async run() {
        await coordination().tokenUses.renewHeld();
        const now = clock.now();
        return (
          (await database.csrfTokens.deleteExpired(now)) +
          (await database.sessions.deleteExpired(now)) +
          (await database.accountLinks.deleteExpired(now)) +
          (await database.keptForms.deleteExpired(now)) +
          (await database.deviceLogins.deleteExpired(now)) +
          (await database.totp.removeUnconfirmed(now, unconfirmedMs)) +
          (await deleteExpiredCodes(database, now)) +
          (await database.idempotency.deleteExpired(now)) +
          (await database.auditMarks.deleteExpired(now)) +
          (await database.apiKeys.deleteExpired(now)) +
          (await database.contactBook.deleteExpiredImports(now))
        );
      },
    },
    {
      name: 'remove what is no longer to be kept',
      everyMs: hour,
      deletes: true,
      run: (stopping) => retention.removeOutdated(stopping),
    },
    {
      name: 'measure how much is stored, once a day',
      everyMs: hour,
      deletes: false,
      run: () => storage.sample(),
    },
    {
      name: 'look for the newest audit record',
      everyMs: second,
      deletes: false,
      onEveryNode: true,
      run: async () => {
        await trailWatch.look();
        return 0;
      },
    },
    {
      // In the key folder of this node.
      name: 'anchor the audit trail',
      everyMs: minute,
      deletes: false,
      onEveryNode: true,
      run: async () =>
        (await advanceAnchor({ audit: database.audit, anchor: trailAnchor })) ? 1 : 0,
    },
    {
      name: 'note the time',
      everyMs: minute,
      deletes: true,
      async run() {
        await database.installationValues.set(lastSeenNote, String(clock.now()));
        return 0;
      },
    },
  ];
}
