import type { ConnectOptions, Valise } from './client.ts';
import { createValise } from './client.ts';
import { ValiseError } from './problem.ts';
import { createPlainSha256 } from './sha256.ts';

export * from './exports.ts';

/** In a browser, files are `File`, `Blob` or streams, and address and key are given. */
export function connect(options: ConnectOptions): Valise {
  return createValise(
    {
      newHash: createPlainSha256,
      openPath: () => Promise.reject(new ValiseError('A browser opens no file by its path.')),
      filesBelow: () => Promise.resolve(undefined),
      saveFiles: () =>
        Promise.reject(new ValiseError('A browser saves no file by itself: read its stream.')),
    },
    options,
  );
}
