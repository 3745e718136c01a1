import type { Answer, Request } from '../../client/conformance/exchange.ts';
import { exchange as exchangeBy } from '../../client/conformance/exchange.ts';
import { usualPatienceMs } from './patience.ts';

export type { Answer, Request } from '../../client/conformance/exchange.ts';
export { CutAnswer } from '../../client/conformance/exchange.ts';

/** One request on a connection of its own. Rejects with `CutAnswer` when the answer broke off. */
export async function exchange(origin: string, request: Request): Promise<Answer> {
  return await exchangeBy(origin, request, { patienceMs: usualPatienceMs });
}
