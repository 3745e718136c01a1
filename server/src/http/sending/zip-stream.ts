import { crc32 } from 'node:zlib';

import type { Instant } from '../../domain/model/clock.ts';
import type { Span } from '../../domain/model/download.ts';
import type { Begun } from './begun.ts';
import { begun } from './begun.ts';

/** A file to be packed; its name must be unique in the archive. */
export interface ZipSource extends ZipEntry {
  /** Must yield the bytes of the span. */
  read(span: Span): AsyncIterable<Buffer>;
  /** The CRC-32 of the whole file, for an answer that does not contain all of it. */
  checksum(): Promise<number>;
  /** Called with the CRC-32 of a file that was sent as a whole. */
  onWhole?(checksum: number): void;
}

export interface ZipStream {
  /** The length of the whole archive. */
  sizeBytes: number;
  /** Where the bytes of each file are in the archive. */
  spans: Span[];
  /** The bytes of the archive in a range of it, by default of all of it. */
  content(range?: Span): AsyncGenerator<Buffer, void, undefined>;
  /** The place of the current file of `content`, although the next one may be open already. */
  place(): number;
}

/** The next file is opened when no more than this is left of the one before. */
const aheadBytes = 4 * 1024 * 1024;

/**
 * An archive that is created while it is sent. The files are stored uncompressed, so that its length is
 * known before the first byte, nothing is written to a disk, and memory does not grow with the files. The
 * same files always make the same bytes, so that a range of them can be sent alone.
 */
export function zipStream(sources: readonly ZipSource[]): ZipStream {
  const { placed, centralStart, sizeBytes } = layOut(sources);
  let place = 0;

  async function* content(
    range: Span = { start: 0, end: sizeBytes },
  ): AsyncGenerator<Buffer, void, undefined> {
    const checksums = new Map<ZipSource, number>();
    /** Small pieces are sent together: each piece costs a system call. */
    let records: Buffer[] = [];
    let next: Begun<Buffer> | undefined;

    /** Adds what the range contains of a record. */
    function add(record: Buffer, at: number): void {
      const part = overlapOf(range, { start: at, end: at + record.length });
      if (part !== undefined) records.push(record.subarray(part.start - at, part.end - at));
    }

    function flush(): Buffer {
      const piece = Buffer.concat(records);
      records = [];
      return piece;
    }

    function learn(source: ZipSource, checksum: number): void {
      checksums.set(source, checksum);
      source.onWhole?.(checksum);
    }

    async function checksumOf(source: ZipSource): Promise<number> {
      const known = checksums.get(source) ?? (await source.checksum());
      checksums.set(source, known);
      return known;
    }

    function beginAt(at: number): Begun<Buffer> | undefined {
      const { source, span } = placed[at] ?? {};
      const part = span && overlapOf(range, span);
      return source && part && begun(source.read(within(part, span)));
    }

    try {
      for (const [at, { source, offset, span, end }] of placed.entries()) {
        if (end <= range.start) continue;
        if (offset >= range.end) break;
        place = at;
        next ??= beginAt(at);
        // So that nothing is sent where the store is away.
        if (records.length === 0) await next?.started();
        add(localHeader(source), offset);
        if (next !== undefined) {
          if (records.length > 0) yield flush();
          const pieces = next;
          next = undefined;
          const part = overlapOf(range, span) ?? span;
          const wanted = part.end - part.start;
          let crc = 0;
          let bytes = 0;
          for await (const piece of pieces) {
            crc = crc32(piece, crc);
            bytes += piece.length;
            if (wanted - bytes <= aheadBytes) next ??= beginAt(at + 1);
            yield piece;
          }
          if (bytes !== wanted) throw new Error('A file is not as long as it was said to be');
          if (wanted === source.sizeBytes) learn(source, crc);
        } else if (source.sizeBytes === 0) learn(source, 0);
        if (overlapOf(range, { start: span.end, end }) !== undefined) {
          add(dataDescriptor(source, await checksumOf(source)), span.end);
        }
      }
      let at = centralStart;
      for (const { source, offset } of placed) {
        const length = centralHeader(source, 0, offset).length;
        if (overlapOf(range, { start: at, end: at + length }) !== undefined) {
          add(centralHeader(source, await checksumOf(source), offset), at);
        }
        at += length;
      }
      add(endRecords(placed.length, centralStart, at - centralStart), at);
      if (records.length > 0) yield flush();
    } finally {
      await next?.return();
    }
  }

  return { sizeBytes, spans: placed.map(({ span }) => span), content, place: () => place };
}

/** What two spans share; undefined when that is nothing. */
export function overlapOf(one: Span, other: Span): Span | undefined {
  const start = Math.max(one.start, other.start);
  const end = Math.min(one.end, other.end);
  return start < end ? { start, end } : undefined;
}

/** A part, counted from the start of the whole. */
export function within(part: Span, whole: Span): Span {
  return { start: part.start - whole.start, end: part.end - whole.start };
}

