import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { retryDate } from '../frame/retry-date.ts';
import type { ReadContents, RefusedFile } from './read-draft-form.ts';

interface Found extends Partial<Pick<ReadContents, 'unreadable' | 'wrong'>> {
  refused?: readonly RefusedFile[];
  errors?: readonly ValiseError[];
}

/** More names than these do not help. */
const mostNamed = 10;

/**
 * What is wrong, in the reader's language, each with its field; a text field is named once. Empty for an error that is
 * about no field.
 */
export function problemsOf(reader: PageReader, found: Found): FieldProblem[] {
  const { say } = reader;
  const { unreadable = [], wrong = [], refused = [], errors = [] } = found;
  const problems: FieldProblem[] = [];
  if (unreadable.length > 0) {
    const addresses = unreadable.slice(0, mostNamed).join(', ');
    problems.push({ field: 'receivers', text: say('send.problems.unreadable', { addresses }) });
  }
  for (const wrongly of wrong) {
    const field = wrongly === 'lifetimeTwice' ? 'lifetime' : wrongly;
    problems.push({ field, text: say(`send.problems.${wrongly}`) });
  }
  for (const { name, error: reason } of refused.slice(0, mostNamed)) {
    problems.push({
      field: 'files-field',
      text: `${name}: ${say(`send.refusals.${refusalOf(reason)}`)}`,
    });
  }
  for (const problem of errors.flatMap((error) => problemsIn(error, reader))) {
    const isNamed = problems.some(({ field }) => field === problem.field);
    if (!isNamed || problem.field === 'files-field') problems.push(problem);
  }
  return problems;
}

function refusalOf({ code }: ValiseError): 'tooLarge' | 'badName' | 'noSpace' | 'failed' {
  if (code === 'too_large') return 'tooLarge';
  if (code === 'invalid') return 'badName';
  return code === 'insufficient_storage' ? 'noSpace' : 'failed';
}

const invalidFields = [
  'receivers',
  'title',
  'lifetime',
  'message',
  'downloadLimit',
  'password',
  'anyone',
] as const;

function problemsIn(error: ValiseError, reader: PageReader): FieldProblem[] {
  const { code, details = [] } = error;
  const { say } = reader;
  if (code === 'mail_quota') {
    const text = say('send.problems.tooManyMails', retryDate(error, reader));
    return [{ field: 'receivers', text }];
  }
  if (code === 'invalid' && details.some(({ field }) => field === 'name')) {
    return [{ field: 'files-field', text: say('send.refusals.badName') }];
  }
  if (code === 'invalid') {
    return invalidFields
      .filter((field) => details.some((detail) => detail.field === field))
      .map((field) => ({
        field,
        text: say(field === 'anyone' ? 'anyone.problem' : `send.problems.${field}`),
      }));
  }
  if (code === 'upload_in_progress' && details.length > 0) {
    return details.slice(0, mostNamed).map(({ field: name }) => ({
      field: 'files-field',
      text: say('send.problems.unfinished', { name }),
    }));
  }
  const { field, text } = byCode[code] ?? {};
  return field === undefined || text === undefined ? [] : [{ field, text: say(text) }];
}

const byCode: Partial<
  Record<
    ValiseError['code'],
    {
      field: string;
      text: `send.problems.${'noReceivers' | 'noFiles' | 'checking'}`;
    }
  >
> = {
  no_receivers: { field: 'receivers', text: 'send.problems.noReceivers' },
  no_files: { field: 'files-field', text: 'send.problems.noFiles' },
  upload_in_progress: { field: 'files-field', text: 'send.problems.checking' },
};
