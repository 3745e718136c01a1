const bytesOf = new Map<string, number>([
  ['PiB', 1024 ** 5],
  ['PB', 1000 ** 5],
  ['TiB', 1024 ** 4],
  ['TB', 1000 ** 4],
  ['GiB', 1024 ** 3],
  ['GB', 1000 ** 3],
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
  ['kB', 1000],
  ['B', 1],
]);
const bytesOfAnyCase = new Map(Array.from(bytesOf, ([unit, bytes]) => [unit.toLowerCase(), bytes]));
const pattern = /^(\d+(?:\.\d+)?)\s?([a-z]*)$/;

/** Bytes of `10GB` (1000s), `512MiB` (1024s) or a number of bytes; undefined for anything else. */
export function parseSize(written: unknown): number | undefined {
  if (typeof written === 'number') return written;
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = pattern.exec(written.trim().toLowerCase()) ?? [];
  const unitBytes = bytesOfAnyCase.get(unit === '' ? 'b' : unit);
  if (count === undefined || unitBytes === undefined) return undefined;
  return Math.round(Number(count) * unitBytes);
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatSize(sizeBytes: number): string {
  for (const [unit, bytes] of bytesOf) {
    if (sizeBytes >= bytes && sizeBytes % bytes === 0) return `${sizeBytes / bytes}${unit}`;
  }
  return `${sizeBytes}B`;
}
