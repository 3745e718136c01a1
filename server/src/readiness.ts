import type { BlobStore } from './domain/blob-store.ts';
import type { Store } from './domain/store.ts';
import type { Readiness } from './http/health.ts';

interface Dependencies {
  store: Store;
  blobs: BlobStore;
  isClockTrusted: () => Promise<boolean>;
  minFreeBytes: number;
}

/** Asks each part that the service cannot work without. What it says is for anyone: no paths. */
export function createReadiness(dependencies: Dependencies): Readiness {
  const { store, blobs, isClockTrusted, minFreeBytes } = dependencies;

  async function problemOf(
    check: () => Promise<void>,
    problem: string,
  ): Promise<string | undefined> {
    try {
      await check();
      return undefined;
    } catch {
      return problem;
    }
  }

  async function hasRoom(): Promise<void> {
    const free = await blobs.freeBytes();
    if (free !== undefined && free < minFreeBytes) throw new Error('too little free space');
  }

  return async () => ({
    database: await problemOf(() => store.check(), 'does not answer'),
    files: await problemOf(() => blobs.check(), 'cannot be written'),
    space: await problemOf(hasRoom, 'is below the minimum; uploads are refused'),
    clock: (await isClockTrusted())
      ? undefined
      : 'jumped; nothing is deleted until it is right again',
  });
}
