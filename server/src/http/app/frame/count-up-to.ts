import { mostCounted } from '../../../domain/dispatches/inbox-items.ts';
import type { Formats } from '../../../i18n/formats.ts';

/** A number that was counted no further than `mostCounted`, as in `99+`. */
export function countUpTo(count: number, { number }: Pick<Formats, 'number'>): string {
  return count < mostCounted ? number(count) : `${number(mostCounted - 1)}+`;
}
