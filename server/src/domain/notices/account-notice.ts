import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Repositories } from '../model/database.ts';

/** Mails about the security of an account. They cannot be switched off. */
export type AccountNotice =
  'codes_refused' | 'revoked' | 'key_rotated' | 'account_disabled' | 'account_enabled';

/** Writes to the owner of an account, in the transaction of what is told. */
export async function tellAccount(
  { outbox }: Pick<Repositories, 'outbox'>,
  { randomness, clock }: { randomness: Randomness; clock: Clock },
  kind: AccountNotice,
  account: Pick<Account, 'id' | 'email'>,
  receiverId?: ReceiverId,
): Promise<void> {
  await outbox.add([
    {
      id: newId(randomness),
      kind,
      to: account.email,
      accountId: account.id,
      receiverId,
      createdAt: clock.now(),
    },
  ]);
}
