import type { BlobStore } from '../domain/ports/blob-store.ts';
import { Histogram } from './instruments.ts';
import { metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single } from './snapshot.ts';

/** Measures the requests of this process to a remote blob store; nothing where the store is local. */
export function createStoreMetrics(blobs: Pick<BlobStore, 'watchRequests'>) {
  const requests = new Histogram(metricTable.storeRequests);
  let retries = 0;
  blobs.watchRequests?.({
    onAttempt: (operation, seconds, outcome) => {
      requests.observe(seconds, operation, outcome);
    },
    onRetry: () => {
      retries += 1;
    },
  });
  return {
    snapshot(): MetricSnapshot[] {
      if (blobs.watchRequests === undefined) return [];
      return [requests.snapshot(), single(metricTable.storeRetries, retries)];
    },
  };
}
