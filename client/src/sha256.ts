/** A SHA-256 that takes its text in pieces. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Ends it. */
  digest(): Uint8Array;
  /** Another one that has taken the same. */
  copy(): Sha256;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The first 32 bits of the fractional parts of the `power`-th roots of the first primes. */
function rootsOfPrimes(count: number, power: number): Uint32Array {
  const roots: number[] = [];
  for (let candidate = 2; roots.length < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) isPrime = false;
    }
    if (!isPrime) continue;
    const root = candidate ** (1 / power);
    roots.push((root - Math.floor(root)) * 2 ** 32);
  }
  return Uint32Array.from(roots);
}

const blockBytes = 64;

/**
 * In plain JavaScript (FIPS 180-4), for browsers: their own takes a whole text only, and a file may be larger than
 * memory.
 */
export function createPlainSha256(): Sha256 {
  const constants = rootsOfPrimes(64, 3);
  const state = rootsOfPrimes(8, 2);
  return plainSha256(constants, { state, block: new Uint8Array(blockBytes), length: 0 });
}

/** What it has taken so far. */
interface Taken {
  state: Uint32Array;
  /** Begins with the bytes that are no whole block yet. */
  block: Uint8Array<ArrayBuffer>;
  length: number;
}

function plainSha256(constants: Uint32Array, taken: Taken): Sha256 {
  const { state, block } = taken;
  const words = new Uint32Array(64);
  const view = new DataView(block.buffer);
  let { length } = taken;
  let filled = length % blockBytes;

  function compress(): void {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [early = 0, late = 0] = [words[at - 15], words[at - 2]];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at += 1) {
      const choice = (e & f) ^ (~e & g);
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + high + choice + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) {
      state[at] = (state[at] ?? 0) + value;
    }
  }

  return {
    update(bytes) {
      length += bytes.length;
      let at = 0;
      while (at < bytes.length) {
        const part = bytes.subarray(at, at + blockBytes - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < blockBytes) return;
        compress();
        filled = 0;
      }
    },
    digest() {
      block.fill(0, filled);
      block[filled] = 0x80;
      if (filled >= blockBytes - 8) {
        compress();
        block.fill(0);
      }
      view.setBigUint64(blockBytes - 8, BigInt(length) * 8n);
      compress();
      const bytes = new Uint8Array(32);
      for (const [at, value] of state.entries())
        new DataView(bytes.buffer).setUint32(at * 4, value);
      return bytes;
    },
    copy: () => plainSha256(constants, { state: state.slice(), block: block.slice(), length }),
  };
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}
