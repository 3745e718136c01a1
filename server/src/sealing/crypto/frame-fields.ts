const longestField = 0xffff;
const lengthBytes = 2;

/**
 * Joins fields so that no two different lists give the same bytes: each is preceded by its length
 * in two bytes, big-endian. Text is UTF-8.
 */
export function frameFields(...fields: readonly (string | Uint8Array)[]): Buffer {
  const lengths = fields.map((field) =>
    typeof field === 'string' ? Buffer.byteLength(field) : field.length,
  );
  const framed = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + lengthBytes + length, 0));
  let offset = 0;
  for (const [index, field] of fields.entries()) {
    const length = lengths[index] ?? 0;
    if (length > longestField) throw new RangeError('A framed field is too long');
    offset = framed.writeUInt16BE(length, offset);
    if (typeof field === 'string') framed.write(field, offset);
    else framed.set(field, offset);
    offset += length;
  }
  return framed;
}
