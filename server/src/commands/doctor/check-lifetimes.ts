import { day } from '../../domain/model/clock.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { briefLifetimeMs } from '../../domain/model/ttl.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { counted } from '../../cli-kit/print.ts';
import type { Verdict } from './finding.ts';
import { ok, warning } from './finding.ts';

const recentMs = 7 * day;
/** More than a few lines of them say nothing more. */
const mostLooked = 1000;
const mostNamed = 5;

/** Whether clients sent with numbers that are too small to be meant, most likely in another unit. */
export async function checkLifetimes(
  database: Pick<Repositories, 'dispatches'>,
  clock: Clock,
): Promise<Verdict> {
  const brief = await database.dispatches.listBrief({
    since: clock.now() - recentMs,
    underMs: briefLifetimeMs,
    limit: mostLooked,
  });
  const newest = new Map<string, string>();
  for (const { senderEmail, ttl, unit = 'seconds' } of brief) {
    if (!newest.has(senderEmail)) newest.set(senderEmail, `${senderEmail} (${ttl} ${unit})`);
  }
  if (newest.size === 0) return ok('No transfer of the last 7 days lived less than five minutes.');
  const named = Array.from(newest.values()).slice(0, mostNamed);
  const more = newest.size > mostNamed ? ` and ${newest.size - mostNamed} more` : '';
  return warning(
    `${counted(brief.length, 'transfer')} of the last 7 days lived less than five minutes, sent by ${named.join(', ')}${more}.`,
    'If a client counts desttime in another unit, name it: "valise account desttime-unit", or the setting desttimeUnit.',
  );
}
