import type { Account } from '../model/account.ts';
import { newId } from '../model/ids.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

type Given = 'email' | 'number' | 'role' | 'language';

/** An account as it begins. */
export function newAccount(
  given: Pick<Account, Given> & Partial<Pick<Account, 'displayName'>>,
  { randomness, clock }: Pick<ServiceParts, 'randomness' | 'clock'>,
): Account {
  return {
    id: newId(randomness),
    visibility: { number: true, email: true, language: true, nick: true },
    notices: { receipts: true, reminders: true },
    secondFactor: 'off',
    ttlUnit: undefined,
    createdAt: clock.now(),
    disabledAt: undefined,
    filesListedAt: undefined,
    quotaBytes: undefined,
    mailsPerDay: undefined,
    displayName: '',
    timeZone: undefined,
    defaultDays: undefined,
    ...given,
  };
}
