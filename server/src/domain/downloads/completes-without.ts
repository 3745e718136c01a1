import type { Repositories } from '../model/database.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';

/**
 * Whether a drop is complete since the link of one receiver ended: they lacked a file, and everyone else whose link
 * lives has every file. `overview` is of before.
 */
export async function completesWithout(
  { downloads }: Pick<Repositories, 'downloads'>,
  { dispatch, receivers }: DispatchOverview,
  { id, linkHash }: Pick<DispatchReceiver, 'id' | 'linkHash'>,
): Promise<boolean> {
  const isLeft = receivers.some(
    (other) => other.linkHash !== undefined && other.id !== id && !isBareLink(other),
  );
  if (dispatch.kind !== 'drop' || linkHash === undefined || !isLeft) return false;
  if (await downloads.hasEveryFile(id, dispatch.id)) return false;
  return await downloads.hasEveryReceiver(dispatch.id);
}
