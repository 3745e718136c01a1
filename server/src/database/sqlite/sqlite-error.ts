import { ValiseError } from '../../domain/model/valise-error.ts';

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const full = 13;
const cannotOpen = 14;

/** Another process is in the way. */
class DatabaseBusy extends ValiseError {}

/** What the machine did to us becomes a `ValiseError`; what we did wrong stays what it is. */
export function translateSqliteError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('SQLite failed', { cause: error });
  const code = sqliteCode(error);
  if (code === busy || code === locked) {
    return databaseBusy(error);
  }
  if (code === full) {
    return new ValiseError('insufficient_storage', 'The disk is full.', { cause: error });
  }
  if (code === ioError || code === readOnly || code === cannotOpen) {
    return new ValiseError('unavailable', 'The database cannot be read or written.', {
      retryAfterSeconds: 30,
      cause: error,
    });
  }
  return error;
}

export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy;
}

/** Whether SQLite takes its database for one that it may only read. */
export function isReadOnlyFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === readOnly;
}

export function isFullFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === full;
}

/** Whether another process keeps a lock that was asked for. */
export function isBusyFault(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === busy;
}

export function databaseBusy(cause?: unknown): ValiseError {
  return new DatabaseBusy('unavailable', 'The database is busy. Try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  });
}

function sqliteCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}
