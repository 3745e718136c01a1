import type { Account } from '../model/account.ts';
import type { LinkedIdentity } from '../model/passkey.ts';
import type { IdentityProvider, ProvenIdentity } from '../ports/identity-provider.ts';

/** Whether the operator lets somebody with this address and these groups have an account. */
export function isAllowed(
  { provisioning }: IdentityProvider,
  email: string,
  groups: readonly string[],
): boolean {
  const { domains, groups: wanted } = provisioning ?? {};
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isInDomain = domains === undefined || domains.includes(domain);
  return isInDomain && (wanted === undefined || wanted.some((group) => groups.includes(group)));
}

export function identityOf(
  { id }: Account,
  { issuer, subject, email, name }: ProvenIdentity,
  now: number,
): LinkedIdentity {
  const label = email ?? (name === '' ? subject : name);
  return { issuer, subject, accountId: id, label, createdAt: now, lastUsedAt: now };
}
