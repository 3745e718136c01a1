import type { Instant } from '../../../domain/model/clock.ts';
import type { Html } from '../../html/html.ts';
import { renderNote } from '../../html/notes.ts';
import type { PageReader } from '../frame/frame.ts';

/** Says that the draft has files from the inbox, and when they end; nothing where it has none. */
export function noteOfSources(
  { say, formats, now }: PageReader,
  notAfter: Instant | undefined,
): Html | undefined {
  if (notAfter === undefined) return undefined;
  return notAfter <= now()
    ? renderNote('warn', say('inbox.sourceGone'))
    : renderNote('accent', say('inbox.sentOnUntil', { date: formats.dateTime(notAfter) }));
}

/** When a drop ends that would end at `until`, if it may not outlive what was sent on with it. */
export function endingBy(
  until: Instant | undefined,
  notAfter: Instant | undefined,
): Instant | undefined {
  return until === undefined || notAfter === undefined ? until : Math.min(until, notAfter);
}
