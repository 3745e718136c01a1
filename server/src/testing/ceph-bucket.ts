import type { S3Client } from '@aws-sdk/client-s3';

import type { CephLocation } from './ceph-server.ts';

/** What a test can see and do in its prefix of a bucket, beside the server that uses it. */
export interface CephBucket {
  /** The names of blobs. */
  listBlobs(): Promise<string[]>;
  /** The names of blobs of which parts are there, and not the whole. */
  listUnfinished(): Promise<string[]>;
  readBlob(name: string): Promise<Buffer>;
  writeBlob(name: string, content: Buffer): Promise<void>;
  deleteBlob(name: string): Promise<void>;
}

export function openCephBucket({ blobUrl, s3: access }: CephLocation): CephBucket {
  const { hostname: Bucket, pathname } = new URL(blobUrl);
  const Prefix = `${pathname.slice(1)}/blobs/`;
  let client: S3Client | undefined;

  /** Test files that need no bucket do not wait for the SDK. */
  async function connect() {
    const sdk = await import('@aws-sdk/client-s3');
    client ??= new sdk.S3Client({
      endpoint: access.endpoint,
      region: access.region,
      credentials: access,
      forcePathStyle: access.pathStyle,
    });
    return { sdk, client };
  }

  function nameOf({ Key = '' }: { Key?: string | undefined }): string {
    return Key.slice(Prefix.length);
  }

  return {
    async listBlobs() {
      const { sdk, client } = await connect();
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(nameOf).sort();
    },
    async listUnfinished() {
      const { sdk, client } = await connect();
      const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix });
      return ((await client.send(list)).Uploads ?? []).map(nameOf).sort();
    },
    async readBlob(name) {
      const { sdk, client } = await connect();
      const get = new sdk.GetObjectCommand({ Bucket, Key: `${Prefix}${name}` });
      const { Body } = await client.send(get);
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async writeBlob(name, content) {
      const { sdk, client } = await connect();
      const Key = `${Prefix}${name}`;
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content }));
    },
    async deleteBlob(name) {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: `${Prefix}${name}` }));
    },
  };
}
