import { createHmac, randomBytes, scrypt } from 'node:crypto';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import type { SlowHasher } from '../../domain/ports/slow-hasher.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

interface Options {
  /** Scrypt's N: with blocks of 1 KiB, so many KiB of memory for each hash. */
  cost?: number;
  maxWaiting?: number;
}

const defaultCost = 2 ** 15;
const blockSize = 8;
const hashBytes = 32;
/** Half of the threads that also read and write files: those always find one. */
const mostAtOnce = 2;
const mostWaiting = 100;
const mostRemembered = 1000;
const retryAfterSeconds = 5;

/** Scrypt, and the keyed hash of what it gives. */
export function createSlowHasher(
  hasher: Pick<SecretHasher, 'hash'>,
  { cost = defaultCost, maxWaiting = mostWaiting }: Options = {},
): SlowHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Right secrets, under names that only this process can make. */
  const remembered = new Map<string, Buffer>();
  const nameKey = randomBytes(32);

  function nameOf(secret: string, salt: Buffer): string {
    return createHmac('sha256', nameKey).update(salt).update(secret, 'utf8').digest('base64');
  }

  async function takeTurn(): Promise<void> {
    if (running < mostAtOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new ValiseError('unavailable', 'Too many sign-ins wait. Try again shortly.', {
        retryAfterSeconds,
      });
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }

  /** Hands the turn to the one who waits longest, if anyone does. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async hash(secret, salt) {
      await takeTurn();
      try {
        return hasher.hash((await derive(secret, salt, cost)).toString('base64'));
      } finally {
        endTurn();
      }
    },

    findCached: (secret, salt) => remembered.get(nameOf(secret, salt)),

    remember(secret, salt, hash) {
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(nameOf(secret, salt), hash);
    },
  };
}

async function derive(secret: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: 1, maxmem: 2 * cost * blockSize * 128 };
  return await new Promise((resolve, reject) => {
    scrypt(secret, salt, hashBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
