import { createHmac, randomBytes, scrypt } from 'node:crypto';
import type { SecretHasher, SlowHasher } from '../../domain/ports/hashers.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { Semaphore } from '../../platform/concurrency/concurrency.ts';

interface Options {
  /** Scrypt's N: with blocks of 1 KiB, the memory of one hash in KiB. */
  cost?: number;
  maxWaiting?: number;
}

const defaultCost = 2 ** 15;
const blockSize = 8;
const hashBytes = 32;
/** Half of libuv's threads, so that reading and writing files always has the other half. */
const mostAtOnce = 2;
const mostWaiting = 100;
const mostRemembered = 1000;
const retryAfterSeconds = 5;

/** Scrypt, then the keyed hash of its output. At most two run at a time; the rest wait in a queue. */
export function createSlowHasher(
  hasher: Pick<SecretHasher, 'hash'>,
  { cost = defaultCost, maxWaiting = mostWaiting }: Options = {},
): SlowHasher {
  const slots = new Semaphore(mostAtOnce);
  /** A cache of correct secrets, by a key that only this process can compute. */
  const remembered = new Map<string, Buffer>();
  const nameKey = randomBytes(32);

  function nameOf(secret: string, salt: Buffer): string {
    return createHmac('sha256', nameKey).update(salt).update(secret, 'utf8').digest('base64');
  }

  function refuseLongQueue(): void {
    if (slots.isFree || slots.waiting < maxWaiting) return;
    throw new ValiseError('unavailable', 'Too many sign-ins wait. Try again shortly.', {
      retryAfterSeconds,
    });
  }

  return {
    async hash(secret, salt) {
      refuseLongQueue();
      return await slots.run(async () =>
        hasher.hash((await derive(secret, salt, cost)).toString('base64')),
      );
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
