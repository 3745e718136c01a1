import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { createHandMovedClock } from './blob-store-case.ts';
import { housekeepingCases } from './housekeeping-cases.ts';
import { readingCases } from './reading-cases.ts';
import { writingCases } from './writing-cases.ts';

export const blobStoreCases = [...writingCases, ...readingCases, ...housekeepingCases];

/** Registers every rule of the port as a test. Each gets an empty store that follows `clock`. */
export function blobStoreConformance(
  name: string,
  makeStore: (clock: Clock, context: TestContext) => BlobStore | Promise<BlobStore>,
): void {
  describe(`${name} is a blob store`, () => {
    for (const rule of blobStoreCases) {
      test(rule.name, async (context) => {
        const clock = createHandMovedClock();
        await rule.run({ store: await makeStore(clock, context), clock });
      });
    }
  });
}
