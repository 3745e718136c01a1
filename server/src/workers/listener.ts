import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Brand } from '../brand/load-brand.ts';
import { composeApp, slotLimitsOf } from '../compose/app.ts';
import type { Installation } from '../compose/installation.ts';
import type { Config } from '../config/settings.ts';
import { settings } from '../config/settings.ts';
import { workerConfigOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import { tlsOptions } from '../platform/tls-identity.ts';

/** What takes the requests of a server, in one process or in several. */
export interface Listener extends AppListener {
  /** As the process that runs the jobs sees it. */
  readonly coordination: Coordination;
}

/** What takes requests in one process. */
export interface AppListener {
  /** Where it is reached from this machine. */
  readonly url: string;
  useTls(identity: TlsIdentity): Promise<void>;
  /** Takes nothing new once `whenRefusing` is called; resolves once nothing is under way. */
  close(whenRefusing: () => void): Promise<void>;
  /** Cuts off what is still under way, so that `close` resolves soon. */
  cutOff(): void;
  /** Leaves nothing running, whatever is under way. */
  end(): Promise<void>;
}

/** What a listener is made of. */
export interface ListenerParts {
  installation: Installation;
  dataDir: string;
  config: Config;
  tls: TlsIdentity | undefined;
  log: Logger;
  /** A listening socket that was opened for this process; then `host` and `port` open none. */
  passedSocket: number | undefined;
  brand: () => Promise<Brand>;
  /** How what is done by itself fares. */
  health: () => ServerHealth;
}

/** What will take requests as soon as there is something to serve. */
export interface PreparedListener {
  open(parts: ListenerParts): Promise<Listener>;
  /** Leaves nothing running, whether it was opened or not. */
  dismiss(): Promise<void>;
}

/** Takes requests in this process, and needs no other. */
export async function openSingleProcessListener(parts: ListenerParts): Promise<Listener> {
  const { installation, config, tls } = parts;
  const log = parts.log.child({ worker: 1 });
  const coordination = createSingleProcessCoordination(installation.clock, slotLimitsOf(config));
  const app = await composeApp(installation, workerConfigOf(settings, config), {
    log,
    tls,
    coordination,
    askServer: () => Promise.resolve(parts.health()),
    brand: await parts.brand(),
  });
  return { ...(await openAppListener(app, config, parts.passedSocket)), coordination };
}

/** Lets the app of this process take requests. Throws `address_in_use` when the address is not to be had. */
export async function openAppListener(
  app: FastifyInstance,
  place: Pick<Config, 'host' | 'port'>,
  passedSocket?: number,
): Promise<AppListener> {
  const url =
    passedSocket === undefined
      ? await app.listen({ host: place.host, port: place.port }).catch((error: unknown) => {
          throw explainListenFault(error, place);
        })
      : await listenOnPassed(app, passedSocket);
  return {
    url,

    useTls(identity: TlsIdentity) {
      if ('setSecureContext' in app.server) {
        const server = app.server as unknown as { setSecureContext(tls: object): void };
        server.setSecureContext(tlsOptions(identity));
      }
      return Promise.resolve();
    },

    async close(whenRefusing) {
      const closed = app.close();
      while (app.server.listening) await nextTurn();
      whenRefusing();
      await closed;
    },

    cutOff() {
      app.server.closeAllConnections();
    },

    end() {
      app.server.closeAllConnections();
      return Promise.resolve();
    },
  };
}

/** Takes the connections of a socket that is open already. In a worker, it is the main process that has it. */
async function listenOnPassed(app: FastifyInstance, fd: number): Promise<string> {
  await app.ready();
  try {
    app.server.listen({ fd });
    await once(app.server, 'listening');
  } catch (error) {
    throw new ValiseError(
      'config_invalid',
      'The socket that systemd passed cannot be listened on.',
      {
        cause: error,
      },
    );
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') {
    throw new ValiseError('config_invalid', 'The socket that systemd passed is not one of TCP.');
  }
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host}:${address.port}`;
}

/** What the machine did to a listener becomes a sentence that helps; a bug stays what it is. */
export function explainListenFault(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') return error;
  const reason =
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use. Stop what uses it, or choose another with --port.`
      : `${host}, port ${port}, cannot be listened on (${code}). Choose others with --host and --port.`;
  return new ValiseError('address_in_use', reason, { cause: error });
}
