import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { ListeningMetrics } from '../compose/metrics.ts';
import type { Traces } from '../compose/traces.ts';
import type { ServerJobs } from '../compose/jobs.ts';
import { composeJobs } from '../compose/jobs.ts';
import { isLoopback, reachableOrigin } from '../config/addresses.ts';
import type { Config } from '../config/settings.ts';
import { dataPaths, openInstallation, refuseOlderDatabase } from '../compose/installation.ts';
import type { WantedKind } from '../compose/sandbox-marks.ts';
import { markNewFolder, refuseMarkedFolder } from '../compose/sandbox-marks.ts';
import { keyPlaceOf } from '../compose/key-place.ts';
import { areKeysBesideData } from '../compose/setup-faults.ts';
import { advanceAnchor } from '../domain/audit/audit-verification.ts';
import type { AuditEvent } from '../domain/model/audit.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { Installation } from '../compose/installation.ts';
import { lazily } from '../platform/lazily.ts';
import type { Brand } from '../brand/load-brand.ts';
import { createLog } from '../platform/logging.ts';
import { awaitFormerWorkers, takeKeyLock, takeServerLock } from '../locks/server-lock.ts';
import type { Listener, PreparedListener } from '../workers/listener.ts';
import { findPassedSocket } from '../workers/cluster-listener.ts';
import { readProgramVersion } from '../platform/program-version.ts';
import { loadTlsIdentity } from '../platform/tls-identity.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';
import type { CommandContext } from '../cli-kit/define-command.ts';
import { exitStatus } from '../cli-kit/exit-status.ts';
import type { LoadedSettings } from './installation/load-settings.ts';
import { explainDataFault } from './installation/open-data.ts';
import type { User } from '../cli-kit/wrong-user.ts';

/** Called once a server serves requests; may act and print. */
export type WhenServing = (installation: Installation, url: string) => Promise<void>;

export interface ServeOptions {
  settings: LoadedSettings;
  waiting: PreparedListener;
  /** What the folder must be, or becomes where it is new. */
  kind: WantedKind;
  whenServing: WhenServing;
}

/** What a server needs before it can start. */
interface ServerContext {
  installation: Installation;
  config: Config;
  dataDir: string;
  log: Logger;
  passedSocket: number | undefined;
}

/** A running server: its listener and its jobs. */
interface Server {
  listener: Listener;
  jobs: ServerJobs;
  metrics: ListeningMetrics | undefined;
  traces: Traces | undefined;
}

/** Opens the data folder and serves it until the server stops. */
export async function serveData(
  context: CommandContext,
  { settings, waiting, kind, whenServing }: ServeOptions,
): Promise<number> {
  const { config, dataDir } = settings;
  context.treatOutputAsLog();
  if (kind === 'usual') await refuseMarkedFolder(dataDir);
  else await markNewFolder(dataDir);
  const log = createLog(config, context.stdout);
  const lock = await takeDataFolder(settings, context.user);
  try {
    const installation = await open(context, settings, kind);
    try {
      const passedSocket = findPassedSocket(context.env, process.pid);
      const serverContext = { installation, config, dataDir, log, passedSocket };
      return await serveOpened(context, serverContext, waiting, whenServing);
    } finally {
      await installation.close();
    }
  } finally {
    lock.release();
  }
}

/** Locks the data folder for this server, before anything in it is opened or changed. */
async function takeDataFolder(
  { dataDir, stores }: LoadedSettings,
  user: User,
): Promise<{ release(): void }> {
  const { serverLock, workersLock } = dataPaths(dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const lock = takeServerLock(serverLock);
    awaitFormerWorkers(workersLock);
    return lock;
  } catch (error) {
    throw explainDataFault(error, stores, user);
  }
}

