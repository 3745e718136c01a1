import { bufferMemoryBytes, offsetInBuffer } from '../crypto/sealer.ts';
import { headerBytes, saltBytes, keyBytes } from '../crypto/sealed-format.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { asBuffer, ownCopy } from '../../platform/rpc/message-bytes.ts';
import type { CipherPool } from './cipher-pool.ts';

const plainBytes = 1_000_000;
const filling = 0x56;

/** Encrypts and decrypts a megabyte. Throws when large files cannot be processed now. */
export async function checkCipherPool(
  cipherPool: CipherPool,
  randomness: Randomness,
): Promise<void> {
  const context = {
    installId: 'check',
    fileId: 'check',
    segment: 0,
    fileKey: randomness.bytes(keyBytes),
  };
  const sealed = await seal(cipherPool, { ...context, salt: randomness.bytes(saltBytes) });
  const header = asBuffer(ownCopy(sealed.subarray(0, headerBytes)));
  const opening = cipherPool.openStream({ ...context, header });
  try {
    const run = { firstIndex: 0, sealed: asBuffer(ownCopy(sealed.subarray(headerBytes))) };
    const { plain, damage } = await opening.open({ ...run, isLast: true });
    if (damage !== undefined) throw damage;
    if (!plain.equals(Buffer.alloc(plainBytes, filling))) {
      throw new Error('What was opened is not what was sealed');
    }
  } finally {
    opening.end();
  }
}

async function seal(
  cipherPool: CipherPool,
  keying: Parameters<CipherPool['sealStream']>[0],
): Promise<Uint8Array<ArrayBuffer>> {
  const memory = new Uint8Array(bufferMemoryBytes(plainBytes));
  memory.fill(filling, offsetInBuffer(0, 0));
  const sealing = cipherPool.sealStream(keying);
  try {
    return (await sealing.seal({ memory, plainBytes, isLast: true })).sealed;
  } finally {
    sealing.end();
  }
}
