import type { SeededRandom } from '../harness/seeded-random.ts';

export interface HostileHeader {
  /** The whole lines, without their line ends. */
  lines: string[];
  /** Whether it breaks HTTP itself, so that the server hangs up after its answer. */
  breaksHttp: boolean;
}

const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  "' or '1'='1",
  '../../etc/passwd',
  'admin@example.com',
  '',
  '%00',
  'é@example.com',
];

const otherSchemes = ['Bearer', 'Digest', 'Negotiate', 'NTLM', 'Basi', 'Basicx', 'Token', 'AWS4'];

const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64');

/**
 * Makes headers that are wrong in many ways, around credentials that are right: some come as near
 * as one letter, and none says the same as the right ones.
 */
export function hostileHeaders(
  random: SeededRandom,
  { email, key }: { email: string; key: string },
) {
  const right = `${email}:${key}`;

  function printable(length: number): string {
    return Array.from(random.bytes(length), (byte) => String.fromCharCode(33 + (byte % 94))).join(
      '',
    );
  }

  /** The right credentials with one byte of them changed. */
  function nearMiss(): string {
    const bytes = Buffer.from(right);
    const at = random.below(bytes.length);
    // Case means nothing in the address, so a change of case alone would not make it wrong.
    bytes[at] = 33 + (((bytes[at] ?? 0) - 33 + 1 + random.below(30)) % 60);
    const changed = bytes.toString();
    return changed.toLowerCase() === right.toLowerCase() ? `x${changed}` : changed;
  }

  const kinds: (() => string)[] = [
    () => `Basic ${printable(random.below(200))}`,
    () => `Basic ${encode(random.bytes(random.below(200)))}`,
    () => `Basic ${encode(printable(40).replaceAll(':', ''))}`,
    () => `Basic ${encode(`${email}\0:${key}`)}`,
    () => `Basic ${encode(`${email}:\0${key}`)}`,
    () => `Basic ${encode(nearMiss())}`,
    () => `Basic ${encode(`${email}:`)}`,
    () => `Basic ${encode(`:${key}`)}`,
    () => `Basic ${encode(`${random.pick(hostileNames)}:${key}`)}`,
    () => `Basic ${encode(`${email}:${random.pick(hostileNames)}`)}`,
    () => `Basic ${encode(right.slice(0, random.below(right.length)))}`,
    () => `Basic ${encode(`${right}${printable(1 + random.below(9))}`)}`,
    () => `Basic ${encode(`${printable(20)}:${printable(6000)}`)}`,
    () => `Basic ${encode(encode(right))}`,
    () => `Basic ${right}`,
    () => `${random.pick(otherSchemes)} ${encode(right)}`,
    () => encode(right),
    () => `Basic Basic ${encode(right)}`,
    () => `Basic ${encode(right)} ${encode(right)}`,
    () => `Basic ${encode(right)},Basic ${encode(right)}`,
    () => `Basic "${encode(right)}"`,
    () => `Basic ${encode(right).slice(0, 8)} ${encode(right).slice(8)}`,
    () => `Basic ${encode(right).replace(/.$/, '~')}`,
    () => ['', ' ', 'Basic', 'Basic ', 'Basic =', 'Basic ====', ':', '\t'][random.below(8)] ?? '',
    () =>
      random
        .bytes(1 + random.below(60))
        .toString('latin1')
        .replace(/[^\x80-\xff]/g, 'ÿ'),
  ];

  const breaking: (() => string)[] = [
    () => `Authorization: Basic ${encode(right)}\0`,
    () => `Authorization: Basic \x01${printable(8)}`,
    () => `Authorization: ${'A'.repeat(17_000)}`,
    () => `Authorization : Basic ${encode(right)}`,
    () => `Authorization: Basic ${encode(right)}\rX: y`,
    () => `Authorization: Basic\r\n ${encode(right)}`,
  ];

  return (): HostileHeader => {
    if (random.chance(0.01)) return { lines: [random.pick(breaking)()], breaksHttp: true };
    const lines = [`Authorization: ${random.pick(kinds)()}`];
    if (random.chance(0.05)) lines.push(`Authorization: ${random.pick(kinds)()}`);
    return { lines, breaksHttp: false };
  };
}
