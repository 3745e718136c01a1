import { ValiseError } from '../../domain/model/valise-error.ts';

/** Stands in rows: it never changes. */
export const s3StoreName = 's3';

/** A part of a bucket. `prefix` is empty or ends with a slash. */
export interface BucketPart {
  bucket: string;
  prefix: string;
}

const pattern = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/;

/** Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`. */
export function parseBlobUrl(url: string): BucketPart {
  const [, bucket, path = ''] = pattern.exec(url) ?? [];
  const names = path.split('/').filter((name) => name !== '');
  if (bucket === undefined || names.includes('.') || names.includes('..')) {
    throw new ValiseError(
      'config_invalid',
      `blobUrl: ${JSON.stringify(url)} must be s3://BUCKET or s3://BUCKET/PREFIX.`,
    );
  }
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
}
