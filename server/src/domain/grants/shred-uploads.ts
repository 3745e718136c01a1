import type { Instant } from '../model/clock.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import type { Repositories } from '../model/database.ts';

/**
 * Makes unreadable what these receivers of a grant have begun and not sent off, in the transaction
 * that ends their links; the bytes follow. Returns how many uploads it were.
 */
export async function shredUploads(
  { uploads }: Pick<Repositories, 'uploads'>,
  receivers: readonly Pick<DispatchReceiver, 'id'>[],
  at: Instant,
): Promise<number> {
  let shredded = 0;
  for (const receiver of receivers) {
    const begun = await uploads.listFor(receiver.id);
    for (const { id } of begun) await uploads.shred(id, at);
    shredded += begun.length;
  }
  return shredded;
}
