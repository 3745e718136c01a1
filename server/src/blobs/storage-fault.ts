import { systemErrorCode, systemFault, ValiseError } from '../domain/model/valise-error.ts';

export { systemErrorCode };

const noRoom = 'The server has no room left for this file.';
const broken = 'The file store does not work at the moment. Please try again later.';
const retryAfterSeconds = 5;

/**
 * Translates a failed system call into a storage error. Any other error is a bug and is returned as it is.
 */
export function storageFault(error: unknown): Error {
  return systemFault(error, { noRoom, broken });
}

/** For `promise.catch(throwStorageFault)`. */
export function throwStorageFault(error: unknown): never {
  throw storageFault(error);
}

export function storeFull(cause?: unknown): ValiseError {
  return new ValiseError('insufficient_storage', noRoom, { cause });
}

export function storeBroken(cause: unknown): ValiseError {
  return new ValiseError('unavailable', broken, { retryAfterSeconds, cause });
}
