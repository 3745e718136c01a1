import type { JoinProblem } from '../../../domain/people/account-links.ts';
import { maxDisplayNameLength } from '../../../domain/people/account-links.ts';
import { minPasswordLength } from '../../../domain/people/password-rules.ts';
import type { FieldProblem } from './forms.ts';
import type { PageReader } from './frame.ts';

/** What is wrong with a name or a password, in the reader's language. */
export function explainProblem(problem: JoinProblem, { say }: PageReader): FieldProblem {
  switch (problem) {
    case 'no name':
      return { field: 'name', text: say('signIn.nameMissing') };
    case 'long name':
      return { field: 'name', text: say('signIn.nameLong', { count: maxDisplayNameLength }) };
    case 'short':
      return { field: 'password', text: say('signIn.passwordShort', { count: minPasswordLength }) };
    case 'long':
      return { field: 'password', text: say('signIn.passwordLong') };
    case 'common':
      return { field: 'password', text: say('signIn.passwordCommon') };
    case 'pattern':
      return { field: 'password', text: say('signIn.passwordPattern') };
    case 'personal':
      return { field: 'password', text: say('signIn.passwordPersonal') };
  }
}
