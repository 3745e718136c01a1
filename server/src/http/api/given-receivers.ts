import type { Problem } from '#protocol/errors.ts';
import type { ContactFieldName } from '../../domain/contacts/contact-fields.ts';
import { readContactFields } from '../../domain/contacts/contact-fields.ts';
import type { NewReceiver } from '../../domain/dispatches/receiver-changes.ts';
import type { ChosenReceiver } from '../../domain/drafts/draft-receivers.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { placed, repeated } from '../../domain/sends/send-order.ts';

export const receiverProblems = {
  email: 'must be an e-mail address.',
  nick: 'must be a text on one line.',
  number: 'must be 6 to 15 digits.',
  language: 'must be a language tag such as "en" or "pt-BR".',
};

/** What is wrong with fields of a receiver or contact, which the API calls by these names. */
export function problemsOf(faults: readonly ContactFieldName[], before = ''): Problem[] {
  return faults.map((fault) => ({
    field: `${before}${fault === 'nick' ? 'name' : fault}`,
    problem: receiverProblems[fault],
  }));
}

interface GivenReceiver {
  email: string;
  name?: string;
  number?: string;
  language?: string;
}

/** Throws `invalid` with all that is wrong. What a field of a receiver leaves out, their contact says. */
export function readReceivers(given: readonly GivenReceiver[]): NewReceiver[] {
  const found: Problem[] = [];
  const receivers = given.map((each, index) => readReceiver(each, index, found));
  const emails = receivers.map(({ email }) => email);
  found.push(...repeated(emails, (at) => placed('receivers', at, '/email')));
  if (found.length > 0) throw invalid(found);
  return receivers;
}

/** The same error, where what is wrong with one of several receivers is named by their place in the list. */
export function namedByPlace(error: unknown): unknown {
  if (!(error instanceof ValiseError) || error.code !== 'invalid') return error;
  const details = error.details ?? [];
  return invalid(
    details.map((each) => {
      const [, at] = /^\/receivers\/(\d+)\//.exec(each.pointer ?? '') ?? [];
      return at === undefined ? each : { ...each, field: `receivers[${at}]` };
    }),
  );
}

/** The same where a receiver may be a group. */
export function readReceiversAndGroups(
  given: readonly (Partial<GivenReceiver> & { group?: string })[],
): ChosenReceiver[] {
  const found: Problem[] = [];
  const receivers = given.flatMap((each, index): ChosenReceiver[] => {
    const { email, group, ...fields } = each;
    if (email !== undefined && group === undefined) {
      return [readReceiver({ ...fields, email }, index, found)];
    }
    if (group !== undefined && Object.keys(each).length === 1) return [{ group }];
    found.push({ field: `receivers[${index}]`, problem: 'must have either email or group.' });
    return [];
  });
  if (found.length > 0) throw invalid(found);
  return receivers;
}

function readReceiver(
  { email, name, number, language }: GivenReceiver,
  index: number,
  found: Problem[],
): NewReceiver {
  const { fields, faults } = readContactFields({
    email,
    ...(name !== undefined && { nick: name }),
    ...(number !== undefined && { number }),
    ...(language !== undefined && { language }),
  });
  found.push(...problemsOf(faults, `receivers[${index}].`));
  return {
    email: fields.email,
    ...(name !== undefined && { nick: fields.nick }),
    ...(number !== undefined && { number: fields.number }),
    ...(language !== undefined && { language: fields.language }),
  };
}
