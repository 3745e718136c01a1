import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { tokenField } from '../../routing/session-guard.ts';

/** The first field of every form. */
export function csrfField(token: string): Html {
  return html`<input type="hidden" name="${tokenField}" value="${token}" />`;
}

/** Tells password managers whose password a form is about. It is not sent. */
export function usernameField(email: string): Html {
  return html`<input type="text" value="${email}" autocomplete="username" readonly hidden />`;
}

/** What is wrong with a field, in the reader's language. */
export interface FieldProblem {
  /** The name of the field, which is its id too. */
  field: string;
  text: string;
}

export interface Field {
  /** Also its id. */
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'number' | 'date';
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'email' | 'tel';
  hint?: string;
  /** Whether the browser goes there when the page has loaded. One field of a page, and none beside a problem. */
  isFirst?: boolean;
  /** Those of the whole form: the field shows its own. */
  problems?: readonly FieldProblem[];
}

/** A labelled input with its hint and its problem. */
export function field(given: Field): Html {
  const { name, label, value = '', type = 'text', autocomplete = 'off', hint } = given;
  const problem = problemOf(given);
  const input =
    given.isFirst === true
      ? html`<input
          class="input"
          id="${name}"
          name="${name}"
          type="${type}"
          value="${value}"
          autocomplete="${autocomplete}"
          inputmode="${given.inputmode ?? 'text'}"
          aria-invalid="${problem === undefined ? 'false' : 'true'}"
          aria-describedby="${describedBy(name, hint, problem)}"
          autofocus
        />`
      : html`<input
          class="input"
          id="${name}"
          name="${name}"
          type="${type}"
          value="${value}"
          autocomplete="${autocomplete}"
          inputmode="${given.inputmode ?? 'text'}"
          aria-invalid="${problem === undefined ? 'false' : 'true'}"
          aria-describedby="${describedBy(name, hint, problem)}"
        />`;
  return html`<div class="field">
    <label class="label" for="${name}">${label}</label>
    ${describe(name, hint, problem)} ${input}
  </div>`;
}

/** A labelled text of several lines. */
export function textArea(given: Omit<Field, 'type' | 'autocomplete' | 'inputmode'>): Html {
  const { name, label, value = '', hint } = given;
  const problem = problemOf(given);
  return html`<div class="field">
    <label class="label" for="${name}">${label}</label>
    ${describe(name, hint, problem)}
    <textarea
      class="input"
      id="${name}"
      name="${name}"
      rows="4"
      aria-invalid="${problem === undefined ? 'false' : 'true'}"
      aria-describedby="${describedBy(name, hint, problem)}"
    >
${value}</textarea>
  </div>`;
}

/** A labelled choice of one file, under the name `file`. */
export function fileField(label: string, hint: string, accept: string): Html {
  return html`<div class="field">
    <label class="label" for="file">${label}</label>
    <p class="hint" id="file-hint">${hint}</p>
    <input
      class="input"
      id="file"
      name="file"
      type="file"
      accept="${accept}"
      aria-describedby="file-hint"
    />
  </div>`;
}

/** The problem of one field among those of the form. */
export function problemOf({
  name,
  problems,
}: Pick<Field, 'name' | 'problems'>): string | undefined {
  return problems?.find((each) => each.field === name)?.text;
}

/** The hint and the problem of a field. */
export function describe(
  name: string,
  hint: string | undefined,
  problem: string | undefined,
): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  ${problem !== undefined && html`<p class="problem" id="${name}-problem">${icon('alert')}<span>${problem}</span></p>`}`;
}

/** The ids of its hint and its problem. */
export function describedBy(
  name: string,
  hint: string | undefined,
  problem: string | undefined,
): string {
  return [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problem === undefined ? [] : [`${name}-problem`]),
  ].join(' ');
}

/** Lists all problems on top of the page, each with a link to its field. Nothing where there are none. */
export function errorSummary(problems: readonly FieldProblem[], say: Say): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<div class="note is-bad error-summary" role="alert" tabindex="-1" autofocus>
    ${icon('alert')}
    <div>
      <h2>${say('app.problems')}</h2>
      <ul>
        ${problems.map((problem) => html`<li><a href="#${problem.field}">${problem.text}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

/** Says on top of the page that something went wrong that is about no field. */
export function alertNotice(text: string): Html {
  return html`<div class="note is-bad" role="alert" tabindex="-1" autofocus>
    ${icon('alert')}
    <p>${text}</p>
  </div>`;
}

/** Says on top of the page what was done. */
export function successNotice(text: string): Html {
  return html`<div class="note is-good" role="status">
    ${icon('check-ring')}
    <p>${text}</p>
  </div>`;
}

/**
 * Says it on the page after a form, whose address has it as `?done=`. The address is anybody's: it names one of the
 * page's texts, and brings none.
 */
export function doneNotice<Done extends string>(
  done: Done | undefined,
  textOf: (done: Done) => string | undefined,
): Html | undefined {
  const text = done === undefined ? undefined : textOf(done);
  return text === undefined ? undefined : successNotice(text);
}
