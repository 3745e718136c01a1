import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { AppListener } from './listener.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import { tlsOptions } from '../platform/tls-identity.ts';

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