/** Serves an open installation until the server stops. */
async function serveOpened(
  context: CommandContext,
  serverContext: ServerContext,
  waiting: PreparedListener,
  whenServing: WhenServing,
): Promise<number> {
  const { installation, config, dataDir, log } = serverContext;
  await refuseOlderDatabase(installation);
  await recordUpgrade(installation, log);
  const server = await startServer(serverContext, waiting);
  const program = await readProgramVersion();
  await recordLife(installation, { action: 'server.started', details: { ...program } });
  server.jobs.start();
  for (const warning of warnings(config, dataDir)) log.warn(warning);
  for (const risk of await findRisks(installation)) log.warn(risk);
  const { url } = server.listener;
  log.info({ address: url, dataDir, workers: config.workers, ...program }, 'Valise is serving');
  await whenServing(installation, url);
  await untilToldToStop(context, server, config, log);
  await recordLife(installation, { action: 'server.stopped' });
  await anchorTrail(installation, log);
  await installation.keys.advance().catch((error: unknown) => {
    log.error({ err: error }, 'the keyring could not be written');
  });
  return exitStatus.ok;
}

/** The next start, and every check until then, knows where the trail ended. */
async function anchorTrail({ database, trailAnchor }: Installation, log: Logger): Promise<void> {
  try {
    await advanceAnchor({ audit: database.audit, anchor: trailAnchor });
  } catch (error) {
    log.error({ err: error }, 'the end of the audit trail could not be anchored');
  }
}

/** How the database could lose what was acknowledged. */
async function findRisks({ stores: { database, location } }: Installation): Promise<string[]> {
  return (await database.findRisks?.(location)) ?? [];
}

async function open(
  { env, user }: CommandContext,
  { config, stores }: LoadedSettings,
  kind: WantedKind,
): Promise<Installation> {
  try {
    return await openInstallation(
      {
        stores,
        ...keyPlaceOf(config, env),
        clock: systemClock,
        randomness: systemRandomness,
      },
      { create: true, migrates: true, kind, lockKeys: () => takeKeyLock(config.keyDir) },
    );
  } catch (error) {
    throw explainDataFault(error, stores, user);
  }
}

async function startServer(
  serverContext: ServerContext,
  waiting: PreparedListener,
): Promise<Server> {
  const { installation, config, log } = serverContext;
  const tls = await loadTlsIdentity(config, systemRandomness);
  const metrics = await openMetrics(serverContext);
  const traces = await openTraces(serverContext);
  const brand = lazily(async () => await loadBrandOf(config));
  // Read now, so that it is the same for as long as the server runs.
  if (config.textsDir !== undefined) {
    for (const { field, problem } of (await brand()).warnings) log.warn(`${field}: ${problem}`);
  }
  await checkProvidersOf(config);
  const jobs = await composeJobs(installation, config, {
    log,
    brand,
    coordination: () => listener.coordination,
    origin: () => config.publicUrl ?? reachableOrigin(listener.url, hostname()),
    onDelivery: metrics?.onDelivery,
    traces,
  });
  const health = (): ServerHealth => jobs.health();
  const listener = await waiting.open({ ...serverContext, tls, brand, health, traces });
  metrics?.watch({ collect: () => listener.collectMetrics(), health, tls });
  return { listener, jobs, metrics, traces };
}

/** Loads what measures: only where the operator asked for it. */
async function openMetrics({
  installation,
  config,
  log,
}: ServerContext): Promise<ListeningMetrics | undefined> {
  if (config.metricsListen === undefined) return undefined;
  const { composeMetrics } = await import('../compose/metrics.ts');
  return await composeMetrics(installation, config, config.metricsListen, log);
}

/** Loads what traces: only where the operator asked for it. */
async function openTraces({ config, log }: ServerContext): Promise<Traces | undefined> {
  if (config.tracesEndpoint === undefined) return undefined;
  const { composeTraces } = await import('../compose/traces.ts');
  return await composeTraces(config.tracesEndpoint, config, log);
}

async function loadBrandOf(config: Config): Promise<Brand> {
  const { loadBrand } = await import('../brand/load-brand.ts');
  return await loadBrand(config);
}

