/** The bytes from `start` up to and not including `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks of a file (RFC 9110, 14.2). Undefined for the whole file: no header,
 * nonsense, another unit, or several ranges, all of which a server may ignore.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes[ \t]*=[ \t]*([0-9]{0,15})-([0-9]{0,15})[ \t]*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}
