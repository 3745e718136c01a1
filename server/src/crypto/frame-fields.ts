const longestField = 0xffff;

/**
 * Joins fields so that no two different lists give the same bytes: each is preceded by its length
 * in two bytes, big-endian. Text is UTF-8.
 */
export function frameFields(...fields: readonly (string | Uint8Array)[]): Buffer {
  const framed: Uint8Array[] = [];
  for (const field of fields) {
    const bytes = typeof field === 'string' ? Buffer.from(field, 'utf8') : field;
    if (bytes.length > longestField) throw new RangeError('A framed field is too long');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    framed.push(length, bytes);
  }
  return Buffer.concat(framed);
}
