import type { KeptBlob, SmallBlob } from '../domain/ports/small-blob.ts';
import type { HeldFileFacts, StoredFileFacts, TrayEntry } from '../domain/tray/tray-entrance.ts';
import type { HeldFile } from '../domain/ports/vault.ts';
import { asBuffer, ownCopy } from '../platform/threads/message-bytes.ts';
import type { SentBlob, SentEntry, SentFile, SentKept } from './orders.ts';

/** What the thread that asks sends, and what it makes of the outcome. */
export function sendBlob({ blobKey, keying, hashes, load }: SmallBlob): SentBlob {
  const { fileKey, salt, ...context } = keying;
  return { blobKey, context, fileKey: ownCopy(fileKey), salt: ownCopy(salt), hashes, load };
}

export function memoryOf({ load, fileKey, salt }: SentBlob): ArrayBuffer[] {
  return [load.memory.buffer, fileKey.buffer, salt.buffer];
}

export function sendEntry({ accountId, actor, keyBucket, files }: TrayEntry): SentEntry {
  return { accountId, actor, keyBucket, files: files.map(sendFile) };
}

function sendFile(file: StoredFileFacts | HeldFileFacts): SentFile {
  const { id, name, mediaType, sizeBytes, wrappedKey } = file;
  const content =
    'held' in file ? { blob: sendBlob(file.held.blob) } : { sha256: ownCopy(file.sha256) };
  return { id, name, mediaType, sizeBytes, wrappedKey: ownCopy(wrappedKey), content };
}

/** In the order in which their blobs were sent. */
export function heldBy({ files }: TrayEntry): HeldFile[] {
  return files.flatMap((file) => ('held' in file ? [file.held] : []));
}

export function receiveKept({ memory, sha256 }: SentKept): KeptBlob {
  return { memory, sha256: sha256 && asBuffer(sha256) };
}
