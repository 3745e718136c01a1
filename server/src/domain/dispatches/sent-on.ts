import type { Instant } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { EndedSource, SentOnFile, SentOnSource } from '../model/sent-on.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

type RepositoryName = 'dispatches' | 'files' | 'sentOn' | 'uploads' | EventRows;
type SentOnRepositories = Pick<Repositories, RepositoryName>;
type Dependencies = Pick<ServiceParts, 'clock' | 'events'>;

/**
 * Ends what was sent on of something that has ended, and what was sent on of that. Whoever has it loses it at once;
 * what is only in drafts leaves them.
 */
export async function endSentOn(
  dependencies: Dependencies,
  repositories: SentOnRepositories,
  actor: Actor,
  source: EndedSource,
): Promise<void> {
  const files = await repositories.sentOn.listFrom(source);
  if (files.length > 0) await endFiles(dependencies, repositories, actor, files);
}

async function endFiles(
  dependencies: Dependencies,
  repositories: SentOnRepositories,
  actor: Actor,
  files: readonly SentOnFile[],
): Promise<void> {
  const at = dependencies.clock.now();
  await repositories.sentOn.remove(files.map(({ id }) => id));
  const drops = new Set<DispatchId>();
  for (const { id, dispatchId } of files) {
    if (dispatchId === undefined) await repositories.uploads.shred(id, at);
    else drops.add(dispatchId);
  }
  for (const id of drops) await endDrop(dependencies, repositories, actor, id);
}

async function endDrop(
  dependencies: Dependencies,
  repositories: SentOnRepositories,
  actor: Actor,
  id: DispatchId,
): Promise<void> {
  const at = dependencies.clock.now();
  const overview = await repositories.dispatches.find(id);
  // What is due ends by itself, and is told as that.
  if (overview?.endedAt !== undefined || overview === undefined) return;
  const { dispatch, receivers } = overview;
  if (dispatch.expiresAt <= at) return;
  await repositories.dispatches.end(id, at);
  const files = await repositories.files.shredDispatch(id, at);
  const sender = { id: dispatch.accountId };
  await dependencies.events.tell(repositories, actor, {
    action: 'dispatch.revoked',
    account: sender,
    ids: { dispatch: id, dispatchKind: dispatch.kind },
    details: { files, uploads: 0, receivers: receivers.length, because: 'source' },
  });
  await endSentOn(dependencies, repositories, actor, { dispatch: id });
}

/** When the last of what these were taken from may be read by nobody any more; undefined where none was sent on. */
export function endOf(sources: readonly SentOnSource[]): Instant | undefined {
  if (sources.length === 0) return undefined;
  return Math.min(...sources.map(({ isLive, expiresAt }) => (isLive ? expiresAt : 0)));
}

/** Throws unless a drop of these files, or uploads, ends no later than what they were taken from. */
export async function refuseOutliving(
  { sentOn }: Pick<Repositories, 'sentOn'>,
  files: readonly FileId[],
  { now, expiresAt }: { now: Instant; expiresAt: Instant },
): Promise<void> {
  const until = endOf(await sentOn.listSources(files));
  if (until === undefined) return;
  if (until <= now) throw sourceEnded();
  if (expiresAt > until) throw outlives();
}

/** The same for a drop that is to get another end. */
export async function refuseOutlivingDrop(
  { sentOn }: Pick<Repositories, 'sentOn'>,
  id: DispatchId,
  expiresAt: Instant,
): Promise<void> {
  const until = endOf(await sentOn.listSourcesOf(id));
  if (until !== undefined && expiresAt > until) throw outlives();
}

function sourceEnded(): ValiseError {
  return new ValiseError(
    'dispatch_ended',
    'Files that were to be sent on have ended, and with them what was taken from them.',
  );
}

function outlives(): ValiseError {
  return invalid([
    { field: 'expiry', problem: 'must not be later than the end of the files that were sent on.' },
  ]);
}

/** How many files one transaction looks at. */
const batchSize = 1000;

interface JobDependencies extends Dependencies {
  database: Pick<Repositories, 'sentOn'> & DatabaseOf<RepositoryName>;
  actor: Actor;
}

export type SentOnEndings = ReturnType<typeof createSentOnEndings>;

/**
 * Ends what was sent on of something that is not there any more. Most ends do that themselves: this is for accounts
 * that were removed, and for what an older node has ended.
 */
export function createSentOnEndings(dependencies: JobDependencies) {
  const { database, actor } = dependencies;
  let after: FileId | undefined;

  return {
    /** Looks at some files, and at the next ones when it is called again; returns how many have ended. */
    async endOrphaned(): Promise<number> {
      const files = await database.sentOn.list(after, batchSize);
      after = files.length < batchSize ? undefined : files.at(-1)?.id;
      const orphaned = files.filter(({ isLive }) => !isLive);
      if (orphaned.length === 0) return 0;
      await database.transact((repositories) =>
        endFiles(dependencies, repositories, actor, orphaned),
      );
      return orphaned.length;
    },
  };
}
