import { setTimeout as sleep } from 'node:timers/promises';
import { useCephStore } from '../../server/src/testing/ceph-server.ts';
import { plainS3, removeLargeObjects } from '../references/plain-s3.ts';
import { servedS3 } from '../references/served-s3.ts';
import { valiseOnS3 } from '../s3-host.ts';
import type { Contestant } from '../contest.ts';
import type { Case } from './case.ts';
import { downloader, uploader } from './transfer.ts';

/** The store removes deleted objects every five seconds: not in the middle of the next trial. */
const removalMs = 8_000;

/**
 * One file up or down, kept by a Ceph object store in memory, beside the plain SDK: in a server for the same client,
 * and alone, which leaves out the client and the way to it.
 */
export function s3TransferCase(direction: 'upload' | 'download'): Case {
  return {
    name: `s3-${direction}`,
    title: `${direction}, one stream, files in S3`,
    unit: 'bytes',
    // Each of two workers is new to it once.
    warmUps: 2,
    async start(bench) {
      const store = await useCephStore();
      const begin = direction === 'upload' ? uploader : downloader;
      const file = await bench.testFile(bench.scale.sizeBytes);
      const shape = { streams: 1, https: false };
      const valise = await begin(bench, valiseOnS3, shape);
      const served = await begin(bench, servedS3, shape);
      const alone = await plainS3(store, direction, file);
      return [valise, served, alone].map((each): Contestant => ({
        ...each,
        async tidy(round) {
          await each.tidy?.(round);
          if (direction === 'download') return;
          await removeLargeObjects(store);
          await sleep(removalMs);
        },
      }));
    },
  };
}
