import { createCipheriv, createHash, randomInt } from 'node:crypto';

const poolBytes = 64 * 1024;

/** Choices that look random and come again from the same seed. */
export class SeededRandom {
  readonly #keystream;
  #pool = Buffer.alloc(0);

  constructor(seed: number) {
    const key = createHash('sha256').update(`seed ${seed}`).digest();
    this.#keystream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  }

  bytes(length: number): Buffer {
    if (length > poolBytes) return this.#keystream.update(Buffer.alloc(length));
    if (this.#pool.length < length) this.#pool = this.#keystream.update(Buffer.alloc(poolBytes));
    const taken = this.#pool.subarray(0, length);
    this.#pool = this.#pool.subarray(length);
    return taken;
  }

  /** A whole number from 0 up to and not including `limit`. */
  below(limit: number): number {
    return Math.floor((this.bytes(4).readUInt32LE() / 2 ** 32) * limit);
  }

  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }
}

/** Runs `body` with a fresh seed, which a failure names; `E2E_SEED` brings a failed run back. */
export async function withSeed(body: (random: SeededRandom) => Promise<void>): Promise<void> {
  const wanted = process.env['E2E_SEED'];
  const seed = wanted === undefined ? randomInt(2 ** 32) : Number(wanted);
  try {
    await body(new SeededRandom(seed));
  } catch (error) {
    throw new Error(`Failed with E2E_SEED=${seed}`, { cause: error });
  }
}