/** Workers read the providers: a mistake is to be found before any starts. */
async function checkProvidersOf(config: Config): Promise<void> {
  if (config.oidcFile === undefined) return;
  const { loadProviders } = await import('../config/oidc-file.ts');
  await loadProviders(config);
}

function warnings(config: Config, dataDir: string): string[] {
  const { tlsCertFile, host, publicUrl, keyDir } = config;
  const found: string[] = [];
  if (areKeysBesideData(config, dataDir)) {
    found.push(
      `the keys lie inside of the data folder (${keyDir}): whoever gets a copy of it can read every file. Move them to another folder, and set keyDir to it.`,
    );
  }
  if (isLoopback(host)) {
    if (tlsCertFile === undefined) found.push('plain HTTP, reachable from this machine only');
    return found;
  }
  if (tlsCertFile === undefined) {
    found.push(
      `PLAIN HTTP ON ${host}: keys and files cross the network unprotected. Set tlsCertFile and tlsKeyFile, or listen on 127.0.0.1 behind a proxy that speaks HTTPS.`,
    );
  }
  if (publicUrl === undefined) {
    found.push(
      `publicUrl IS NOT SET: links in mails name this machine as it knows itself, and may lead nowhere for their readers. Set publicUrl to the address that people use.`,
    );
  }
  return found;
}

/** Tells that this start changed the schema, and which copy of the database it kept. */
async function recordUpgrade(installation: Installation, log: Logger): Promise<void> {
  const { upgrade } = installation;
  if (upgrade === undefined) return;
  const steps = upgrade.steps.join(' ');
  log.warn(
    { steps, copy: upgrade.copy },
    upgrade.copy === undefined
      ? 'the schema of the database was upgraded'
      : 'the schema of the database was upgraded; delete the copy of the database before once you keep this version: it still holds keys of files that have ended since',
  );
  const details = { steps, copy: upgrade.copy ?? 'none' };
  await recordLife(installation, { action: 'schema.upgraded', details });
}

async function recordLife(
  { database, events }: Installation,
  event: Pick<AuditEvent, 'details'> & {
    action: 'server.started' | 'server.stopped' | 'schema.upgraded';
  },
): Promise<void> {
  await database.transact((repositories) =>
    events.tell(
      repositories,
      { name: 'system', source: 'cli', requestId: '-' },
      { ...event, account: undefined, object: 'server', outcome: 'ok' },
    ),
  );
}

/** Resolves when the server has stopped: after its requests, or after their time limit. */
async function untilToldToStop(
  { signals }: CommandContext,
  { listener, jobs, metrics, traces }: Server,
  config: Config,
  log: Logger,
): Promise<void> {
  async function reloadTls(): Promise<void> {
    const tls = await loadTlsIdentity(config, systemRandomness);
    if (tls === undefined) return;
    await listener.useTls(tls);
    metrics?.useTls(tls);
    log.info('TLS certificate read again');
  }
  signals.on('SIGHUP', () => {
    reloadTls().catch((error: unknown) => {
      log.error({ err: error }, 'TLS certificate could not be read; the old one stays in use');
    });
  });

  const told = Promise.withResolvers<string>();
  const toldAgain = Promise.withResolvers<undefined>();
  const stop = (signal: string): void => {
    told.resolve(signal);
    signals.off('SIGTERM', stop).off('SIGINT', stop);
    signals.once('SIGTERM', () => {
      toldAgain.resolve(undefined);
    });
    signals.once('SIGINT', () => {
      toldAgain.resolve(undefined);
    });
  };
  signals.on('SIGTERM', stop).on('SIGINT', stop);

  const signal = await told.promise;
  const timer = setTimeout(() => {
    log.warn('requests still under way are cut off');
    listener.cutOff();
  }, config.drainTime);
  const closed = listener.close(() => {
    log.info({ signal }, 'stopping: no new requests; those under way may end');
  });
  await Promise.race([Promise.all([closed, jobs.stop()]), toldAgain.promise]);
  clearTimeout(timer);
  await listener.end();
  await metrics?.close();
  await traces?.close();
}
