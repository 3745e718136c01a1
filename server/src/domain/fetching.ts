import type { DispatchOverview, DispatchReceiver } from './dispatch.ts';
import type { Repositories } from './store.ts';

type Downloads = Pick<Repositories, 'downloads'>;

/** Whether the receiver has completed every file of the drop. */
export async function hasEveryFile(
  { downloads }: Downloads,
  { files }: DispatchOverview,
  receiver: Pick<DispatchReceiver, 'id'>,
): Promise<boolean> {
  const completed = new Set(
    (await downloads.listFor(receiver.id))
      .filter(({ completedAt }) => completedAt !== undefined)
      .map(({ fileId }) => fileId),
  );
  return files.every(({ id }) => completed.has(id));
}

/** The receivers whose link into a drop lives, and who have not completed every file. */
export async function listUnfetched(
  repositories: Downloads,
  overview: DispatchOverview,
): Promise<DispatchReceiver[]> {
  const unfetched: DispatchReceiver[] = [];
  for (const receiver of overview.receivers) {
    if (receiver.linkHash === undefined) continue;
    if (!(await hasEveryFile(repositories, overview, receiver))) unfetched.push(receiver);
  }
  return unfetched;
}
