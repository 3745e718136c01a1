import { parseEmailAddress } from '#protocol/email-address.ts';
import { UsageError } from './exit-status.ts';

/** The server would say so too, once all files are there. */
export function demandAddresses(flag: string, given: readonly string[]): void {
  const wrong = given.find((each) => parseEmailAddress(each) === undefined);
  if (wrong === undefined) return;
  const hint = /[,;]/.test(wrong) ? ` Give ${flag} once for each address.` : '';
  throw new UsageError(`${flag}: "${wrong}" is no e-mail address.${hint}`);
}
