import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';

/** Tells a program whose key it has. Everything in the answer is known once the key is: the database is not asked. */
export function meRoutes(
  { administration }: Pick<Services, 'administration'>,
  requestsPerMinute: number,
): Route[] {
  return [
    route(operations.api.me, ({ account, keyName, keyEndsAt, scopes }) => ({
      account: {
        address: account.email,
        display_name: account.displayName,
        role: account.role,
      },
      key: {
        name: keyName === '' ? null : keyName,
        ends_at: keyEndsAt === undefined ? null : new Date(keyEndsAt).toISOString(),
      },
      scopes: [...scopes],
      limits: {
        quota_bytes: account.quotaBytes ?? administration.defaultQuotaBytes ?? null,
        mails_per_day: account.mailsPerDay ?? administration.defaultMailsPerDay,
        requests_per_minute: requestsPerMinute === 0 ? null : requestsPerMinute,
      },
    })),
  ];
}
