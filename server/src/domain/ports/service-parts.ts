import type { Clock } from '../model/clock.ts';
import type { Events } from '../model/event.ts';
import type { Randomness } from '../model/ids.ts';
import type { KeyRing } from '../model/key-ring.ts';
import type { TokenHasher } from './hashers.ts';

/** The parts that many services have in common; each picks those that it works with. */
export interface ServiceParts {
  clock: Clock;
  events: Events;
  hasher: TokenHasher;
  keyRing: KeyRing;
  randomness: Randomness;
}
