import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
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

/** The account that a first sign-in makes. */
export function newAccount(
  { randomness, clock, language }: { randomness: Randomness; clock: Clock; language: string },
  email: string,
  { name }: ProvenIdentity,
): Account {
  return {
    id: newId(randomness),
    email,
    number: '',
    language,
    role: 'user',
    visibility: { number: true, email: true, language: true, nick: true },
    notices: { receipts: true, reminders: true },
    secondFactor: 'off',
    ttlUnit: undefined,
    createdAt: clock.now(),
    disabledAt: undefined,
    filesListedAt: undefined,
    quotaBytes: undefined,
    mailsPerDay: undefined,
    displayName: name,
    timeZone: undefined,
    defaultDays: undefined,
  };
}
