import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../model/principal.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { EventRows } from '../model/event.ts';
import type { TrailMark } from './audit-verification.ts';
import { formatMark, parseMark } from './audit-verification.ts';
import type { InstallationValueRepository, DatabaseOf } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** The last record that was removed, with a MAC. */
const checkpointNote = 'audit.checkpoint';

/** How many records are removed in one transaction. */
const batchSize = 500;

/**
 * The record after which the trail begins, removed when its retention was over. Undefined while nothing was
 * removed. Throws `data_unsafe` when its MAC is wrong: the beginning was cut off by another program.
 */
export async function findCheckpoint(
  installationValues: Pick<InstallationValueRepository, 'find'>,
  audit: Pick<AuditTrail, 'sign'>,
): Promise<TrailMark | undefined> {
  const note = await installationValues.find(checkpointNote);
  if (note === undefined) return undefined;
  const [mark = '', signature] = note.split(' ');
  const checkpoint = parseMark(mark);
  if (checkpoint !== undefined && audit.sign('checkpoint', mark) === signature) return checkpoint;
  throw new ValiseError(
    'data_unsafe',
    'The checkpoint of the audit trail was changed: where the trail began cannot be told any more.',
  );
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'installationValues' | EventRows>;
  audit: Pick<AuditTrail, 'sign'>;
  actor: Actor;
  /** How long a record is kept. Undefined: for ever. */
  retentionMs: number | undefined;
}

/**
 * Removes the records whose retention is over, oldest first, and returns how many. A signed checkpoint
 * replaces them, so that the rest can still be verified. The newest record always stays.
 */
export async function trimTrail(
  { database, audit, events, clock, actor, retentionMs }: Dependencies,
  stopping?: AbortSignal,
): Promise<number> {
  if (retentionMs === undefined) return 0;
  const keptSince = clock.now() - retentionMs;
  let removed = 0;
  while (stopping?.aborted !== true) {
    const after = (await findCheckpoint(database.installationValues, audit))?.sequence ?? 0;
    const oldest = await database.audit.list(after, batchSize + 1);
    // Reads one more than it removes, so that the newest record is never among them.
    const due = oldest.slice(0, -1).filter(({ at }) => at < keptSince);
    const last = due.at(-1);
    if (last === undefined) break;
    const mark = formatMark(last);
    await database.transact(async (repositories) => {
      await repositories.audit.removeThrough(last.sequence);
      const note = `${mark} ${audit.sign('checkpoint', mark)}`;
      await repositories.installationValues.set(checkpointNote, note);
    });
    removed += last.sequence - after;
    if (due.length < oldest.length - 1) break;
    await nextTurn();
  }
  if (removed > 0) {
    await database.transact((repositories) =>
      events.tell(repositories, actor, {
        action: 'audit.trimmed',
        account: undefined,
        object: 'audit',
        details: { records: removed },
      }),
    );
  }
  return removed;
}
