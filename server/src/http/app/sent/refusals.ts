import { parseEmailAddress } from '#protocol/email-address.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Html } from '../../html/html.ts';
import type { Person } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { alertNotice } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { retryDate } from '../frame/retry-date.ts';

/** Why nothing was done: problems of fields, or a notice about the whole. */
export interface Refusal {
  problems?: readonly FieldProblem[];
  notice?: Html;
}

/** The field of the form, and the text, by the field that a verb refuses. */
const refusedFields = new Map([
  ['expiry', { field: 'until', text: 'sent.problems.until' }],
  ['email', { field: 'email', text: 'sent.problems.email' }],
  ['receiver', { field: 'email', text: 'sent.problems.known' }],
  ['contact', { field: 'email', text: 'sent.problems.contact' }],
  ['receivers', { field: 'email', text: 'sent.problems.receivers' }],
] as const);

/** What a refused act means to the sender; undefined for what is an error of another kind. */
export function explain(error: unknown, reader: PageReader): Refusal | undefined {
  if (!(error instanceof ValiseError)) return undefined;
  const { say } = reader;
  const { code, details } = error;
  if (code === 'dispatch_ended') return { notice: alertNotice(say('sent.problems.ended')) };
  if (code === 'too_large') return { notice: alertNotice(say('sent.problems.drafts')) };
  if (code === 'too_many_requests') return { notice: alertNotice(say('sent.problems.pause')) };
  if (code === 'mail_quota')
    return { notice: alertNotice(say('sent.problems.mails', retryDate(error, reader))) };
  const [, refused] =
    [...refusedFields].find(([field]) => code === 'invalid' && field === details?.[0]?.field) ?? [];
  return refused && { problems: [{ field: refused.field, text: say(refused.text) }] };
}

/** A field of a form that is missing or wrong. */
export function wrong(field: 'email' | 'expiry'): ValiseError {
  return new ValiseError('invalid', 'The form is not complete.', {
    details: [{ field, problem: 'is missing or wrong.' }],
  });
}

/** The address that was entered, in lower case. */
export function getEmail({ form }: Pick<Person, 'form'>): string {
  const email = parseEmailAddress((form.get('email') ?? '').trim());
  if (email === undefined) throw wrong('email');
  return email;
}
