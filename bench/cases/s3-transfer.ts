import { useCephStore } from '../../server/src/testing/ceph-server.ts';
import { plainS3 } from '../references/plain-s3.ts';
import { valiseOnS3 } from '../s3-host.ts';
import type { Case } from './case.ts';
import { downloader, uploader } from './transfer.ts';

/** One file up or down, kept by a Ceph object store in memory, beside a plain stream of the SDK. */
export function s3TransferCase(direction: 'upload' | 'download'): Case {
  return {
    name: `s3-${direction}`,
    title: `${direction}, one stream, files in S3`,
    unit: 'bytes',
    async start(bench) {
      const store = await useCephStore();
      const begin = direction === 'upload' ? uploader : downloader;
      const file = await bench.testFile(bench.scale.sizeBytes);
      const valise = await begin(bench, valiseOnS3, { streams: 1, https: false });
      return [valise, await plainS3(store, direction, file)];
    },
  };
}
