import type { Problem } from '#protocol/errors.ts';
import type { Contact } from '../model/contact.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { invalid } from '../model/valise-error.ts';

/**
 * Throws `invalid` for receivers whom no code by SMS could reach: what they are sent would stay closed to them.
 * `placeOf`: where in the request the number of an address would stand.
 */
export function refuseUnreachable(
  secondFactor: SecondFactorMode,
  receivers: readonly Pick<Contact, 'email' | 'number'>[],
  placeOf: (email: string) => Pick<Problem, 'field' | 'pointer'>,
): void {
  if (secondFactor !== 'sms') return;
  const problems = receivers.flatMap(({ email, number }): Problem[] => {
    const problem = `${email} needs a number for codes by SMS.`;
    return number === '' ? [{ ...placeOf(email), problem, code: 'missing' }] : [];
  });
  if (problems.length > 0) throw invalid(problems);
}
