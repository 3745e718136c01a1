import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { readPrivateText } from '../config/secret.ts';
import type { Config } from '../config/settings.ts';
import type { Randomness } from '../domain/model/ids.ts';
import { ValiseError } from '../domain/model/valise-error.ts';

/** The TLS identity of a server. All of its processes have the same one. */
export interface TlsIdentity {
  cert: string;
  key: string;
  /** In base64: a session ticket of one process can be resumed in the others. */
  ticketKeys: string;
}

const ticketKeyBytes = 48;

/** The certificate and key as they are on disk now. Throws `config_invalid` when they are invalid. */
export async function loadTlsIdentity(
  { tlsCertFile, tlsKeyFile }: Pick<Config, 'tlsCertFile' | 'tlsKeyFile'>,
  randomness: Randomness,
): Promise<TlsIdentity | undefined> {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  const cert = await readFile(tlsCertFile, 'utf8').catch((error: unknown) => {
    throw unusable('tlsCertFile cannot be read', error);
  });
  const key = await readPrivateText(tlsKeyFile).catch((error: unknown) => {
    throw unusable('tlsKeyFile cannot be used', error);
  });
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw unusable(`${tlsCertFile} and ${tlsKeyFile} are no certificate and its key`, error);
  }
  return { cert, key, ticketKeys: randomness.bytes(ticketKeyBytes).toString('base64') };
}

function unusable(what: string, error: unknown): ValiseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ValiseError('config_invalid', `${what}: ${reason}`, { cause: error });
}

/** In the form that Node takes. */
export function tlsOptions({ cert, key, ticketKeys }: TlsIdentity) {
  return { cert, key, ticketKeys: Buffer.from(ticketKeys, 'base64') };
}
