import { crc32 } from 'node:zlib';
import type { Span } from '../../domain/download.ts';
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
}

/**
 * An archive that is made while it is sent. The files are stored as they are, so that its length is
 * known before the first byte, nothing is kept on a disk, and memory does not grow with the files.
 */
export function zipStream(sources: readonly ZipSource[]): ZipStream {
  const { placed, centralStart, sizeBytes } = layOut(sources);

  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    const central: Buffer[] = [];
    for (const { source, offset } of placed) {
      yield localHeader(source);
      let crc = 0;
      let bytes = 0;
      for await (const piece of source.read()) {
        crc = crc32(piece, crc);
        bytes += piece.length;
        yield piece;
      }
      if (bytes !== source.sizeBytes) throw new Error('A file is not as long as it was said to be');
      yield dataDescriptor(source, crc);
      central.push(centralHeader(source, crc, offset));
    }
    const directory = Buffer.concat(central);
    yield directory;
    yield endRecords(placed.length, centralStart, directory.length);
  }

  return { sizeBytes, spans: placed.map(({ span }) => span), content };
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
