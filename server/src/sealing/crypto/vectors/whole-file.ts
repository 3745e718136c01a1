import { createOpener } from '../opener.ts';
import { headerBytes, sealedChunkSize } from '../sealed-format.ts';
import type { SealerOptions } from '../sealer.ts';
import { createSealer } from '../sealer.ts';
import type { SegmentContext } from '../sealed-format.ts';

/** Seals a plaintext that is small enough for memory. */
export function sealWhole(options: SealerOptions, plain: Buffer): Buffer {
  const sealer = createSealer(options);
  return Buffer.concat([sealer.header, ...sealer.update(plain), ...sealer.final()]);
}

/** Opens a sealed file from its bytes and its context alone. */
export function openWhole(context: SegmentContext, sealed: Buffer): Buffer {
  const opener = createOpener({ ...context, header: sealed.subarray(0, headerBytes) });
  const body = sealed.subarray(headerBytes);
  const size = sealedChunkSize(opener.chunkSizeLog2);
  const final = Math.floor(body.length / size);
  const plain: Buffer[] = [];
  for (let index = 0; index <= final; index += 1) {
    const chunk = body.subarray(index * size, (index + 1) * size);
    plain.push(opener.openChunk(index, chunk, index === final));
  }
  return Buffer.concat(plain);
}
