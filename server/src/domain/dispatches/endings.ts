import { tellInboxes } from './tell-inboxes.ts';
import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EndingPlace } from '../model/dispatch.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { DispatchId } from '../model/ids.ts';
import { inBatches } from '../model/in-batches.ts';
import type { Actor } from '../model/principal.ts';

/** How long before the end of a drop, or of what came back, feeds tell of it. */
const noticeMs = day;
/** What lives no longer than this was only just sent when its end is near. */
const shortestLifeMs = 2 * noticeMs;

/** How many dispatches one transaction tells of. */
const batchSize = 100;

/** The place in the order of ends up to which feeds were told. */
const toldNote = 'feed.endings_told';

type RepositoryName = 'accounts' | 'dispatches' | 'installationValues' | EventRows;

interface Dependencies {
  database: DatabaseOf<RepositoryName>;
  events: Events;
  clock: Clock;
  actor: Actor;
}

export type Endings = ReturnType<typeof createEndings>;

/**
 * Tells the feeds of accounts what ends within a day. Each dispatch is told of once for an end: all ends up to a place
 * in their order were told. One whose end is put off is told of again before its new end.
 */
export function createEndings(dependencies: Dependencies) {
  const { database, events, clock, actor } = dependencies;

  async function tellOne(
    repositories: Pick<Repositories, RepositoryName>,
    place: EndingPlace,
  ): Promise<void> {
    const id = place.id as DispatchId;
    const overview = await repositories.dispatches.find(id);
    if (overview === undefined) return;
    const { dispatch, receivers } = overview;
    if (dispatch.expiresAt - dispatch.createdAt < shortestLifeMs) return;
    const account = { id: dispatch.accountId };
    if (dispatch.kind === 'return') {
      for (const { inboxToken: item } of receivers) {
        await events.tell(repositories, actor, {
          action: 'inbox.expiring',
          account,
          ids: { item },
        });
      }
      return;
    }
    const ids = { dispatch: id, dispatchKind: dispatch.kind };
    await events.tell(repositories, actor, { action: 'drop.expiring', account, ids });
    const living = receivers.filter(({ linkHash }) => linkHash !== undefined);
    await tellInboxes(dependencies, repositories, actor, dispatch, living, 'inbox.expiring');
  }

  async function tellSome(
    repositories: Pick<Repositories, RepositoryName>,
    limit: number,
  ): Promise<number> {
    const now = clock.now();
    const told = placeOf(await repositories.installationValues.find(toldNote));
    const place = told.expiresAt > now ? told : { expiresAt: now, id: '' };
    const due = await repositories.dispatches.listEndingAfter(place, now + noticeMs, limit);
    for (const each of due) await tellOne(repositories, each);
    const last = due.at(-1);
    if (last !== undefined) {
      await repositories.installationValues.set(toldNote, `${last.expiresAt} ${last.id}`);
    }
    return due.length;
  }

  return {
    /** Returns how many ends were told of. */
    async tellFeeds(stopping?: AbortSignal): Promise<number> {
      return await inBatches(database, batchSize, tellSome, stopping);
    },
  };
}

function placeOf(note = '0 '): EndingPlace {
  const [expiresAt, id = ''] = note.split(' ');
  return { expiresAt: Number(expiresAt), id };
}
