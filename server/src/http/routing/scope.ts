import type { AccountAccess } from '#protocol/access.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** Throws `forbidden` where the credentials lack the scope of the route. */
export function refuseOutOfScope(
  principal: Principal,
  { scope }: Pick<AccountAccess, 'scope'>,
): void {
  if (principal.scopes.includes(scope)) return;
  const advice =
    scope === 'replace_contacts'
      ? ' They are the key of a person, whose contacts this operation would replace. The owner can make a key that may do that, at /app/security/keys.'
      : '';
  throw new ValiseError(
    'forbidden',
    `These credentials are not good for the scope ${scope}.${advice}`,
  );
}
