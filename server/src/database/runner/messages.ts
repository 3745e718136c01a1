import { asBuffer, ownCopy } from '../../platform/threads/message-bytes.ts';
import type { PutBlob, UnsealedBlob } from '../../sealing/vault/seal-and-put.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the runner sends to the writer thread: a command, a small blob to seal and store, or a check. */
export type WriterMessage = { ticket: number } & WriterTask;

export type WriterTask =
  | { kind: 'command'; name: string; input: unknown }
  | { kind: 'blob'; blob: BlobMessage }
  | { kind: 'check' };

/** Every array has memory of its own, which is transferred. */
export type BlobMessage = Omit<UnsealedBlob, 'keying'> & {
  context: { installId: string; fileId: string; segment: number };
  fileKey: Bytes;
  salt: Bytes;
};

/** What the writer thread replies once the task is durable. */
export interface WriterReply {
  ticket: number;
  /** Of a command. */
  result?: unknown;
  /** Of a blob. */
  stored?: { memory: ArrayBuffer; sha256: Bytes | undefined };
}

/** What the writer thread opens. */
export interface WriterOptions {
  blobDir: string;
  databaseFile: string;
  auditKey: Bytes;
  rowKey: Bytes;
}

export function sendBlob({ keying, ...blob }: UnsealedBlob): BlobMessage {
  const { fileKey, salt, ...context } = keying;
  return { ...blob, context, fileKey: ownCopy(fileKey), salt: ownCopy(salt) };
}

export function receiveBlob({ context, fileKey, salt, ...blob }: BlobMessage): UnsealedBlob {
  const keying = { ...context, fileKey: asBuffer(fileKey), salt: asBuffer(salt) };
  return { ...blob, keying };
}

export function sendStored({ memory, sha256 }: PutBlob): Required<WriterReply>['stored'] {
  return { memory, sha256: sha256 && ownCopy(sha256) };
}

/** The memory that goes along with a task. */
export function transferredBy(task: WriterTask): ArrayBuffer[] {
  if (task.kind !== 'blob') return [];
  const { load, fileKey, salt } = task.blob;
  return [load.memory.buffer, fileKey.buffer, salt.buffer];
}
