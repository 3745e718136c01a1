import { ValiseError } from '../domain/model/valise-error.ts';

/** The number that an option was given, or undefined when it was not. */
export function wholeNumberOption(
  flag: string,
  written: string | undefined,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (written === undefined) return undefined;
  const value = /^\d{1,16}$/.test(written) ? Number(written) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new ValiseError('usage', `${flag} must be a whole number from ${minimum} to ${maximum}.`);
}
