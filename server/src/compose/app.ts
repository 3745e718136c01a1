import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Brand } from '../brand/load-brand.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { WritingRunner } from '../database/runner/in-process-runner.ts';
import { createInProcessRunner } from '../database/runner/in-process-runner.ts';
import { createThreadedRunner } from '../database/runner/threaded-runner.ts';
import { createCsrf } from '../domain/access/csrf.ts';
import { createSignIn } from '../domain/access/sign-in.ts';
import { createAuditOnce } from '../domain/audit/record-repeated.ts';
import { createContacts } from '../domain/contacts/contacts.ts';
import { createDispatching } from '../domain/dispatches/dispatching.ts';
import { createInbox } from '../domain/dispatches/inbox.ts';
import { createReminderChoice } from '../domain/dispatches/reminding.ts';
import { createDownloadLog } from '../domain/downloads/commands.ts';
import { createLinkDownloads } from '../domain/downloads/link-downloads.ts';
import { createGrants } from '../domain/grants/grants.ts';
import { createResumableUploads } from '../domain/grants/resumable-uploads.ts';
import { createMailChoice } from '../domain/notices/mail-limits.ts';
import type { CommandRunner } from '../domain/ports/command-runner.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createSignInLimiter } from '../domain/ports/rate-limiter.ts';
import { createSecondFactor } from '../domain/second-factor/second-factor.ts';
import { createTransferMemory, trimAfterTransfers } from '../domain/transfers/transfer-memory.ts';
import { createTransfersUnderWay } from '../domain/transfers/transfer-watch.ts';
import { createTray } from '../domain/tray/tray.ts';
import { createReadiness } from '../health/readiness.ts';
import type { ServerHealth } from '../health/readiness.ts';
import { createRefusalLog } from '../health/refusal-log.ts';
import { createApp } from '../http/app.ts';
import { loadAssets } from '../http/assets/assets.ts';
import type { Services } from '../http/routing/route.ts';
import type { AppMetrics } from '../metrics/app-metrics.ts';
import { ownCopy } from '../platform/rpc/rpc.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import { tlsOptions } from '../platform/tls-identity.ts';
import { trimHeap } from '../platform/trim-heap.ts';
import { checkCipherPool } from '../sealing/cipher-pool/check-cipher-pool.ts';
import type { CipherPool } from '../sealing/cipher-pool/cipher-pool.ts';
import { createThreadedCipherPool } from '../sealing/cipher-pool/threaded-cipher-pool.ts';
import { createSealedVault } from '../sealing/vault/sealed-vault.ts';
import { isShared } from '../stores/registry.ts';
import type { Installation } from './installation.ts';
import { reportTampering } from './installation.ts';

interface Options {
  log: Logger;
  tls: TlsIdentity | undefined;
  coordination: Coordination;
  askServer: () => Promise<ServerHealth>;
  brand: Brand;
  /** Where the operator asked for metrics. */
  metrics?: AppMetrics | undefined;
}

const webDir = join(import.meta.dirname, '../../../web');

/**
 * The composition root of the app that serves requests: connects ports to their implementations. It does
 * not listen yet.
 */
export async function composeApp(
  installation: Installation,
  config: WorkerConfig,
  { log, tls, coordination, askServer, brand, metrics }: Options,
): Promise<FastifyInstance> {
  const { database, blobs, randomness } = installation;
  // With several workers, the cores already have as many busy threads.
  const cipherPool = createThreadedCipherPool({
    ...(config.workers > 1 ? { threads: 1 } : {}),
    savesHashes: installation.stores.database.servers === 'many',
  });
  const ownRunner = createRunner(installation);
  // A send is one call at a time: waiting for a thread costs it more than the commit does others.
  const inProcess = createInProcessRunner(installation);
  const runner = metrics?.watchRunner(ownRunner) ?? ownRunner;
  const slots = trimAfterTransfers(coordination.slots, {
    trim() {
      const startedAt = performance.now();
      const isTrimmed = trimHeap();
      const tookMs = Math.round(performance.now() - startedAt);
      log.debug({ isTrimmed, tookMs }, 'gave memory back after many transfers');
    },
    onFault(error) {
      log.warn({ err: error }, 'memory could not be given back after many transfers');
    },
  });
  reportTampering(installation, log);
  const services = composeServices(installation, config, {
    coordination: { ...coordination, slots: metrics?.watchSlots(slots) ?? slots },
    log,
    cipherPool,
    runner,
    sendRunner: metrics?.watchRunner(inProcess) ?? inProcess,
  });
  const readiness = createReadiness({
    database,
    blobs,
    hasRemoteBlobs: installation.stores.location.blobUrl !== undefined,
    runner,
    checkCipher: () => checkCipherPool(cipherPool, randomness),
    askServer,
    minFreeBytes: config.minFreeSpace,
    clock: installation.clock,
    log,
  });
  const app = createApp({
    services,
    readiness,
    refusals: createRefusalLog({ log, clock: installation.clock }),
    assets: await loadAssets(webDir, brand),
    log,
    randomness,
    tls: tls && tlsOptions(tls),
    serviceName: config.serviceName,
    supportAddress: config.supportAddress,
    securityContact: config.securityContact ?? config.supportAddress,
    securityPolicyUrl: config.securityPolicyUrl,
    translations: brand.translations,
    language: config.language,
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    alsoHosts: config.alsoHosts,
    trustedProxies: config.trustedProxies,
    maxJsonBytes: config.maxJsonSize,
    cgi: {
      maxFiles: config.maxUploadFiles,
      terms: {
        unit: config.desttimeUnit,
        defaultMs: config.desttimeDefault,
        minMs: config.desttimeMin,
        maxMs: config.desttimeMax,
      },
    },
    requestsPerMinute: config.requestRate,
    requestsPerLink: config.linkRequestRate,
    stallMs: config.stallTime,
    onRequestEnd:
      metrics === undefined
        ? undefined
        : (exchange, outcome) => {
            metrics.onRequestEnd(exchange, outcome);
          },
  });
  metrics?.watchServer(app.server);
  metrics?.watchReadiness(readiness);
  app.addHook('onClose', async () => {
    await services.transfers.ended();
    await cipherPool.close();
    await runner.close();
  });
  return app;
}

