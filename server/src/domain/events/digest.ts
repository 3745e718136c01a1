import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { DigestKind } from '../model/mail-kinds.ts';
import type { Digest } from '../model/outbox.ts';
import type { Repositories } from '../model/database.ts';

/** More items than these are counted, not listed. */
export const listedAtMost = 50;
/** An account gets no more than one digest of a kind in this time. */
export const digestEveryMs = 30 * minute;

interface Parts {
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}

interface News {
  kind: DigestKind;
  account: Pick<Account, 'id' | 'email'>;
  ids: readonly string[];
  /** How long the first digest waits for more items. */
  holdMs?: number;
  /** The receiver that is named first, for listings of one receiver's mails. */
  receiverId?: ReceiverId | undefined;
}

/**
 * Notifies an account of some items: in the digest that was not sent yet, or in a new one. The first one is
 * sent at once and the next half an hour later, so that 100,000 items make two mails.
 */
export async function addToDigest(
  { outbox }: Pick<Repositories, 'outbox'>,
  { randomness, clock }: Parts,
  { kind, account, ids, holdMs = 0, receiverId }: News,
): Promise<void> {
  if (ids.length === 0) return;
  const last = await outbox.findLastDigest(account.id, kind);
  if (last?.state === 'waiting' && last.attempts === 0) {
    await outbox.putDigest(last.id, extended(last.digest, ids));
    return;
  }
  const now = clock.now();
  await outbox.add([
    {
      id: newId(randomness),
      kind,
      to: account.email,
      accountId: account.id,
      receiverId,
      createdAt: now,
      dueAt: Math.max(now + holdMs, (last?.createdAt ?? 0) + digestEveryMs),
      digest: extended(undefined, ids),
    },
  ]);
}

function extended(digest: Digest | undefined, ids: readonly string[]): Digest {
  const listed = digest?.ids ?? [];
  const room = Math.max(0, listedAtMost - listed.length);
  return {
    ids: [...listed, ...ids.slice(0, room)],
    count: (digest?.count ?? 0) + ids.length,
  };
}
