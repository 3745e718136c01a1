import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { ServerJobs } from '../compose-jobs.ts';
import { composeJobs } from '../compose-jobs.ts';
import type { Config } from '../config/settings.ts';
import type { Installation } from '../installation.ts';
import { dataPaths, openInstallation } from '../installation.ts';
import { createLog } from '../logging.ts';
import { reachableOrigin } from '../reachable-origin.ts';
import { awaitFormerWorkers, takeServerLock } from '../server-lock.ts';
import type { Front, FrontParts } from '../serving/front.ts';
import { loadTlsIdentity } from '../serving/tls-identity.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandomness } from '../system-randomness.ts';
import type { Command, CommandContext } from './command.ts';
import { exitStatus, exitStatusHelp } from './exit-status.ts';
import { isLoopback } from './is-loopback.ts';
import { loadSettingsFor } from './load-settings-for.ts';
import { explainDataFault } from './open-data.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the server',
  help: `valise serve: run the server until it is told to stop

USAGE
  valise serve [--data DIR] [--port N] [--host ADDRESS] [--workers N] [--SETTING VALUE …]

Serves http://127.0.0.1:8080 unless told otherwise. An empty data folder is set up first; no
account is made (see "valise account add"). Every setting of docs/configuration.md is also a flag.

With more than one worker, requests are taken by processes of their own, and one that ends
unexpectedly is started again. Signals go to the process that was started first.

SIGNALS
  SIGTERM, SIGINT  end requests under way, then stop; a second one stops at once
  SIGHUP           read the TLS certificate and key again

${exitStatusHelp}
`,
  async run(context) {
    const { config, dataDir } = await loadSettingsFor(context);
    return await runServer(context, config, dataDir, async () => {});
  },
};

/** A server at work: what takes its requests, and what it does by itself. */
interface Server {
  front: Front;
  jobs: ServerJobs;
}

/** Runs a server to its end. `whenServing` may act, and speak, once it takes requests. */
export async function runServer(
  context: CommandContext,
  config: Config,
  dataDir: string,
  whenServing: (installation: Installation, url: string) => Promise<void>,
): Promise<number> {
  const log = createLog(config, context.stdout);
  const installation = await open(config, dataDir);
  try {
    const { serverLock, workersLock } = dataPaths(dataDir);
    const lock = takeServerLock(serverLock);
    try {
      awaitFormerWorkers(workersLock);
      const server = await startServer(installation, config, dataDir, log);
      await recordLife(installation, 'server.started');
      server.jobs.start();
      for (const warning of warnings(config)) log.warn(warning);
      const { url } = server.front;
      log.info({ address: url, dataDir, workers: config.workers }, 'Valise is serving');
      await whenServing(installation, url);
      await untilToldToStop(context, server, config, log);
      await recordLife(installation, 'server.stopped');
      return exitStatus.ok;
    } finally {
      lock.release();
    }
  } finally {
    await installation.close();
  }
}

async function open(config: Config, dataDir: string): Promise<Installation> {
  try {
    return await openInstallation(
      { dataDir, keyDir: config.keyDir, clock: systemClock, randomness: systemRandomness },
      { create: true },
    );
  } catch (error) {
    throw explainDataFault(error, dataDir);
  }
}

async function startServer(
  installation: Installation,
  config: Config,
  dataDir: string,
  log: Logger,
): Promise<Server> {
  const tls = await loadTlsIdentity(config, systemRandomness);
  const jobs = await composeJobs(installation, config, {
    log,
    origin: () => config.publicUrl ?? reachableOrigin(front.url, hostname()),
  });
  const isClockTrusted = (): boolean => jobs.isClockTrusted();
  const front = await openFront({ installation, dataDir, config, tls, log, isClockTrusted });
  return { front, jobs };
}

/** Loads only what is needed: where workers take the requests, this process answers none. */
async function openFront(parts: FrontParts): Promise<Front> {
  const { workers } = parts.config;
  if (workers === 1) {
    const { openLoneFront } = await import('../serving/lone-front.ts');
    return await openLoneFront(parts);
  }
  const { openCrewFront } = await import('../serving/crew-front.ts');
  return await openCrewFront(parts, workers);
}

function warnings({ tlsCertFile, host, publicUrl }: Config): string[] {
  if (isLoopback(host)) {
    return tlsCertFile === undefined ? ['plain HTTP, reachable from this machine only'] : [];
  }
  const found: string[] = [];
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

async function recordLife(
  { store, audit }: Installation,
  action: 'server.started' | 'server.stopped',
): Promise<void> {
  await store.transact((repositories) =>
    audit.record(
      repositories,
      { name: 'system', source: 'cli', requestId: '-' },
      { action, object: 'server', outcome: 'ok' },
    ),
  );
}

/** Resolves when the server has stopped: after its requests, or after the time they are given. */
async function untilToldToStop(
  { signals }: CommandContext,
  { front, jobs }: Server,
  config: Config,
  log: Logger,
): Promise<void> {
  async function reloadTls(): Promise<void> {
    const tls = await loadTlsIdentity(config, systemRandomness);
    if (tls === undefined) return;
    await front.useTls(tls);
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
    front.cutOff();
  }, config.drainTime);
  const closed = front.close(() => {
    log.info({ signal }, 'stopping: no new requests; those under way may end');
  });
  await Promise.race([Promise.all([closed, jobs.stop()]), toldAgain.promise]);
  clearTimeout(timer);
  await front.end();
}
