import { connect } from 'node:net';
import { usualPatienceMs } from './patience.ts';

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Every byte that came, as latin1 text. */
  raw: string;
}

/** Sends bytes that need not be HTTP, and returns all that comes until the server hangs up. */
export async function rawExchange(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const raw = await new Promise<string>((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(usualPatienceMs, () => {
      socket.destroy(new Error(`The server kept the connection open for ${usualPatienceMs} ms`));
    });
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.once('error', reject);
    socket.once('end', () => {
      socket.end();
      resolve(Buffer.concat(pieces).toString('latin1'));
    });
  });
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? NaN),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    raw,
  };
}
