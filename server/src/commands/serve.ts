import type { Config } from '../config/settings.ts';
import { composeServer, loadTls } from '../compose.ts';
import type { Server } from '../compose.ts';
import { ValiseError } from '../domain/valise-error.ts';
import type { Installation } from '../installation.ts';
import { dataPaths, openInstallation } from '../installation.ts';
import { createLog } from '../logging.ts';
import { takeServerLock } from '../server-lock.ts';
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
  valise serve [--data DIR] [--port N] [--host ADDRESS] [--SETTING VALUE …]

Serves http://127.0.0.1:8080 unless told otherwise. An empty data folder is set up first; no
account is made (see "valise account add"). Every setting of docs/configuration.md is also a flag.

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
    const lock = takeServerLock(dataPaths(dataDir).serverLock);
    try {
      const server = await composeServer(installation, config, log);
      const url = await listen(server, config);
      await recordLife(installation, 'server.started');
      server.scheduler.start();
      for (const warning of warnings(config)) log.warn(warning);
      log.info({ address: url, dataDir }, 'Valise is serving');
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

async function listen({ app }: Server, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      const reason =
        code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Stop what uses it, or choose another with --port.`
          : `${host}, port ${port}, cannot be listened on (${code}). Choose others with --host and --port.`;
      throw new ValiseError('address_in_use', reason, { cause: error });
    }
    throw error;
  }
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
  { app, scheduler }: Server,
  config: Config,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  function reloadTls(): void {
    loadTls(config)
      .then((tls) => {
        if (tls === undefined || !('setSecureContext' in app.server)) return;
        (app.server as unknown as { setSecureContext(tls: object): void }).setSecureContext(tls);
        log.info('TLS certificate read again');
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'TLS certificate could not be read; the old one stays in use');
      });
  }
  signals.on('SIGHUP', reloadTls);

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

  log.info({ signal: await told.promise }, 'stopping: no new requests; those under way may end');
  const timer = setTimeout(() => {
    log.warn('requests still under way are cut off');
    app.server.closeAllConnections();
  }, config.drainTime);
  await Promise.race([Promise.all([app.close(), scheduler.stop()]), toldAgain.promise]);
  clearTimeout(timer);
  app.server.closeAllConnections();
}
