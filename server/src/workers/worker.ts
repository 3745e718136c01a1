/**
 * A worker of a server: started, configured and ended by the main process. It knows only what it is given.
 * It ends with the main process: `node:cluster` ensures that.
 */
import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { composeApp } from '../compose/app.ts';
import { composeCoordination } from '../compose/coordination.ts';
import type { ComposedCoordination } from '../compose/coordination.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import { receiveWorkerConfig, slotLimitsOf } from '../config/worker-config.ts';
import { createWorkerCoordination } from '../coordination/cluster.ts';
import { OwnWork } from '../coordination/process-coordination.ts';
import { lookTimeoutMs } from '../health/readiness.ts';
import type { Installation } from '../compose/installation.ts';
import type { Traces } from '../compose/traces.ts';
import { dataPaths, openInstallation } from '../compose/installation.ts';
import { loadBrand } from '../brand/load-brand.ts';
import type { AppMetrics } from '../metrics/app-metrics.ts';
import type { MetricSnapshot } from '../metrics/snapshot.ts';
import { createLog } from '../platform/logging.ts';
import { joinWorkers } from '../locks/server-lock.ts';
import { storeSettingsOf } from '../stores/store-settings.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';
import { openAppListener } from './listener.ts';
import type { AppListener } from './listener.ts';
import { processTransport } from '../platform/rpc/processes.ts';
import { openRpc } from '../platform/rpc/rpc.ts';
import type { MainAnswers, WorkerAnswers, WorkerOptions } from './worker-protocol.ts';
import { spreadConnections } from './cluster-listener.ts';
import { watchKeys } from './watch-keys.ts';

/** How often it checks whether keys were destroyed, so that none stays in memory for long. */
const keyCheckMs = 60_000;

// A terminal and systemd signal every process; the main process decides what to do.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

// Warnings of Node are written there; they must not end the worker when the reader is gone.
process.stderr.on('error', () => undefined);

/** Held for as long as this process lives. */
let lock: ReturnType<typeof joinWorkers> | undefined;
let takingRequests: AppListener | undefined;
let composed: ComposedCoordination | undefined;
let traces: Traces | undefined;
let readMetrics = (): MetricSnapshot[] => [];

const own = new OwnWork(systemClock);
const rpc = openRpc<MainAnswers>(processTransport(process, 'main process'), {
  ...own.answers,
  begin,
  ping: () => undefined,
  metrics: () => readMetrics(),
  useTls: (identity) => getListener().useTls(identity),
  close,
  cutOff() {
    getListener().cutOff();
  },
} satisfies WorkerAnswers);

async function begin({
  number,
  dataDir,
  config: sentConfig,
  ringKey,
  tls,
  passedSocket,
}: WorkerOptions): Promise<string> {
  const config = receiveWorkerConfig(sentConfig);
  lock ??= joinWorkers(dataPaths(dataDir).workersLock);
  const log = createLog(config, process.stdout).child({ worker: number });
  const installation = await openInstallation(
    {
      stores: storeSettingsOf(config, dataDir),
      keyDir: config.keyDir,
      clock: systemClock,
      randomness: systemRandomness,
    },
    {
      create: false,
      keeper: {
        ringKey: Buffer.from(ringKey, 'base64'),
        ensureElsewhere: (bucket) => rpc.call('ensureBucket', bucket),
      },
    },
  );
  // A shared keyring is read again by itself.
  if (!installation.keys.isShared) {
    watchKeys(installation.keys.keyRing, log, keyCheckMs);
  }
  composed = await composeCoordination(installation, {
    limits: slotLimitsOf(config),
    log,
    ofServer: () => createWorkerCoordination(own, rpc),
  });
  traces = await openTraces(config, log);
  const app = await composeApp(installation, config, {
    log,
    tls,
    coordination: composed.coordination,
    askServer: () => rpc.call('health', null, lookTimeoutMs),
    brand: await loadBrand(config),
    metrics: config.metricsListen === undefined ? undefined : await measure(installation),
    traces,
  });
  await rpc.call('joinCoordination', null);
  spreadConnections(app.server);
  takingRequests = await openAppListener(app, config, passedSocket);
  // Node would do it at the end, but a worker is killed.
  flushCompileCache();
  return takingRequests.url;
}

/** Loads what measures: only where the operator asked for it. */
async function measure(stores: Pick<Installation, 'database' | 'blobs'>): Promise<AppMetrics> {
  const { createAppMetrics } = await import('../metrics/app-metrics.ts');
  const { createProcessMetrics } = await import('../metrics/process-metrics.ts');
  const metrics = createAppMetrics(systemClock);
  const ofProcess = createProcessMetrics('worker', stores);
  readMetrics = () => [...metrics.snapshot(), ...ofProcess.snapshot()];
  return metrics;
}

/** Loads what traces: only where the operator asked for it. */
async function openTraces(config: WorkerConfig, log: Logger): Promise<Traces | undefined> {
  if (config.tracesEndpoint === undefined) return undefined;
  const { composeTraces } = await import('../compose/traces.ts');
  return await composeTraces(config.tracesEndpoint, config, log);
}

async function close(): Promise<void> {
  const refusing = Promise.withResolvers<undefined>();
  const closed = getListener().close(() => {
    refusing.resolve(undefined);
  });
  closed
    .then(() => composed?.close())
    .then(() => traces?.close())
    .then(() => rpc.call('hasClosed', null))
    .catch(refusing.reject);
  await refusing.promise;
}

function getListener(): AppListener {
  if (takingRequests === undefined) throw new Error('This worker takes no requests yet');
  return takingRequests;
}
