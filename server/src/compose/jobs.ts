import type { Logger } from 'pino';
import { composeMailDelivery } from './mail-delivery.ts';
import { composeWebhookDelivery } from './webhook-delivery.ts';
import type { OnDelivery } from '../delivery/mail/deliver-mail.ts';
import type { Config } from '../config/settings.ts';
import { minute, second } from '../domain/model/clock.ts';
import { createStorage } from '../domain/administration/storage.ts';
import { createExpiry } from '../domain/expiry/expiry.ts';
import { createSentOnEndings } from '../domain/dispatches/sent-on.ts';
import { createEndings } from '../domain/dispatches/endings.ts';
import { createInboxParking } from '../domain/dispatches/inbox-parking.ts';
import { createKeyEndings } from '../domain/notices/key-endings.ts';
import { createReminding } from '../domain/dispatches/reminding.ts';
import { createScrubbing, createRetention } from '../domain/expiry/retention.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createRepeatedActs } from '../domain/audit/record-repeated.ts';
import { createTransferSums } from '../domain/downloads/transfer-sums.ts';
import { createDraftExpiry } from '../domain/drafts/draft-expiry.ts';
import { createTrayExpiry } from '../domain/tray/tray-expiry.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import { createPeopleBinding } from './bind-people.ts';
import type { Installation } from './installation.ts';
import { createClockConfirmation, createClockGuard } from '../jobs/clock-guard.ts';
import type { ClockGuard } from '../jobs/clock-guard.ts';
import type { Job } from '../jobs/scheduler.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createMissingFiles } from '../jobs/missing-files.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import type { Brand } from '../brand/load-brand.ts';
import { reportTampering } from './report-tampering.ts';
import type { Traces } from './traces.ts';
import { isClockSynchronised } from '../platform/system.ts';

interface Options {
  log: Logger;
  brand: () => Promise<Brand>;
  /** Called only once the server listens. */
  coordination: () => Coordination;
  /** The start of every link. Called only once the server listens. */
  origin: () => string;
  /** Called with the outcome of every attempt to deliver a message. */
  onDelivery?: OnDelivery | undefined;
  /** Where the operator asked for traces. */
  traces?: Traces | undefined;
}

const system = { name: 'system', source: 'scheduler', requestId: '-' };

/** The periodic work of a server, in one process. It must hold the server's lock. */
export interface ServerJobs {
  start(): void;
  /** Resolves when the running jobs have ended. */
  stop(): Promise<void>;
  health(): ServerHealth;
}

/**
 * The composition root of the jobs. Where a server is alone on its data, it removes what an earlier one left
 * half-written, so no upload may run yet.
 */
