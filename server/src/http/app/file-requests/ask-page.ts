import { day } from '../../../domain/model/clock.ts';
import type { Suggestion } from '../../../domain/drafts/suggestions.ts';
import type { LifetimeLimits } from '../../../domain/model/lifetimes.ts';
import type { Texts } from '../../../i18n/texts/texts.ts';
import { crumb, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, describe, errorSummary, field, problemOf, textArea } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { receiversField } from '../frame/receivers-field.ts';
import type { AskForm, LimitName } from './ask-form.ts';
import { limitNames } from './ask-form.ts';

export interface AskView {
  reader: PageReader;
  texts: Texts;
  csrfToken: string;
  form: AskForm;
  problems: readonly FieldProblem[];
  /** Those whom the form names that are contacts or groups. */
  known: readonly Suggestion[];
  /** The days to choose from. */
  choices: readonly number[];
}

const usualChoices = [1, 3, 7, 14, 30, 90];

/**
 * The numbers of days to choose from: the usual ones that are allowed and the one that the form starts with,
 * or the longest where there is none.
 */
export function dayChoices(
  { minMs, maxMs }: Pick<LifetimeLimits, 'minMs' | 'maxMs'>,
  start?: number,
): number[] {
  const all = new Set([...usualChoices, ...(start === undefined ? [] : [start])]);
  const allowed = [...all].filter((days) => days * day >= minMs && days * day <= maxMs);
  if (allowed.length === 0) return [Math.max(1, Math.floor(maxMs / day))];
  return allowed.sort((one, other) => one - other);
}

/** The form with which files are asked for. */
export function askPage(view: AskView): AppPage {
  const { reader, problems } = view;
  const { say } = reader;
  const title = say('requests.askTitle');
  const body = html`${renderHead(title, { above: crumb('requests', say('requests.all')) })}
    ${errorSummary(problems, say)}
    <div class="settings-body">${renderAskForm(view)}</div>`;
  return { title, body, script: askScript };
}

export const askScript = html`<script type="module" src="/assets/ask-page.js"></script>`;

/** The form itself; with a heading where it stands beside something else. */
export function renderAskForm(view: AskView, heading?: string): Html {
  const { reader, texts, form, known, problems } = view;
  const { say } = reader;
  return html`<form
    class="card card-pad stack stack-s ask-form"
    method="post"
    action="/app/requests/new"
    novalidate
  >
    ${csrfField(view.csrfToken)}
    <input type="hidden" name="key" value="${form.key}" />
    ${heading !== undefined && html`<h2>${heading}</h2>`}
    <fieldset class="field">
      <legend class="label">${say('requests.how')}</legend>
      <div class="segmented">
        ${renderWay(form, 'mail', say('requests.byMail'))}
        ${renderWay(form, 'link', say('requests.byLink'))}
      </div>
    </fieldset>
    <div class="for-mail">
      ${receiversField({
        ...{ reader, texts, known, problems },
        label: say('requests.emails'),
        hint: say('requests.emailsHint'),
        value: form.receivers,
      })}
    </div>
    <div class="for-link">
      ${field({
        name: 'links',
        label: say('requests.links'),
        value: form.links,
        inputmode: 'numeric',
        hint: say('requests.linksHint'),
        problems,
      })}
    </div>
    ${field({ name: 'title', label: say('send.called'), value: form.title, problems })}
    ${textArea({ name: 'message', label: say('requests.message'), value: form.message, problems })}
    ${renderDays(view)} ${renderLimits(view)}
    <div class="acts">
      <button class="button primary" type="submit">
        ${icon('send')}<span class="for-mail">${say('requests.ask')}</span>
        <span class="for-link">${say('requests.askLinks')}</span>
      </button>
    </div>
  </form>`;
}

function renderDays({ reader: { say }, form, choices, problems }: AskView): Html {
  const problem = problemOf({ name: 'days', problems });
  return html`<fieldset class="field" id="days">
    <legend class="label">${say('requests.openFor')}</legend>
    ${describe('days', undefined, problem)}
    <div class="segmented">
      ${choices.map((count) => {
        const chosen = html`<input type="radio" name="days" value="${count}" checked />`;
        const other = html`<input type="radio" name="days" value="${count}" />`;
        return html`<label class="segment"
          >${String(count) === form.days ? chosen : other}<span
            >${say('send.days', { count })}</span
          ></label
        >`;
      })}
    </div>
  </fieldset>`;
}

/** Open where something is in it. */
function renderLimits(view: AskView): Html {
  const { form, problems } = view;
  const { say } = view.reader;
  const content = html`<summary>
      ${icon('next', 'icon-s turn icon-turns')}${say('requests.limits')}
    </summary>
    <p class="quiet">${say('requests.limitsHint')}</p>
    <div class="fields-two">
      ${limitNames.map((name) =>
        field({
          name,
          label: say(`requests.${name}`),
          value: form.limits[name],
          inputmode: 'numeric',
          problems,
        }),
      )}
    </div>`;
  return hasLimits(view)
    ? html`<details class="more-about" open>${content}</details>`
    : html`<details class="more-about">${content}</details>`;
}

function renderWay(form: AskForm, way: AskForm['way'], label: string): Html {
  const id = `way-${way}`;
  const chosen = html`<input type="radio" id="${id}" name="way" value="${way}" checked />`;
  const other = html`<input type="radio" id="${id}" name="way" value="${way}" />`;
  return html`<label class="segment" for="${id}"
    >${form.way === way ? chosen : other}<span>${label}</span></label
  >`;
}

function hasLimits({ form, problems }: AskView): boolean {
  const isLimit = (name: string): boolean => limitNames.includes(name as LimitName);
  return (
    limitNames.some((name) => form.limits[name] !== '') ||
    problems.some((problem) => isLimit(problem.field))
  );
}
