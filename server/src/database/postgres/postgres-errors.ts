import { ValiseError, systemErrorCode } from '../../domain/model/valise-error.ts';
import type { DataLocation } from '../database-definition.ts';
import { describeAddress } from './address.ts';

/** Codes of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html). */
const serializationFailure = '40001';
const deadlock = '40P01';
const featureNotSupported = '0A000';
const lockNotAvailable = '55P03';
const queryCanceled = '57014';
const diskFull = '53100';
const noSuchDatabase = '3D000';

/**
 * The server, or the connection to it, is the fault: connection lost, no resources, shut down or cancelled,
 * a timeout in a transaction, read-only, a refused sign-in, a failed system call.
 */
const outages = /^(08|53|57|58|28|25P03|25006|3D000)/;

/** What the driver says of an answer that did not come in time. */
const answerTimeout = 'Query read timeout';

/** What the driver says of a connection that it lost or could not have; it has no codes for that. */
const driverOutages =
  /^timeout expired$|timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|does not support SSL|There was an error establishing an SSL|Socket has been ended|after a stream was destroyed|write after end/;

/** Codes of OpenSSL and of Node for a certificate that cannot be verified. */
const certificateFaults = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/;

/** The code of an error that the server answered with. */
export function sqlState(error: unknown): string | undefined {
  const isAnswer = error instanceof Error && 'severity' in error && 'code' in error;
  return isAnswer && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the database undid a transaction in favour of another: it may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  const code = sqlState(error);
  return code === serializationFailure || code === deadlock || isStalePlan(error);
}

/** Whether a statement, or the lock that it waited for, took too long; or an operator cancelled it. */
export function isTimeout(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined) return code === queryCanceled || code === lockNotAvailable;
  return error instanceof Error && error.message.includes(answerTimeout);
}

/** Whether a newer program has added a column to a table that the connection has read whole rows of. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === featureNotSupported && /cached plan/.test((error as Error).message);
}

/** Whether the server has answered, and goes on with the connection: the statement has not happened. */
export function isDefinite(error: unknown): boolean {
  return sqlState(error) !== undefined && (error as { severity?: unknown }).severity === 'ERROR';
}

/** A fault of the server or of the way to it becomes a `ValiseError`; a bug is thrown as it is. */
export function translatePostgresError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('PostgreSQL failed', { cause: error });
  const code = sqlState(error);
  if (isConflict(error) || code === lockNotAvailable) {
    return new ValiseError('unavailable', 'The database is busy. Try again in a moment.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (code === diskFull) {
    return new ValiseError('insufficient_storage', 'The disk is full.', { cause: error });
  }
  if (isOutage(error, code)) {
    return new ValiseError('unavailable', 'The database cannot be reached.', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  return error;
}

function isOutage(error: unknown, code?: string): boolean {
  if (code !== undefined) return outages.test(code);
  if (!(error instanceof Error)) return false;
  if (systemErrorCode(error) !== undefined || driverOutages.test(error.message)) return true;
  // All addresses of a name failed.
  if (error instanceof AggregateError) return error.errors.some((each) => isOutage(each));
  return 'code' in error && typeof error.code === 'string' && certificateFaults.test(error.code);
}

/** Codes for damaged tables and indexes, and for files of the server that cannot be read. */
const dataFaults = /^(XX001|XX002|58)/;

/** Whether the server found its own files damaged. */
export function isDataFault(error: Error): boolean {
  return dataFaults.test(sqlState(causeOf(error)) ?? '');
}

export function isNoSuchDatabase(error: unknown): boolean {
  return sqlState(causeOf(error)) === noSuchDatabase;
}

function causeOf(error: unknown): unknown {
  return error instanceof ValiseError ? error.cause : error;
}

/** Why there is no connection, for an operator: what is wrong, which setting, and the way out. */
export function explainNoConnection(error: unknown, location: DataLocation): Error {
  if (!(error instanceof Error)) return translatePostgresError(error);
  const at = describeAddress(location);
  const code = sqlState(error);
  const extras = { retryAfterSeconds: 5, cause: error };
  const because = (sentence: string) => new ValiseError('unavailable', sentence, extras);
  if (code === noSuchDatabase) {
    return because(`There is no database at ${at}. Create it, or correct databaseUrl.`);
  }
  if (code?.startsWith('28') === true || /client password must be/.test(error.message)) {
    return because(
      `The database server refused the sign-in at ${at}. Check the role in databaseUrl and the password in databasePasswordFile.`,
    );
  }
  if (/does not support SSL/.test(error.message)) {
    return because(
      `The database server at ${at} does not offer TLS. Turn it on there, or add ?sslmode=disable to databaseUrl where the network between is trusted.`,
    );
  }
  if ('code' in error && certificateFaults.test(String(error.code))) {
    return because(
      `The certificate of the database server at ${at} could not be verified (${error.message}). Set databaseCaFile to the certificate of its authority, and use the host name that the certificate is for.`,
    );
  }
  const reason = translatePostgresError(error);
  if (!(reason instanceof ValiseError) || code !== undefined) return reason;
  return because(
    `The database server at ${at} cannot be reached. Start it, or correct databaseUrl.`,
  );
}
