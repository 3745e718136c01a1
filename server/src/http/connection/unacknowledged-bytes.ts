import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import type { Socket } from 'node:net';
import { isIPv4 } from 'node:net';

/** The connections of this process's network, as Linux tells of them. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** "  12: 0100007F:1F90 0100007F:D2A4 01 00280000:00000000 …": number, both ends, state, queues. */
const connection =
  /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]+):/gm;

/** By both ends of a connection: how many bytes its other side has yet to acknowledge. */
export type UnacknowledgedBytes = ReadonlyMap<string, number>;

/**
 * How much of what the kernel took has not arrived. Node does not know: the kernel's buffer may hold
 * megabytes, which a thin line takes minutes to empty. Where the system has no such table, it is empty.
 */
export async function readUnacknowledged(): Promise<UnacknowledgedBytes> {
  const texts = await Promise.all(tables.map((path) => readFile(path, 'latin1').catch(() => '')));
  return parseConnections(texts.join('\n'));
}

export function parseConnections(table: string): UnacknowledgedBytes {
  const bytes = new Map<string, number>();
  for (const [, local = '', remote = '', queue = ''] of table.matchAll(connection)) {
    bytes.set(`${local} ${remote}`, parseInt(queue, 16));
  }
  return bytes;
}

/** What a connection is called in the table. */
export function connectionKey(
  socket: Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>,
): string {
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
  return `${endOf(localAddress, localPort)} ${endOf(remoteAddress, remotePort)}`;
}

function endOf(address: string, port: number): string {
  return `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The address in hexadecimal digits, as the kernel prints it: words of 32 bits, in the machine's own order. */
function hexOf(address: string): string {
  const words = wordsOf(address).map((word) =>
    endianness() === 'LE' ? Buffer.from(word).reverse() : Buffer.from(word),
  );
  return Buffer.concat(words).toString('hex').toUpperCase();
}

function wordsOf(address: string): number[][] {
  const bytes = isIPv4(address) ? address.split('.').map(Number) : bytesOfSix(address);
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(4 * at, 4 * at + 4));
}

function bytesOfSix(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  const [head = [], tail = []] = plain.split('::').map(bytesOfGroups);
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function bytesOfGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
