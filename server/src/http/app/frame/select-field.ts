import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { FieldProblem } from './forms.ts';
import { describe, describedBy, problemOf } from './forms.ts';

export interface SelectField {
  /** Also its id. */
  name: string;
  label: string;
  /** Left out, the first one is chosen. */
  value?: string;
  hint?: string;
  options: readonly { value: string; text: string }[];
  /** Those of the whole form: the field shows its own. */
  problems?: readonly FieldProblem[];
}

/** A labelled list of choices, of which one is chosen. */
export function selectField(given: SelectField): Html {
  const { name, label, value, hint, options } = given;
  const problem = problemOf(given);
  return html`<div class="field">
    <label class="label" for="${name}">${label}</label>
    ${describe(name, hint, problem)}
    <span class="select">
      <select
        class="input"
        id="${name}"
        name="${name}"
        aria-invalid="${problem === undefined ? 'false' : 'true'}"
        aria-describedby="${describedBy(name, hint, problem)}"
      >
        ${options.map((option) =>
          option.value === value
            ? html`<option value="${option.value}" selected>${option.text}</option>`
            : html`<option value="${option.value}">${option.text}</option>`,
        )}
      </select>
      ${icon('down')}
    </span>
  </div>`;
}
