/** How the data of a part is encoded for the way; `identity` is not at all. */
export type TransferEncoding = 'identity' | 'quoted-printable' | 'base64';

const encodings: Readonly<Record<string, TransferEncoding>> = {
  '7bit': 'identity',
  '8bit': 'identity',
  binary: 'identity',
  'quoted-printable': 'quoted-printable',
  base64: 'base64',
};

/** Undefined for an encoding that nobody here knows. */
export function readTransferEncoding(header = 'binary'): TransferEncoding | undefined {
  return encodings[header.toLowerCase()];
}

/** Decodes the data of a text field. What is malformed stays as it came, as RFC 2045, 6.7 allows. */
export function decodeTransferEncoding(data: Buffer, encoding: TransferEncoding): Buffer {
  if (encoding === 'base64') return Buffer.from(data.toString('latin1'), 'base64');
  if (encoding === 'identity') return data;
  const text = data
    .toString('latin1')
    .replace(/[ \t]+$/gm, '')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
