import { randomBytes } from 'node:crypto';

import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { FinishedFile, Vault } from '../../domain/ports/vault.ts';
import { createSealedVault } from './sealed-vault.ts';
import { finishFile } from '../../testing/finished.ts';

/** What the vault's tests do with a vault and its store. */
export const chunk = 2 ** 18;
const randomness = { bytes: randomBytes };

export function makeVault(
  blobs: BlobStore,
  installId = 'install',
  memory?: Pick<TransferMemory, 'work'>,
): Vault {
  return createSealedVault({ blobs, installId, randomness, ...(memory && { memory }) });
}

export async function put(
  vault: Vault,
  plain: Buffer,
  pieceBytes = 64 * 1024,
): Promise<FinishedFile> {
  const intake = vault.begin();
  for (let at = 0; at < plain.length; at += pieceBytes) {
    // A copy, because the intake takes over what it is given.
    await intake.write([Buffer.from(plain.subarray(at, at + pieceBytes))]);
  }
  return finishFile(intake);
}

export async function take(vault: Vault, file: FinishedFile, start = 0, end = file.sizeBytes) {
  const pieces: Buffer[] = [];
  for await (const piece of vault.read(file, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function readBlob(blobs: BlobStore, key: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const size = await blobs.findSize(key);
  for await (const piece of blobs.read(key, 0, size ?? 0)) pieces.push(piece);
  return Buffer.concat(pieces);
}
