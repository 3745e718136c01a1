import type { Account } from '../model/account.ts';
import type { Repositories } from '../model/database.ts';

/** Whether an account has an authenticator or a passkey: what is added beside it needs a proof with it. */
export async function hasSecondFactor(
  { passkeys, totp }: Pick<Repositories, 'passkeys' | 'totp'>,
  { id }: Account,
): Promise<boolean> {
  if ((await totp.find(id))?.confirmedAt !== undefined) return true;
  return (await passkeys.listFor(id)).length > 0;
}