/** The layout. A checksum does not change the length of a record. */
function layOut(sources: readonly ZipSource[]) {
  let at = 0;
  const placed = sources.map((source) => {
    const offset = at;
    const start = offset + localHeader(source).length;
    const end = start + source.sizeBytes;
    at = end + dataDescriptor(source, 0).length;
    return { source, offset, span: { start, end }, end: at };
  });
  const centralBytes = placed
    .map(({ source, offset }) => centralHeader(source, 0, offset).length)
    .reduce((sum, length) => sum + length, 0);
  const sizeBytes = at + centralBytes + endRecords(placed.length, at, centralBytes).length;
  return { placed, centralStart: at, sizeBytes };
}

/** The facts of one file in the records of an archive. */
export interface ZipEntry {
  name: string;
  sizeBytes: number;
  modifiedAt: Instant;
}

const max16 = 0xffff;
const max32 = 0xffff_ffff;
/** The names are UTF-8, and the checksum follows the data, since it is known only then. */
const flags = 0x0800 | 0x0008;
const stored = 0;
const versionPlain = 20;
const versionZip64 = 45;
const madeByUnix = 3 << 8;
/** A plain file that its owner may write and others may read. */
const fileAttributes = (0o100644 << 16) >>> 0;

export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = needsZip64(entry);
  const size = isLarge ? max32 : 0;
  return Buffer.concat([
    u32(0x0403_4b50),
    u16(isLarge ? versionZip64 : versionPlain),
    ...common(entry, { crc: 0, size }),
    ...named(entry, [isLarge && zip64Field([0, 0]), timeField(entry)], []),
  ]);
}

/** The record after a file's data. */
export function dataDescriptor(entry: ZipEntry, crc: number): Buffer {
  const size = needsZip64(entry) ? u64(entry.sizeBytes) : u32(entry.sizeBytes);
  return Buffer.concat([u32(0x0807_4b50), u32(crc), size, size]);
}

export function centralHeader(entry: ZipEntry, crc: number, offset: number): Buffer {
  const isLarge = needsZip64(entry);
  const isFar = offset >= max32;
  const wide = [...(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [offset] : [])];
  const version = isLarge || isFar ? versionZip64 : versionPlain;
  const comment = u16(0);
  const [firstDisk, internalAttributes] = [u16(0), u16(0)];
  return Buffer.concat([
    u32(0x0201_4b50),
    u16(madeByUnix | version),
    u16(version),
    ...common(entry, { crc, size: isLarge ? max32 : entry.sizeBytes }),
    ...named(
      entry,
      [wide.length > 0 && zip64Field(wide), timeField(entry)],
      [comment, firstDisk, internalAttributes, u32(fileAttributes), u32(isFar ? max32 : offset)],
    ),
  ]);
}

/** The end of an archive: where its central directory is. */
export function endRecords(count: number, centralStart: number, centralBytes: number): Buffer {
  const isWide = count >= max16 || centralStart >= max32 || centralBytes >= max32;
  const disks = [u16(0), u16(0)];
  const end = [
    u32(0x0605_4b50),
    ...disks,
    u16(Math.min(count, max16)),
    u16(Math.min(count, max16)),
    u32(Math.min(centralBytes, max32)),
    u32(Math.min(centralStart, max32)),
    u16(0),
  ];
  if (!isWide) return Buffer.concat(end);
  const wideEnd = Buffer.concat([
    u16(madeByUnix | versionZip64),
    u16(versionZip64),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(centralBytes),
    u64(centralStart),
  ]);
  const locator = [u32(0x0706_4b50), u32(0), u64(centralStart + centralBytes), u32(1)];
  return Buffer.concat([u32(0x0606_4b50), u64(wideEnd.length), wideEnd, ...locator, ...end]);
}

function needsZip64({ sizeBytes }: ZipEntry): boolean {
  return sizeBytes >= max32;
}

/** The fields that both headers of a file share, from its flags to its sizes. */
function common({ modifiedAt }: ZipEntry, { crc, size }: { crc: number; size: number }): Buffer[] {
  return [u16(flags), u16(stored), dosTime(modifiedAt), u32(crc), u32(size), u32(size)];
}

/** The fields from the length of the name on; `between` is between the lengths and the name. */
function named(entry: ZipEntry, extras: readonly (Buffer | false)[], between: Buffer[]): Buffer[] {
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat(extras.filter((field) => field !== false));
  return [u16(name.length), u16(extra.length), ...between, name, extra];
}

function zip64Field(values: readonly number[]): Buffer {
  return Buffer.concat([u16(0x0001), u16(values.length * 8), ...values.map(u64)]);
}

/** The time in UTC: the field of MS-DOS has no zone. */
function timeField({ modifiedAt }: ZipEntry): Buffer {
  const seconds = Math.floor(modifiedAt / 1000);
  return Buffer.concat([u16(0x5455), u16(5), Buffer.from([1]), u32(Math.min(seconds, max32))]);
}

function dosTime(at: Instant): Buffer {
  const date = new Date(at);
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return Buffer.concat([u16(time), u16(day)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
