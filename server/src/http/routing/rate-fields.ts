import type { RequestsLeft } from '../../domain/model/principal.ts';

/** How many more of something there may be, and in how many seconds there may be more. */
interface Limit {
  name: 'requests' | 'mails';
  quota: number;
  windowSeconds: number;
  left: number;
  /** Left out where it is not known. */
  seconds?: number;
}

/** The fields of limits (draft-ietf-httpapi-ratelimit-headers-10, structured fields). */
export function rateFields(limits: readonly Limit[]): Record<string, string> {
  return {
    'ratelimit-policy': limits
      .map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`)
      .join(', '),
    ratelimit: limits
      .map(
        ({ name, left, seconds }) =>
          `"${name}";r=${left}${seconds === undefined ? '' : `;t=${seconds}`}`,
      )
      .join(', '),
  };
}

/** The limit of requests in a minute. */
export function requestLimit({ perMinute, left, seconds }: RequestsLeft): Limit {
  return { name: 'requests', quota: perMinute, windowSeconds: 60, left, seconds };
}

/** The limit of mails with links in a day. When there is room again depends on when each of them was sent. */
export function mailLimit(perDay: number, left: number): Limit {
  return { name: 'mails', quota: perDay, windowSeconds: 86_400, left };
}
