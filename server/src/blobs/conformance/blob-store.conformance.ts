import type { TestContext, TestOptions } from 'node:test';
import { describe, test } from 'node:test';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { HandMovedClock } from './blob-store-case.ts';
import { createHandMovedClock } from './blob-store-case.ts';
import { housekeepingCases } from './housekeeping-cases.ts';
import { readingCases } from './reading-cases.ts';
import { writingCases } from './writing-cases.ts';

export const blobStoreCases = [...writingCases, ...readingCases, ...housekeepingCases];

/** Registers every rule of the port as a test. Each gets an empty store that follows `clock`. */
export function blobStoreConformance(
  name: string,
  makeStore: (clock: HandMovedClock, context: TestContext) => BlobStore | Promise<BlobStore>,
  options: TestOptions = {},
): void {
  describe(`${name} is a blob store`, options, () => {
    for (const rule of blobStoreCases) {
      test(rule.name, async (context) => {
        const clock = createHandMovedClock();
        await rule.run({ store: await makeStore(clock, context), clock });
      });
    }
  });
}
