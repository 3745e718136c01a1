import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Brand } from '../brand/load-brand.ts';
import type { Installation } from '../compose/installation.ts';
import type { Traces } from '../compose/traces.ts';
import type { Config } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { Collected } from '../metrics/merge-snapshots.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import { tlsOptions } from '../platform/tls-identity.ts';

/** What serves the requests of a server, in one process or in several. */
export interface Listener extends AppListener {
  /** As the process that runs the jobs sees it. */
  readonly coordination: Coordination;
  /** The metrics of each process that serves requests, where they are measured. */
  collectMetrics(): Promise<Collected>;
}

/** What serves requests in one process. */
export interface AppListener {
  /** Its address on this machine. */
  readonly url: string;
  useTls(identity: TlsIdentity): Promise<void>;
  /** Refuses new requests once `whenRefusing` is called; resolves once no request runs. */
  close(whenRefusing: () => void): Promise<void>;
  /** Cuts running requests, so that `close` resolves soon. */
  cutOff(): void;
  /** Stops everything, whatever is running. */
  end(): Promise<void>;
}

/** The parts of a listener. */
export interface ListenerParts {
  installation: Installation;
  dataDir: string;
  config: Config;
  tls: TlsIdentity | undefined;
  log: Logger;
  /** An open listening socket; `host` and `port` are not used then. */
  passedSocket: number | undefined;
  brand: () => Promise<Brand>;
  /** The state of the jobs. */
  health: () => ServerHealth;
  /** Of this process, where the operator asked for traces. Workers have their own. */
  traces?: Traces | undefined;
}

/** A listener that will serve requests as soon as the data is open. */
export interface PreparedListener {
  open(parts: ListenerParts): Promise<Listener>;
  /** Stops everything, whether it was opened or not. */
  dismiss(): Promise<void>;
}

/** Makes the app of this process listen. Throws `address_in_use` when the address is not available. */
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

/** Accepts connections on an open socket. In a worker, the main process has it. */
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

/** A fault of the machine becomes a helpful message; a bug is thrown as it is. */
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
