import type { AccountAccess, BearerAccess, Scope } from '#protocol/access.ts';
import { scopesFor } from '#protocol/access.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** Throws `forbidden` where the key lacks what the route demands. */
export function refuseOutOfScope(
  principal: Pick<Principal, 'scopes' | 'mayReplaceContacts'>,
  access: AccountAccess | BearerAccess,
): void {
  const { scope } = access;
  if (scope !== 'any' && !scopesFor(scope).some((each) => principal.scopes.includes(each))) {
    throw outOfScope(scopesFor(scope));
  }
  if ('replacesContacts' in access && !principal.mayReplaceContacts) throw keepsContacts();
}

function outOfScope(needed: readonly Scope[]): ValiseError {
  return new ValiseError(
    'forbidden',
    `These credentials are not good for the scope ${needed.join(' or ')}.`,
  );
}

function keepsContacts(): ValiseError {
  return new ValiseError(
    'forbidden',
    'These credentials are the key of a person, whose contacts this operation would replace. The owner can make a key that may do that, at /app/security/keys.',
  );
}
