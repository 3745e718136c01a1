import { Readable } from 'node:stream';

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { BlobStart, RequestWatcher } from '../../domain/ports/blob-store.ts';
import type { S3Access } from '../blob-store-definition.ts';
import type { Timeouts } from './s3-client.ts';
import { createS3Client, usualTimeouts } from './s3-client.ts';
import type { RetryPolicy } from './s3-errors.ts';
import { BadAnswer, nameOf, statusOf, toFault, usualRetries } from './s3-errors.ts';
import { Silence } from './silence.ts';

export interface S3Options {
  bucket: string;
  access: S3Access;
  timeouts?: Timeouts;
  retries?: RetryPolicy;
  /** Who is told of requests. */
  watcher?: () => RequestWatcher | undefined;
}

/** The most that one request copies, and that one request deletes: limits of the protocol. */
const copyBytes = 5 * 1024 ** 3;
const mostDeleted = 1000;

/** What is sent: bytes, or a source of them that can be opened for each attempt. */
export type Body = Uint8Array | { sizeBytes: number; open: () => Readable };

export interface ObjectInfo {
  sizeBytes: number;
  /** What the writer of the object called itself. */
  token: string | undefined;
}

export interface Upload {
  key: string;
  uploadId: string;
}

/** The end of an attempt to create an object; `taken` when one with another token is there. */
export type Creation = 'stored' | 'taken';

interface Range {
  start: number;
  end: number;
  /** Only the object that had this tag is read. */
  tag: string | undefined;
}

interface Answer {
  body: Readable;
  wholeBytes: number;
  tag: string;
}

export type S3Requests = ReturnType<typeof createS3Requests>;

