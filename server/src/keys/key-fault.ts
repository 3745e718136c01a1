import { systemFault } from '../domain/model/system-fault.ts';
import { ValiseError } from '../domain/model/valise-error.ts';

const retryAfterSeconds = 30;

/**
 * What a fault of the key folder means to whoever made a request that needs a new key. A folder that
 * is broken while the server runs may be mended while it runs, so each is worth another try.
 */
export function keyFault(error: unknown): Error {
  const broken = 'The keys cannot be stored at the moment. Please try again later.';
  if (error instanceof ValiseError && error.code.startsWith('key_')) {
    return new ValiseError('unavailable', broken, { retryAfterSeconds, cause: error });
  }
  return systemFault(error, {
    noRoom: 'The server has no room left for the keys of new files.',
    broken,
  });
}
