import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { storageFault, systemErrorCode, throwStorageFault } from '../storage-fault.ts';

const usualPieceBytes = 1024 * 1024;

/** The file's bytes from `start` up to `end`. Every piece is a buffer of its own, the reader's to keep. */
export async function* readFileRange(
  path: string,
  start: number,
  end: number,
  pieceBytes = usualPieceBytes,
): AsyncGenerator<Uint8Array> {
  const file = await openToRead(path);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    if (found.size < end) throw new Error(`${path} has ${found.size} bytes, fewer than ${end}`);
    for (let position = start; position < end; position += pieceBytes) {
      yield await readPiece(file, position, Math.min(pieceBytes, end - position));
    }
  } finally {
    await file.close();
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw storageFault(error);
    throw new Error(`${path} is missing`, { cause: error });
  }
}

async function readPiece(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file
      .read(piece, filled, length - filled, position + filled)
      .catch(throwStorageFault);
    if (bytesRead === 0) throw new Error('A file became shorter while it was read');
    filled += bytesRead;
  }
  return piece;
}