/** The requests to one bucket. Each is tried again where that can help, and rejects with a storage error. */
export function createS3Requests({ bucket: Bucket, access, ...options }: S3Options) {
  const { watcher, timeouts = usualTimeouts } = options;
  const client = createS3Client(access, timeouts, watcher);
  const retries = { ...(options.retries ?? usualRetries), onRetry: () => watcher?.()?.onRetry() };
  const silence = new Silence();
  /** Whether the store refuses to replace an object when asked to; until one says that it cannot. */
  let isConditional = true;

  async function request<Result>(
    name: string,
    attempt: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    try {
      return await silence.request(retries, attempt, signal);
    } catch (error) {
      throw toFault(error, name);
    }
  }

  async function findObject(Key: string): Promise<ObjectInfo | undefined> {
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key }));
      const { ContentLength, Metadata } = found;
      if (ContentLength === undefined) throw new BadAnswer('HeadObject without a length');
      return { sizeBytes: ContentLength, token: Metadata?.[tokenName] };
    } catch (error) {
      if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  /** Whether the object that is there is the one with this token: an earlier attempt's answer was lost. */
  async function whoseIs(key: string, token: string): Promise<Creation | undefined> {
    const found = await findObject(key);
    return found && (found.token === token ? 'stored' : 'taken');
  }

  async function attemptPut(Key: string, body: Body, token: string, abortSignal?: AbortSignal) {
    if (!isConditional) {
      const there = await whoseIs(Key, token);
      if (there !== undefined) return there;
    }
    const sent = openBody(body);
    const condition = isConditional ? { IfNoneMatch: '*' } : {};
    const Metadata = { [tokenName]: token };
    try {
      const { ETag } = await client.send(
        new PutObjectCommand({ Bucket, Key, ...sent, ...condition, Metadata }),
        abortSignal && { abortSignal },
      );
      if (ETag === undefined) throw new BadAnswer('PutObject without an entity tag');
      return 'stored';
    } catch (error) {
      if (statusOf(error) === 501 && isConditional) {
        isConditional = false;
        throw new BadAnswer('that it knows no conditions');
      }
      if (statusOf(error) !== 412) throw error;
      const there = await whoseIs(Key, token);
      if (there === undefined) throw new BadAnswer('that an object is there, and that it is not');
      return there;
    } finally {
      closeBody(sent.Body);
    }
  }

  async function attemptComplete(
    { key: Key, uploadId: UploadId }: Upload,
    tags: readonly string[],
    token: string,
  ): Promise<Creation> {
    const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
    const condition = isConditional ? { IfNoneMatch: '*' } : {};
    try {
      // A store that ignores the condition must not replace an object either.
      const before = await whoseIs(Key, token);
      if (before !== undefined) return before;
      await client.send(
        new CompleteMultipartUploadCommand({
          ...{ Bucket, Key, UploadId, ...condition },
          MultipartUpload: { Parts },
        }),
      );
      return 'stored';
    } catch (error) {
      const isSettled = statusOf(error) === 412 || nameOf(error) === 'NoSuchUpload';
      if (!isSettled) throw error;
      const there = await whoseIs(Key, token);
      if (there !== undefined) return there;
      throw new Error(`The upload of ${Key} was removed`, { cause: error });
    }
  }

  async function deleteSome(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const result = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    const [refused] = result.Errors ?? [];
    if (refused !== undefined) {
      const error = new Error('DeleteObjects left an object');
      error.name = refused.Code ?? 'BadAnswer';
      const isOwnFault = error.name === 'InternalError' || error.name === 'SlowDown';
      throw Object.assign(error, { $metadata: { httpStatusCode: isOwnFault ? 503 : 403 } });
    }
    if ((result.Deleted?.length ?? 0) !== keys.length) {
      throw new BadAnswer('DeleteObjects with fewer objects than were named');
    }
  }

  async function abortUpload({ key: Key, uploadId: UploadId }: Upload): Promise<void> {
    await request('AbortMultipartUpload', async () => {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      } catch (error) {
        if (nameOf(error) !== 'NoSuchUpload') throw error;
      }
    });
  }

  async function beginUpload(Key: string, token: string): Promise<Upload> {
    return await request('CreateMultipartUpload', async () => {
      const Metadata = { [tokenName]: token };
      const begun = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }));
      if (begun.UploadId === undefined) throw new BadAnswer('CreateMultipartUpload without an id');
      return { key: Key, uploadId: begun.UploadId };
    });
  }

  async function completeUpload(
    upload: Upload,
    tags: readonly string[],
    token: string,
  ): Promise<Creation> {
    return await request('CompleteMultipartUpload', () => attemptComplete(upload, tags, token));
  }

  /** An object that is too large for one request is copied in parts. */
  async function copyLarge(from: string, to: string, { sizeBytes, token = '' }: ObjectInfo) {
    const upload = await beginUpload(to, token);
    const { uploadId: UploadId } = upload;
    const tags: string[] = [];
    try {
      for (let start = 0; start < sizeBytes; start += copyBytes) {
        const range = `bytes=${start}-${Math.min(start + copyBytes, sizeBytes) - 1}`;
        const copied = await request('UploadPartCopy', () =>
          client.send(
            new UploadPartCopyCommand({
              ...{ Bucket, Key: to, UploadId, PartNumber: tags.length + 1 },
              CopySource: `${Bucket}/${from}`,
              CopySourceRange: range,
            }),
          ),
        );
        tags.push(copied.CopyPartResult?.ETag ?? '');
      }
      await completeUpload(upload, tags, token);
    } catch (error) {
      await abortUpload(upload);
      throw error;
    }
  }

  async function attemptGet(Key: string, { start, end, tag }: Range): Promise<Answer | undefined> {
    const Range = `bytes=${start}-${end - 1}`;
    const condition = tag === undefined ? {} : { IfMatch: tag };
    try {
      const command = new GetObjectCommand({ Bucket, Key, Range, ...condition });
      const { Body, ContentRange, ETag } = await client.send(command);
      const [, first, whole] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange ?? '') ?? [];
      if (!(Body instanceof Readable)) throw new BadAnswer('GetObject without a body');
      if (ETag === undefined || Number(first) !== start) {
        Body.destroy();
        throw new BadAnswer('GetObject with another range');
      }
      return { body: Body, wholeBytes: Number(whole), tag: ETag };
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  return {
    async find(key: string): Promise<ObjectInfo | undefined> {
      return await request('HeadObject', () => findObject(key));
    },

    /** Never replaces an object. An outcome that stays unknown rejects. */
    async put(key: string, body: Body, token: string, signal?: AbortSignal): Promise<Creation> {
      const attempt = (): Promise<Creation> => attemptPut(key, body, token, signal);
      return await request('PutObject', attempt, signal);
    },

    /** Replaces what is there. */
    async replace(Key: string, Body: Uint8Array): Promise<void> {
      await request('PutObject', () => client.send(new PutObjectCommand({ Bucket, Key, Body })));
    },

    /**
     * The bytes from `start` up to `end`, or fewer where the object is shorter, and its whole size. A reader whose
     * connection broke has waited before.
     */
    async get(key: string, range: Range, hasWaited: boolean): Promise<Answer | undefined> {
      const policy = hasWaited ? { ...retries, silentAttempts: 1 } : retries;
      try {
        return await silence.request(policy, () => attemptGet(key, range));
      } catch (error) {
        if (statusOf(error) === 416) throw new Error(`${key} is too short`, { cause: error });
        throw toFault(error, 'GetObject');
      }
    },

    /** The first bytes of an object, and its size. */
    async getStart(key: string, bytes: number): Promise<BlobStart | undefined> {
      return await request('GetObject', async () => {
        try {
          const got = await attemptGet(key, { start: 0, end: Math.max(bytes, 1), tag: undefined });
          if (got === undefined) return undefined;
          const { body, wholeBytes } = got;
          return { sizeBytes: wholeBytes, start: await collect(body, Math.min(bytes, wholeBytes)) };
        } catch (error) {
          if (statusOf(error) !== 416) throw error;
          // An empty object has no range.
          const found = await findObject(key);
          return found && { sizeBytes: found.sizeBytes, start: new Uint8Array() };
        }
      });
    },

    beginUpload,

    async putPart(
      { key: Key, uploadId: UploadId }: Upload,
      PartNumber: number,
      body: Body,
      abortSignal: AbortSignal,
    ): Promise<string> {
      const attempt = async (): Promise<string> => {
        const sent = openBody(body);
        try {
          const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ...sent });
          const { ETag } = await client.send(command, { abortSignal });
          if (ETag === undefined) throw new BadAnswer('UploadPart without an entity tag');
          return ETag;
        } finally {
          closeBody(sent.Body);
        }
      };
      return await request('UploadPart', attempt, abortSignal);
    },

    completeUpload,
    abortUpload,

    /** Uploads below `prefix` that were begun and neither completed nor aborted. */
    async *listUploads(Prefix: string): AsyncGenerator<Upload & { begunAt: Date }> {
      for (let from = {}; ;) {
        const page = await request('ListMultipartUploads', async () => {
          const command = new ListMultipartUploadsCommand({ Bucket, Prefix, ...from });
          const listed = await client.send(command);
          if (listed.Bucket === undefined) throw new BadAnswer('ListMultipartUploads of no bucket');
          return listed;
        });
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
          yield { key: Key, uploadId: UploadId, begunAt: Initiated };
        }
        if (page.IsTruncated !== true) return;
        from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      }
    },

    async *list(Prefix: string): AsyncGenerator<{ key: string; sizeBytes: number; at: Date }> {
      for (let from = {}; ;) {
        const page = await request('ListObjects', async () => {
          const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ...from }));
          if (listed.Name === undefined) throw new BadAnswer('ListObjects without a bucket');
          return listed;
        });
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Size === undefined || LastModified === undefined) continue;
          yield { key: Key, sizeBytes: Size, at: LastModified };
        }
        if (page.NextContinuationToken === undefined) return;
        from = { ContinuationToken: page.NextContinuationToken };
      }
    },

    /** Objects that are missing count as deleted. */
    async delete(keys: readonly string[]): Promise<void> {
      for (let at = 0; at < keys.length; at += mostDeleted) {
        const some = keys.slice(at, at + mostDeleted);
        await request('DeleteObjects', () => deleteSome(some));
      }
    },

    /** Copies an object, with its token, within the store. */
    async copy(from: string, to: string, info: ObjectInfo): Promise<void> {
      if (info.sizeBytes > copyBytes) {
        await copyLarge(from, to, info);
        return;
      }
      const command = { Bucket, Key: to, CopySource: `${Bucket}/${from}` };
      await request('CopyObject', () => client.send(new CopyObjectCommand(command)));
    },
  };
}

/** The field of an object's metadata that tells its writer. */
const tokenName = 'valise-writer';

/** So many first bytes of an answer, which is read to its end. */
async function collect(body: Readable, bytes: number): Promise<Buffer> {
  const pieces = (await body.toArray()) as Buffer[];
  const whole = Buffer.concat(pieces);
  if (whole.length < bytes) throw new BadAnswer('GetObject with fewer bytes than it said');
  return whole.subarray(0, bytes);
}

function openBody(body: Body) {
  if (body instanceof Uint8Array) return { Body: body, ContentLength: body.length };
  return { Body: body.open(), ContentLength: body.sizeBytes };
}

function closeBody(body: Uint8Array | Readable): void {
  if (body instanceof Readable) body.destroy();
}
