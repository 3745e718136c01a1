import { randomBytes } from 'node:crypto';
import type { Randomness } from './domain/ids.ts';

/** The machine's own source of secrets. */
export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };
