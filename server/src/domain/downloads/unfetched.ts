import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import type { Repositories } from '../model/database.ts';

/** The receivers whose link into a drop lives, and who have not completed every file. */
export async function listUnfetched(
  { downloads }: Pick<Repositories, 'downloads'>,
  { dispatch, receivers }: DispatchOverview,
): Promise<DispatchReceiver[]> {
  const unfetched: DispatchReceiver[] = [];
  for (const receiver of receivers) {
    if (receiver.linkHash === undefined) continue;
    if (!(await downloads.hasEveryFile(receiver.id, dispatch.id))) unfetched.push(receiver);
  }
  return unfetched;
}
