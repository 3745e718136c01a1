import type { ValiseError } from '../../../domain/model/valise-error.ts';
import { second } from '../../../domain/model/clock.ts';
import type { PageReader } from './frame.ts';

/** From when on what was refused can be done, for texts that say so. */
export function retryDate(
  { retryAfterSeconds = 0 }: ValiseError,
  { formats, now }: Pick<PageReader, 'formats' | 'now'>,
): { date: string } {
  return { date: formats.dateTime(now() + retryAfterSeconds * second) };
}