/** A writer thread, where commits would block this one and a second thread can open the stores. */
function createRunner(installation: Installation): WritingRunner {
  const { stores, keys } = installation;
  const { database, blobs, location } = stores;
  if (!database.blocksOnCommit || !isShared(stores)) return createInProcessRunner(installation);
  return createThreadedRunner({
    stores: { database: database.name, blobs: blobs.name, location },
    auditKey: ownCopy(keys.derived.audit),
    rowKey: ownCopy(keys.derived.rows),
  });
}

interface ServiceParts {
  coordination: Coordination;
  log: Logger;
  cipherPool: CipherPool;
  runner: WritingRunner;
  /** For sends. */
  sendRunner: CommandRunner;
}

function composeServices(
  installation: Installation,
  config: WorkerConfig,
  { coordination, log, cipherPool, runner, sendRunner }: ServiceParts,
): Services {
  const { database, blobs, audit, clock, randomness } = installation;
  const { keyRing } = installation.keys;
  const transferMemory = createTransferMemory(config.transferMemory);
  const vault = createSealedVault({
    blobs,
    installId: installation.id,
    randomness,
    cipherPool,
    sealAndPut: runner.sealAndPut,
    memory: transferMemory,
  });
  const downloadLog = createDownloadLog(runner);
  const { uploads, leases, tokenUses, counters, slots, reservations } = coordination;
  const transfers = createTransfersUnderWay();
  const csrf = createCsrf({
    database,
    hasher: installation.tokenHasher,
    randomness,
    clock,
    tokenUses,
    lifetimeMs: config.csrfLifetime,
    onFault(error) {
      log.error({ err: error }, 'a CSRF token could not be renewed');
    },
  });
  const returns = {
    database,
    runner,
    vault,
    blobs,
    uploads,
    reservations,
    keyRing,
    randomness,
    clock,
    defaultLifetimeMs: config.desttimeDefault,
    limits: {
      maxFileBytes: config.maxFileSize,
      minFreeBytes: config.minFreeSpace,
      grantMaxFiles: config.grantMaxFiles,
      grantMaxBytes: config.grantMaxBytes,
    },
  };
  return {
    signIn: createSignIn({
      database,
      hasher: installation.apiKeyHasher,
      slowHasher: installation.slowKeyHasher,
      limiter: createSignInLimiter(counters.signIns),
      audit,
      clock,
    }),
    csrf,
    contacts: createContacts({
      database,
      audit,
      clock,
      contactsOnly: config.contactsOnly,
      contactsReplace: config.contactsReplace,
    }),
    tray: createTray({
      database,
      vault,
      blobs,
      keyRing,
      runner,
      audit,
      uploads,
      reservations,
      clock,
      limits: {
        maxFileBytes: config.maxFileSize,
        trayQuotaBytes: config.trayQuota,
        trayLifetimeMs: config.trayLifetime,
        minFreeBytes: config.minFreeSpace,
      },
    }),
    dispatching: createDispatching({
      database,
      runner: sendRunner,
      keyRing,
      uploads,
      linkSecret: installation.linkSecret,
      hasher: installation.tokenHasher,
      secondFactorFloor: config.secondFactor,
      mailLimits: { maxReceivers: config.maxReceivers, mailsPerDay: config.mailsPerDay },
      randomness,
      clock,
    }),
    inbox: createInbox({ database, vault, keyRing, downloadLog, clock }),
    linkDownloads: createLinkDownloads({
      database,
      vault,
      keyRing,
      downloadLog,
      hasher: installation.tokenHasher,
      clock,
    }),
    transfers,
    transferMemory,
    slots,
    reminderChoice: createReminderChoice({
      database,
      hasher: installation.tokenHasher,
      randomness,
      clock,
    }),
    mailChoice: createMailChoice({ database, audit, hasher: installation.tokenHasher, clock }),
    grants: createGrants({ ...returns, hasher: installation.tokenHasher }),
    resumableUploads: createResumableUploads({ ...returns, leases }),
    secondFactor: createSecondFactor({
      database,
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
    auditOnce: createAuditOnce({ database, audit, hasher: installation.tokenHasher, clock }),
    counters,
    hasher: installation.tokenHasher,
    clock,
  };
}