export async function composeJobs(
  opened: Installation,
  config: Config,
  { log, brand, origin, coordination, onDelivery, traces }: Options,
): Promise<ServerJobs> {
  const installation = traces?.stores(opened) ?? opened;
  const { database, blobs, events, randomness, clock } = installation;
  const aloneSince = installation.stores.database.servers === 'one' ? clock.now() : undefined;
  if (aloneSince !== undefined) await blobs.sweepAbandoned(aloneSince);
  reportTampering(installation, log);
  const guard = await composeClockGuard(installation, config, log);
  const { keyRing } = installation.keys;
  const parts = { database, blobs, keyRing, events, randomness, clock };
  const mail = await composeMailDelivery(installation, config, {
    log,
    brand,
    coordination,
    origin,
    onDelivery,
    traces,
  });
  const webhooks = await composeWebhookDelivery(installation, config, { log, coordination });
  const scrubbing = createScrubbing({
    database,
    clock,
    onDelay({ delayMs, isAlarming }) {
      const seconds = Math.round(delayMs / 1000);
      if (isAlarming)
        log.error({ seconds }, 'destroyed keys stay in the journal: a reader never ends');
      else
        log.info('destroyed keys stay in the journal until a reader has ended, such as a backup');
    },
  });
  const expiry = createExpiry({
    ...parts,
    database: { ...database, ...scrubbing },
    actor: system,
    keyGraceMs: config.keyGrace,
    quarantineMs: config.quarantineTime,
  });
  await expiry.putBackKnown();
  const jobs = createJobs({
    database,
    expiry,
    trayExpiry: createTrayExpiry({
      database,
      events,
      clock,
      actor: system,
      lifetimeMs: config.trayLifetime,
    }),
    draftExpiry: createDraftExpiry({ database, events, clock, actor: system }),
    transferSums: createTransferSums({ database, events, clock }),
    repeatedActs: createRepeatedActs({ database, events, clock }),
    endings: createEndings({ ...parts, actor: system }),
    inboxParking: createInboxParking({ ...parts, actor: system }),
    sentOnEndings: createSentOnEndings({ ...parts, actor: system }),
    keyEndings: createKeyEndings({ ...parts, actor: system }),
    reminding: createReminding({ ...parts, actor: system, remindBeforeMs: config.remindBefore }),
    mail,
    webhooks: webhooks.delivery,
    trailAnchor: installation.trailAnchor,
    retention: createRetention({
      database,
      audit: installation.audit,
      events,
      clock,
      actor: system,
      periods: {
        auditMs: config.auditRetention,
        mailMs: config.mailRetention,
        historyMs: config.historyRetention,
      },
    }),
    storage: createStorage({ database, blobs, clock, defaultQuotaBytes: config.trayQuota }),
    coordination,
    clock,
    aloneSince,
  });
  /** The keyring and the database store the next number, which reveals an older database. */
  const progress: Job = {
    name: 'note how far the database is',
    everyMs: 10 * minute,
    deletes: false,
    async run() {
      await installation.keys.advance();
      return 0;
    },
  };
  const { stores } = installation;
  const keptRoom: Job = {
    name: 'keep room for a full disk',
    everyMs: 10 * second,
    deletes: false,
    onEveryNode: true,
    waitsForOthers: true,
    run: async () => {
      const isMade = await stores.database.keepReserve?.(stores.location, config.ballast);
      return isMade === true ? 1 : 0;
    },
  };
  const peopleBinding = createPeopleBinding({ installation, coordination, log });
  const confirmation = createClockConfirmation({
    installationValues: database.installationValues,
    guard,
    clock,
    isSynchronised: isClockSynchronised,
    onAccepted(by) {
      log.warn({ by }, 'the clock is trusted again');
    },
  });
  const missingFiles = createMissingFiles({ stores: { database, blobs }, log });
  const scheduler = createScheduler({
    jobs: [missingFiles.job, confirmation, ...jobs, progress, keptRoom, peopleBinding].map(
      (job) => traces?.job(job) ?? job,
    ),
    clock,
    guard,
    leadership: () => coordination().leadership,
    log,
  });
  installation.sandboxClock?.whenMoved(() => {
    guard.accept();
    scheduler.startOver();
  });
  return {
    start() {
      scheduler.start();
    },
    async stop() {
      // First, so that a mail in progress does not delay the end.
      mail.close();
      await scheduler.stop();
      webhooks.close();
    },
    health: () => ({
      ...mail.health(),
      isClockTrusted: guard.isTrusted(),
      failingJobs: scheduler.failingJobs(),
      missingWorkers: 0,
      missingFiles: missingFiles.count(),
    }),
  };
}

async function composeClockGuard(
  installation: Installation,
  config: Config,
  log: Logger,
): Promise<ClockGuard> {
  const { database, events, clock } = installation;
  const lastSeen = await database.installationValues.find(lastSeenNote);
  function onJump(jumpMs: number): void {
    const seconds = Math.round(jumpMs / 1000);
    log.error({ seconds }, 'the clock jumped: nothing is deleted until it is right again');
    database
      .transact((repositories) =>
        events.tell(repositories, system, {
          action: 'clock.jumped',
          account: undefined,
          object: 'clock',
          outcome: 'failed',
          details: { seconds },
        }),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'the clock jump could not be written down');
      });
  }
  return createClockGuard(clock, onJump, {
    lastSeen: lastSeen === undefined ? undefined : Number(lastSeen),
    longestGapMs: config.clockGap,
  });
}
