import type { Clock } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import type { SignedIn } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** How soon a stream ends once its key may no longer read. */
const checkEveryMs = 2 * second;

interface Dependencies {
  bearerSignIn: { isAllowed(who: SignedIn): Promise<boolean> };
  clock: Clock;
}

/** The parts of a long answer. Throws soon after the key that asked for it has ended. */
export async function* whileAllowed<Part>(
  { bearerSignIn, clock }: Dependencies,
  who: SignedIn,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let checkedAt = clock.monotonic();
  for await (const part of parts) {
    if (clock.monotonic() - checkedAt >= checkEveryMs) {
      if (!(await bearerSignIn.isAllowed(who))) {
        throw new ValiseError('unauthorized', 'The key has ended.');
      }
      checkedAt = clock.monotonic();
    }
    yield part;
  }
}
