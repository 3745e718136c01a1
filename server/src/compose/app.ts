import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Brand } from '../brand/load-brand.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { WritingRunner } from '../database/runner/in-process-runner.ts';
import { createInProcessRunner } from '../database/runner/in-process-runner.ts';
import { createCsrf } from '../domain/access/csrf.ts';
import type { KeyUses } from '../domain/access/key-uses.ts';
import { createKeyUses } from '../domain/access/key-uses.ts';
import { createDeviceLogins } from '../domain/access/device-logins.ts';
import { createKeyWatch } from '../domain/access/key-watch.ts';
import { createOwnKeys } from '../domain/access/own-keys.ts';
import { createOwnLimits } from '../domain/access/own-limits.ts';
import { createBearerSignIn } from '../domain/access/bearer-sign-in.ts';
import { createRepeats } from '../domain/access/repeats.ts';
import { createSignIn } from '../domain/access/sign-in.ts';
import { createAuditOnce } from '../domain/audit/record-repeated.ts';
import { createContactBook } from '../domain/contacts/contact-book.ts';
import { createSuggestions } from '../domain/drafts/suggestions.ts';
import { createContactImports } from '../domain/contacts/contact-import.ts';
import { createContacts } from '../domain/contacts/contacts.ts';
import { createContactGroups } from '../domain/contacts/groups.ts';
import { createDispatching } from '../domain/dispatches/dispatching.ts';
import { createReminderChoice } from '../domain/dispatches/reminding.ts';
import { createDownloadLog } from '../domain/downloads/download-log.ts';
import { createLinkDownloads } from '../domain/downloads/link-downloads.ts';
import { createFeed } from '../domain/events/feed.ts';
import { createFollowers } from '../domain/events/followers.ts';
import { createGrants } from '../domain/grants/grants.ts';
import { createResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { createMailChoice } from '../domain/notices/mail-limits.ts';
import type { CommandRunner } from '../domain/ports/command-runner.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createOwnSettings } from '../domain/people/own-settings.ts';
import type { IdentityProvider } from '../domain/ports/identity-provider.ts';
import { createRateLimiter, createSignInLimiter } from '../domain/ports/rate-limiter.ts';
import { createInboxLock } from '../domain/second-factor/inbox-lock.ts';
import { createSecondFactor } from '../domain/second-factor/second-factor.ts';
import { createTransferMemory } from '../domain/transfers/transfer-memory.ts';
import { createTransfersUnderWay } from '../domain/transfers/transfer-watch.ts';
import { createTray } from '../domain/tray/tray.ts';
import { createReadiness } from '../health/readiness.ts';
import type { ServerHealth } from '../health/readiness.ts';
import { createRefusalLog } from '../health/refusal-log.ts';
import { createApp } from '../http/app.ts';
import type { Services } from '../http/routing/route.ts';
import type { AppMetrics } from '../metrics/app-metrics.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import { tlsOptions } from '../platform/tls-identity.ts';
import { checkCipherPool } from '../sealing/cipher-pool/check-cipher-pool.ts';
import type { CipherPool } from '../sealing/cipher-pool/cipher-pool.ts';
import { createThreadedCipherPool } from '../sealing/cipher-pool/threaded-cipher-pool.ts';
import { createFormSealer } from '../sealing/crypto/kept-forms.ts';
import { createSealedVault } from '../sealing/vault/sealed-vault.ts';
import { createRunner } from './runner.ts';
import type { Installation } from './installation.ts';
import { composePeople, composeProviders } from './people.ts';
import { composeAdministration, noteFullStore } from './administration.ts';
import { reportTampering } from './report-tampering.ts';
import { composeDraftServices } from './draft-services.ts';
import { composeMailPreview } from './mail-preview.ts';
import { composeSentServices } from './sent-services.ts';
import { composeSandbox } from './sandbox.ts';
import { composeRequests } from './file-requests.ts';
import { composeInbox } from './inbox-services.ts';
import type { Traces } from './traces.ts';
import { composeSlots } from './trimmed-slots.ts';
import type { WatchedBrand } from './watched-brand.ts';
import { watchBrand } from './watched-brand.ts';
import { composeWebhooks } from './webhook-transport.ts';

interface Options {
  log: Logger;
  tls: TlsIdentity | undefined;
  coordination: Coordination;
  askServer: () => Promise<ServerHealth>;
  brand: Brand;
  /** Where the operator asked for metrics. */
  metrics?: AppMetrics | undefined;
  /** Where the operator asked for traces. */
  traces?: Traces | undefined;
}

/**
 * The composition root of the app that serves requests: connects ports to their implementations. It does
 * not listen yet.
 */
export async function composeApp(
  opened: Installation,
  config: WorkerConfig,
  { log, tls, coordination, askServer, brand, metrics, traces }: Options,
): Promise<FastifyInstance> {
  const installation = traces?.stores(opened) ?? opened;
  const { database, blobs, randomness } = installation;
  // With several workers, the cores already have as many busy threads.
  const cipherPool = createThreadedCipherPool({
    ...(config.workers > 1 ? { threads: 1 } : {}),
    savesHashes: installation.stores.database.servers === 'many',
  });
  function watched(own: WritingRunner): WritingRunner {
    const traced = traces?.runner(own) ?? own;
    return metrics?.watchRunner(traced) ?? traced;
  }
  const runner = watched(createRunner(installation));
  const slots = composeSlots(coordination.slots, log);
  reportTampering(installation, log);
  const providers = await composeProviders(config, installation, log);
  const keyUses = createKeyUses({
    ...installation,
    onFault(error) {
      log.error({ err: error }, 'the last use of API keys could not be written');
    },
  });
  const readiness = createReadiness({
    database,
    blobs,
    hasRemoteBlobs: installation.stores.location.blobUrl !== undefined,
    runner,
    keyRing: installation.keys.keyRing,
    checkCipher: () => checkCipherPool(cipherPool, randomness),
    askServer,
    minFreeBytes: config.minFreeSpace,
    clock: installation.clock,
    log,
  });
  const watchedBrand = await watchBrand(brand, { database, log });
  const services = composeServices(installation, config, {
    brand: watchedBrand,
    usedKeys: keyUses.used,
    providers,
    coordination: { ...coordination, slots: metrics?.watchSlots(slots) ?? slots },
    log,
    cipherPool,
    readiness,
    runner,
    // A send is one call at a time: waiting for a thread costs it more than the commit does others.
    sendRunner: watched(createInProcessRunner(installation)),
    onDamage: metrics?.onDamage,
    webhooks: await composeWebhooks(installation, config),
    previewMail: composeMailPreview(installation, config, brand, watchedBrand.current),
  });
  const app = createApp({
    services,
    readiness,
    refusals: createRefusalLog({ log, clock: installation.clock }),
    assets: watchedBrand.assets,
    brand: watchedBrand.current,
    isInstallable: config.installable,
    log,
    randomness,
    tls: tls && tlsOptions(tls),
    securityContact: config.securityContact,
    securityPolicyUrl: config.securityPolicyUrl,
    translations: brand.translations,
    language: config.language,
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    alsoHosts: config.alsoHosts,
    apiOrigins: config.apiOrigins,
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
    secondFactorFloor: config.secondFactor,
    endListeners: [
      noteFullStore(services.administration, log),
      metrics?.onRequestEnd,
      traces?.requests.end,
    ].filter((listener) => listener !== undefined),
  });
  traces?.requests.watch(app);
  metrics?.watchServer(app.server);
  metrics?.watchReadiness(readiness);
  app.addHook('onClose', async () => {
    await watchedBrand.stop();
    await services.administration.trailChecks.stop();
    await services.transfers.ended();
    await keyUses.stop();
    await cipherPool.close();
    await runner.close();
  });
  return app;
}

interface ServiceParts extends Pick<Services, 'previewMail' | 'webhooks'> {
  brand: WatchedBrand;
  providers: readonly IdentityProvider[];
  coordination: Coordination;
  log: Logger;
  cipherPool: CipherPool;
  readiness: ReturnType<typeof createReadiness>;
  runner: WritingRunner;
  usedKeys: KeyUses['used'];
  /** For sends. */
  sendRunner: CommandRunner;
  onDamage: (() => void) | undefined;
}

function composeServices(
  installation: Installation,
  config: WorkerConfig,
  parts: ServiceParts,
): Services {
  const { coordination, log, cipherPool, runner, sendRunner, usedKeys, onDamage } = parts;
  const { database, blobs, events, clock, randomness } = installation;
  const { keyRing } = installation.keys;
  const transferMemory = createTransferMemory(config.transferMemory);
  const vault = createSealedVault({
    blobs,
    installId: installation.id,
    randomness,
    cipherPool,
    sealAndPut: runner.sealAndPut,
    memory: transferMemory,
    onDamage,
  });
  const downloadLog = createDownloadLog(runner);
  const { uploads, leases, tokenUses, counters, slots, reservations } = coordination;
  const transfers = createTransfersUnderWay({ looksAreCheap: database.look === undefined });
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
  const uploadParts = {
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
    unsentLifetimeMs: config.trayLifetime,
    limits: {
      maxFileBytes: config.maxFileSize,
      minFreeBytes: config.minFreeSpace,
      grantMaxFiles: config.grantMaxFiles,
      grantMaxBytes: config.grantMaxBytes,
      quotaBytes: config.trayQuota,
    },
  };
  const resumableUploads = createResumableUploads({ ...uploadParts, leases });
  const dispatching = createDispatching({
    database,
    runner: sendRunner,
    keyRing,
    uploads,
    linkSecret: installation.linkSecret,
    hasher: installation.tokenHasher,
    secondFactorFloor: config.secondFactor,
    mailLimits: { maxReceivers: config.maxReceivers, mailsPerDay: config.mailsPerDay },
    anyoneRules: { anyoneLinks: config.anyoneLinks, contactsOnly: config.contactsOnly },
    ...{ randomness, clock },
  });
  const lifetimes = {
    minMs: config.desttimeMin,
    maxMs: config.desttimeMax,
    defaultMs: config.desttimeDefault,
  };
  const people = composePeople(installation, config, parts);
  const contactBook = createContactBook({ database, events });
  const signInParts = {
    ...{ database, events, clock, usedKeys },
    keyHasher: installation.apiKeyHasher,
    limiter: createSignInLimiter(counters.signIns),
  };
  const bearerSignIn = createBearerSignIn(signInParts);
  const linkDownloads = createLinkDownloads({
    ...{ database, events, vault, keyRing, downloadLog, reservations, clock },
    hasher: installation.tokenHasher,
  });
  const ownKeys = createOwnKeys({
    ...{ database, events, randomness, clock },
    keyHasher: installation.apiKeyHasher,
  });
  return {
    ...people,
    feed: createFeed({ database, clock }),
    webhooks: parts.webhooks,
    followers: createFollowers({
      database,
      isAllowed: (who) => bearerSignIn.isAllowed(who),
      onFault(error) {
        log.error({ err: error }, 'it could not be seen whether there are events');
      },
    }),
    ownKeys,
    deviceLogins: createDeviceLogins({
      ...{ database, ownKeys, randomness, clock, isOffered: config.deviceLogin },
      hasher: installation.tokenHasher,
      formSealer: createFormSealer(installation.keys.derived.deviceLeave, randomness),
      limiter: createRateLimiter(counters.signIns),
    }),
    keyWatch: createKeyWatch({ database, clock }),
    repeats: createRepeats({ database, leases, hasher: installation.tokenHasher, clock }),
    ownLimits: createOwnLimits({
      ...{ database, clock, quotaBytes: config.trayQuota, mailsPerDay: config.mailsPerDay },
    }),
    brandPreview: parts.brand.preview,
    administration: composeAdministration(installation, config, { ...people, ...parts }),
    signIn: createSignIn({ ...signInParts, slowHasher: installation.slowKeyHasher }),
    bearerSignIn,
    csrf,
    contacts: createContacts({
      database,
      events,
      clock,
      contactsOnly: config.contactsOnly,
      contactsReplace: config.contactsReplace,
    }),
    ownSettings: createOwnSettings({
      ...{ database, events, lifetimes, secondFactorFloor: config.secondFactor },
    }),
    contactBook,
    contactGroups: createContactGroups({ database, events, clock, randomness }),
    contactImports: createContactImports({ database, events, clock, randomness, contactBook }),
    tray: createTray({
      ...{ database, vault, blobs, keyRing, runner, events, uploads, reservations, clock },
      limits: {
        maxFileBytes: config.maxFileSize,
        trayQuotaBytes: config.trayQuota,
        trayLifetimeMs: config.trayLifetime,
        minFreeBytes: config.minFreeSpace,
      },
    }),
    dispatching,
    ...composeDraftServices(installation, config, {
      ...uploadParts,
      ...{ resumableUploads, dispatching, coordination, terms: lifetimes },
      ...{ runner: sendRunner, writer: runner },
    }),
    suggestions: createSuggestions({ database, contactBook }),
    previewMail: parts.previewMail,
    ...composeSentServices(installation, config),
    ...composeInbox(installation, { vault, downloadLog, reservations }),
    linkDownloads,
    sandbox: composeSandbox(installation, linkDownloads),
    transfers,
    transferMemory,
    slots,
    reminderChoice: createReminderChoice({
      database,
      hasher: installation.tokenHasher,
      randomness,
      clock,
    }),
    mailChoice: createMailChoice({ database, events, hasher: installation.tokenHasher, clock }),
    grants: createGrants({ ...uploadParts, resumableUploads, hasher: installation.tokenHasher }),
    ...composeRequests(installation, config, { leases }),
    resumableUploads,
    inboxLock: createInboxLock({ database, hasher: installation.tokenHasher, clock }),
    secondFactor: createSecondFactor({
      database,
      events,
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
    auditOnce: createAuditOnce({ database, events, hasher: installation.tokenHasher, clock }),
    counters,
    hasher: installation.tokenHasher,
    randomness,
    clock,
  };
}
