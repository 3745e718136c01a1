import { isIP } from 'node:net';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { DataLocation } from '../database-definition.ts';

/** Where a database is, and how it is reached. */
export interface DatabaseAddress {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** The certificate of the server is verified, or the connection is not encrypted. */
  usesTls: boolean;
}

const defaultPort = 5432;
const example = 'postgres://valise@db.example.com/valise';

/**
 * Reads `databaseUrl`. Encryption can be left out on the way to the same machine, and elsewhere only where
 * the URL says so: a connection that is encrypted and not verified protects from nobody.
 */
export function addressOf({ databaseUrl }: DataLocation): DatabaseAddress {
  if (databaseUrl === undefined)
    throw wrong(`is missing. Set it to an address such as ${example}.`);
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw wrong(`must be an address such as ${example}.`);
  }
  if (url.password !== '') {
    throw wrong(
      'contains a password. Write it into a file, and set databasePasswordFile to its path.',
    );
  }
  const { host: socket, user, sslmode, ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`has the parameter "${unknown}", which is not known.`);
  const address = {
    host: socket ?? decoded(url.hostname),
    port: url.port === '' ? defaultPort : Number(url.port),
    user: user ?? decoded(url.username),
    database: decoded(url.pathname.slice(1)),
  };
  for (const part of ['host', 'user', 'database'] as const) {
    if (address[part] === '') throw wrong(`names no ${part}. An address looks like ${example}.`);
  }
  return { ...address, usesTls: usesTls(sslmode, address.host) };
}

/** The address without anything secret, for messages. */
export function describeAddress(location: DataLocation): string {
  const { host, port, user, database } = addressOf(location);
  const isSocket = host.startsWith('/');
  return isSocket
    ? `postgres:///${database}?host=${host}&user=${user}`
    : `postgres://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

function usesTls(sslmode: string | undefined, host: string): boolean {
  if (sslmode === undefined) return !isSameMachine(host);
  if (sslmode === 'verify-full') return true;
  if (sslmode === 'disable') return false;
  throw wrong(
    `has sslmode=${sslmode}, which does not verify the server. Use verify-full, or disable where the network between is trusted.`,
  );
}

function isSameMachine(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return plain.startsWith('[') ? plain.slice(1, -1) : plain;
  } catch {
    throw wrong(`must be an address such as ${example}.`);
  }
}

function wrong(sentence: string): ValiseError {
  return new ValiseError('config_invalid', `databaseUrl ${sentence}`);
}
