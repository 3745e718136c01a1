import { crc32 } from 'node:zlib';
import type { Span } from '../../domain/model/download.ts';
import type { Begun } from './begun.ts';
import { begun } from './begun.ts';
import type { ZipEntry } from './zip-records.ts';
import { centralHeader, dataDescriptor, endRecords, localHeader } from './zip-records.ts';

/** A file to be packed; its name must be unique in the archive. */
export interface ZipSource extends ZipEntry {
  /** Must yield `sizeBytes` bytes. */
  read(): AsyncIterable<Buffer>;
}

export interface ZipStream {
  /** How long the whole archive is. */
  sizeBytes: number;
  /** Where in the archive the bytes of each file lie. */
  spans: Span[];
  content(): AsyncGenerator<Buffer, void, undefined>;
  /** The place of the file that `content` is at, though the next one may be begun already. */
  place(): number;
}

/** The next file is begun when no more than this is left of the one before. */
const aheadBytes = 4 * 1024 * 1024;

/**
 * An archive that is made while it is sent. The files are stored as they are, so that its length is
 * known before the first byte, nothing is kept on a disk, and memory does not grow with the files.
 */
export function zipStream(sources: readonly ZipSource[]): ZipStream {
  const { placed, centralStart, sizeBytes } = layOut(sources);
  let place = 0;

  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    const central: Buffer[] = [];
    let closing: Buffer[] = [];
    let next: Begun<Buffer> | undefined;
    try {
      for (const [at, { source, offset }] of placed.entries()) {
        place = at;
        // In one piece with what closes the file before: each costs a call of the system.
        yield Buffer.concat([...closing, localHeader(source)]);
        const pieces = next ?? begun(source.read());
        next = undefined;
        let crc = 0;
        let bytes = 0;
        for await (const piece of pieces) {
          crc = crc32(piece, crc);
          bytes += piece.length;
          if (source.sizeBytes - bytes <= aheadBytes) next ??= beginAt(at + 1);
          yield piece;
        }
        if (bytes !== source.sizeBytes) {
          throw new Error('A file is not as long as it was said to be');
        }
        closing = [dataDescriptor(source, crc)];
        central.push(centralHeader(source, crc, offset));
      }
    } finally {
      await next?.return();
    }
    const directory = Buffer.concat(central);
    const end = endRecords(placed.length, centralStart, directory.length);
    yield Buffer.concat([...closing, directory, end]);
  }

  function beginAt(at: number): Begun<Buffer> | undefined {
    const source = sources[at];
    return source && begun(source.read());
  }

  return { sizeBytes, spans: placed.map(({ span }) => span), content, place: () => place };
}

/** Where everything will lie. A checksum does not change the length of a record. */
function layOut(sources: readonly ZipSource[]) {
  let at = 0;
  const placed = sources.map((source) => {
    const offset = at;
    const start = offset + localHeader(source).length;
    const end = start + source.sizeBytes;
    at = end + dataDescriptor(source, 0).length;
    return { source, offset, span: { start, end } };
  });
  const centralBytes = placed
    .map(({ source, offset }) => centralHeader(source, 0, offset).length)
    .reduce((sum, length) => sum + length, 0);
  const sizeBytes = at + centralBytes + endRecords(placed.length, at, centralBytes).length;
  return { placed, centralStart: at, sizeBytes };
}
