import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { composeMailDelivery } from './compose-mail-delivery.ts';
import type { Config } from './config/settings.ts';
import { createContacts } from './domain/contacts.ts';
import { createCsrf } from './domain/csrf.ts';
import { createDispatching } from './domain/dispatching.ts';
import { createExpiry } from './domain/expiry.ts';
import { createInbox } from './domain/inbox.ts';
import { createReceiving } from './domain/receiving.ts';
import { createReminderChoice } from './domain/reminder-choice.ts';
import { createReminding } from './domain/reminding.ts';
import { createReturning } from './domain/returning.ts';
import { createSecondFactor } from './domain/second-factor.ts';
import { createSignInLimiter } from './domain/sign-in-limiter.ts';
import { createSignIn } from './domain/sign-in.ts';
import { createTray } from './domain/tray.ts';
import { createUploading } from './domain/uploading.ts';
import { createUploadsInProgress } from './domain/uploads-in-progress.ts';
import { createApp } from './http/app.ts';
import { loadAssets } from './http/pages/assets.ts';
import type { Services } from './http/services.ts';
import type { Installation } from './installation.ts';
import { loadBrand } from './load-brand.ts';
import type { ClockGuard } from './jobs/clock-guard.ts';
import { createClockGuard } from './jobs/clock-guard.ts';
import { createJobs, lastSeenNote } from './jobs/jobs.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { reachableOrigin } from './reachable-origin.ts';
import { createReadiness } from './readiness.ts';
import { createSealedVault } from './vault/sealed-vault.ts';
import { createThreadedWorkshop } from './vault/workshop/threaded-workshop.ts';
import type { Workshop } from './vault/workshop/workshop.ts';

export interface Server {
  app: FastifyInstance;
  scheduler: Scheduler;
}

const webDir = join(import.meta.dirname, '../../web');
const system = { name: 'system', source: 'scheduler', requestId: '-' };

/** The composition root: the one place where ports meet what fills them. Nothing listens yet. */
export async function composeServer(
  installation: Installation,
  config: Config,
  log: Logger,
): Promise<Server> {
  const { store, blobs, clock, randomness } = installation;
  const brand = await loadBrand(config);
  const workshop = createThreadedWorkshop();
  const services = composeServices(installation, config, workshop);
  const guard = await composeClockGuard(installation, log);
  const expiry = createExpiry({
    store,
    blobs,
    keyRing: installation.keys.keyRing,
    audit: installation.audit,
    randomness,
    clock,
    actor: system,
  });
  const reminding = createReminding({
    store,
    randomness,
    clock,
    remindBeforeMs: config.remindBefore,
  });
  // What a killed upload left half-written; nothing else can be writing yet.
  await blobs.sweepAbandoned(clock.now());
  const app = createApp({
    services,
    readiness: createReadiness({ store, blobs, guard, minFreeBytes: config.minFreeSpace }),
    assets: await loadAssets(webDir, brand.logo),
    log,
    randomness,
    tls: await loadTls(config),
    serviceName: config.serviceName,
    supportAddress: config.supportAddress,
    texts: brand.texts,
    language: config.language,
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    maxJsonBytes: config.maxJsonSize,
    maxUploadFiles: config.maxUploadFiles,
    requestsPerMinute: config.requestRate,
    stallMs: config.stallTime,
  });
  const mail = await composeMailDelivery(installation, config, {
    log,
    texts: brand.texts,
    origin: () => config.publicUrl ?? reachableOrigin(app.listeningOrigin, hostname()),
  });
  app.addHook('onClose', () => {
    mail.close();
    return workshop.close();
  });
  return {
    app,
    scheduler: createScheduler({
      jobs: createJobs({
        store,
        csrf: services.csrf,
        secondFactor: services.secondFactor,
        expiry,
        reminding,
        mail,
        clock,
        startedAt: clock.now(),
      }),
      clock,
      guard,
      log,
    }),
  };
}

