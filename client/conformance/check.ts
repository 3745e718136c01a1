import type { Account } from './account.ts';

/** What a check is run against. */
export interface Target {
  /** The account named for the suite. */
  me: Account;
  /** The second account. Only checks that say so are given one. */
  other: Account;
  /** The key of the account, for credentials that are nearly right. */
  key: string;
}

/** One promise of the contract, as it can be seen from outside. */
export interface Check {
  id: string;
  /** The section of the contract, or of the customer's document. */
  about: string;
  /** What must hold. */
  title: string;
  /** `other`: a second account; `unlisted`: an account whose files were never listed. */
  needs?: 'other' | 'unlisted';
  run(target: Target): Promise<void>;
}

/** Checks of one section. */
export function checksOf(about: string, checks: readonly Omit<Check, 'about'>[]): readonly Check[] {
  return checks.map((check) => ({ about, ...check }));
}

/** An address of nobody: mail to it goes nowhere (RFC 2606). */
export function invented(name: string): string {
  return `${name}@conformance.invalid`;
}

/** Seconds for which what the suite sends can be fetched. */
export const briefly = 600;
