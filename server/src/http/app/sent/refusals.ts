import { parseEmailAddress } from '#protocol/email-address.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { sentOperations } from '#protocol/operations/sent.ts';
import { invalid } from '../../../domain/model/valise-error.ts';
import type { Refusals } from '../frame/refusals.ts';
import { problemWith, refusedBecause } from '../frame/refusals.ts';
import { retryDate } from '../frame/retry-date.ts';

type Done = NonNullable<InputOf<(typeof sentOperations)['show']['input']>['query']['done']>;

/** What a refused act means to the sender. */
export const refusals: Refusals = {
  dispatch_ended: ({ say }) => refusedBecause(say('sent.problems.ended')),
  too_large: ({ say }) => refusedBecause(say('sent.problems.drafts')),
  too_many_requests: ({ say }) => refusedBecause(say('sent.problems.pause')),
  mail_quota: (reader, error) =>
    refusedBecause(reader.say('sent.problems.mails', retryDate(error, reader))),
  'invalid expiry': ({ say }) => problemWith('until', say('sent.problems.until')),
  'invalid password': ({ say }) => problemWith('password', say('sent.problems.password')),
  'invalid email': ({ say }) => problemWith('email', say('sent.problems.email')),
  'invalid receiver': ({ say }) => problemWith('email', say('sent.problems.known')),
  'invalid contact': ({ say }) => problemWith('email', say('sent.problems.contact')),
  'invalid number': ({ say }) => problemWith('email', say('sent.problems.number')),
  'invalid anyone': ({ say }) => refusedBecause(say('anyone.problem')),
  'invalid receivers': ({ say }) => problemWith('email', say('sent.problems.receivers')),
};

/** The address that was entered, in lower case. Throws `invalid`. */
export function readEmail({ email = '' }: { email?: string }): string {
  const address = parseEmailAddress(email.trim());
  if (address === undefined) throw invalid([{ field: 'email', problem: 'is no e-mail address.' }]);
  return address;
}

/** What was done on the page before: a key of its text. */
export function doneText(done: Done) {
  return done === 'linkMade' || done === 'linkRevoked'
    ? (`anyone.${done}` as const)
    : (`sent.done.${done}` as const);
}