function composeServices(installation: Installation, config: Config, workshop: Workshop): Services {
  const { store, blobs, audit, clock, randomness } = installation;
  const { keyRing } = installation.keys;
  const vault = createSealedVault({
    blobs,
    installId: installation.id,
    randomness,
    workshop,
  });
  const uploads = createUploadsInProgress();
  const returns = {
    store,
    vault,
    blobs,
    keyRing,
    audit,
    randomness,
    clock,
    limits: {
      maxFileBytes: config.maxFileSize,
      minFreeBytes: config.minFreeSpace,
      grantMaxFiles: config.grantMaxFiles,
      grantMaxBytes: config.grantMaxBytes,
    },
  };
  return {
    signIn: createSignIn({
      store,
      hasher: installation.apiKeyHasher,
      limiter: createSignInLimiter(clock),
      audit,
      clock,
    }),
    csrf: createCsrf({
      store,
      hasher: installation.tokenHasher,
      randomness,
      clock,
      lifetimeMs: config.csrfLifetime,
    }),
    contacts: createContacts({ store, audit, contactsOnly: config.contactsOnly }),
    tray: createTray({
      store,
      vault,
      blobs,
      keyRing,
      audit,
      uploads,
      clock,
      limits: {
        maxFileBytes: config.maxFileSize,
        trayQuotaBytes: config.trayQuota,
        minFreeBytes: config.minFreeSpace,
      },
    }),
    dispatching: createDispatching({
      store,
      keyRing,
      audit,
      uploads,
      linkSecret: installation.linkSecret,
      hasher: installation.tokenHasher,
      secondFactorFloor: config.secondFactor,
      randomness,
      clock,
    }),
    inbox: createInbox({ store, vault, keyRing, audit, randomness, clock }),
    receiving: createReceiving({
      store,
      vault,
      keyRing,
      audit,
      hasher: installation.tokenHasher,
      randomness,
      clock,
    }),
    reminderChoice: createReminderChoice({
      store,
      hasher: installation.tokenHasher,
      randomness,
      clock,
    }),
    returning: createReturning({ ...returns, hasher: installation.tokenHasher }),
    uploading: createUploading(returns),
    secondFactor: createSecondFactor({
      store,
      audit,
      hasher: installation.tokenHasher,
      codeFor: installation.codeFor,
      randomness,
      clock,
      sms: {
        allowedPrefixes: config.smsAllowedPrefixes,
        perDay: config.smsPerDay,
        perPrefixAndDay: config.smsPerPrefix,
        perAccountAndDay: config.smsPerAccount,
      },
    }),
    termsPolicy: {
      unit: config.desttimeUnit,
      defaultMs: config.desttimeDefault,
      minMs: config.desttimeMin,
      maxMs: config.desttimeMax,
    },
    hasher: installation.tokenHasher,
    clock,
  };
}

async function composeClockGuard(installation: Installation, log: Logger): Promise<ClockGuard> {
  const { store, audit, clock } = installation;
  const lastSeen = await store.notes.find(lastSeenNote);
  function onJump(jumpMs: number): void {
    const seconds = Math.round(jumpMs / 1000);
    log.error({ seconds }, 'the clock jumped: nothing is deleted until it is right again');
    store
      .transact((repositories) =>
        audit.record(repositories, system, {
          action: 'clock.jumped',
          object: 'clock',
          outcome: 'failed',
          details: { seconds },
        }),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'the clock jump could not be written down');
      });
  }
  return createClockGuard(clock, onJump, lastSeen === undefined ? undefined : Number(lastSeen));
}

/** The certificate and key as they are on disk now. */
export async function loadTls(
  config: Pick<Config, 'tlsCertFile' | 'tlsKeyFile'>,
): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (config.tlsCertFile === undefined || config.tlsKeyFile === undefined) return undefined;
  return { cert: await readFile(config.tlsCertFile), key: await readFile(config.tlsKeyFile) };
}
