import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import { mailLimit, rateFields, requestLimit } from '../routing/rate-fields.ts';
import type { Route, Services } from '../routing/route.ts';

/** Tells a program whose key it has, what the key may do, and what is left to do. */
export function meRoutes(
  { ownLimits }: Pick<Services, 'ownLimits'>,
  requestsPerMinute: number,
): Route[] {
  return [
    route(operations.api.me, async (principal, _input, exchange) => {
      const { account, keyId, keyEndsAt, networks, scopes, requestsLeft } = principal;
      const { keyName, ...limits } = await ownLimits.read(account, keyId);
      const { quotaBytes, quotaUsedBytes } = limits;
      const mails = mailLimit(limits.mailsPerDay, limits.mailsLeft);
      const told = requestsLeft === undefined ? [mails] : [requestLimit(requestsLeft), mails];
      for (const [name, value] of Object.entries(rateFields(told))) exchange.setHeader(name, value);
      return {
        account: {
          address: account.email,
          display_name: account.displayName,
          role: account.role,
        },
        key: {
          id: keyId,
          name: keyName === '' ? null : keyName,
          ends_at: keyEndsAt === undefined ? null : new Date(keyEndsAt).toISOString(),
          networks: networks === undefined ? null : [...networks],
        },
        scopes: [...scopes],
        limits: {
          quota_bytes: quotaBytes ?? null,
          quota_used_bytes: quotaUsedBytes,
          quota_left_bytes:
            quotaBytes === undefined ? null : Math.max(0, quotaBytes - quotaUsedBytes),
          mails_per_day: limits.mailsPerDay,
          mails_left: limits.mailsLeft,
          requests_per_minute: requestsPerMinute === 0 ? null : requestsPerMinute,
          requests_left: requestsLeft?.left ?? null,
        },
      };
    }),
  ];
}
