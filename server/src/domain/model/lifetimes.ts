import type { Account } from './account.ts';
import { day } from './clock.ts';

/** The lifetimes that the operator allows, and that of what names none. */
export interface LifetimeLimits {
  minMs: number;
  maxMs: number;
  defaultMs: number;
}

/** The least and the most whole days that can be chosen. */
export function allowedDays({ minMs, maxMs }: Pick<LifetimeLimits, 'minMs' | 'maxMs'>) {
  const least = Math.max(1, Math.ceil(minMs / day));
  return { least, most: Math.max(least, Math.floor(maxMs / day)) };
}

/** How many days a new draft or request of an account starts with: its own, as far as still allowed. */
export function startDays(
  { defaultDays }: Pick<Account, 'defaultDays'>,
  limits: LifetimeLimits,
): number {
  const { least, most } = allowedDays(limits);
  return Math.min(Math.max(defaultDays ?? Math.round(limits.defaultMs / day), least), most);
}
