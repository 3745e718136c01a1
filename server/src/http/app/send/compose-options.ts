import { utcDay } from '../../../domain/model/clock.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { languageChoices } from '../../link-pages/page-parts.ts';
import { switchBox } from '../frame/checkbox.ts';
import { selectField } from '../frame/select-field.ts';
import { problemAt } from './compose-files.ts';
import type { ComposeView } from './compose-page.ts';

const lifetimes = [1, 7, 30];

/** How long the files are available, and what protects them. */
export function renderOptions(view: ComposeView): Html {
  return html`<section class="card card-pad stack stack-s" aria-labelledby="options-title">
    <h2 id="options-title">${view.reader.say('send.optionsTitle')}</h2>
    ${renderLifetime(view)} ${renderCode(view)} ${renderPassword(view)} ${renderAnyone(view)}
    ${renderMore(view)} ${renderPreview(view)}
  </section>`;
}

function renderLifetime(view: ComposeView): Html {
  const { input, reader, now, maxDays } = view;
  const { say } = reader;
  const chosen = 'days' in input.lifetime ? input.lifetime.days : undefined;
  const days = new Set([...lifetimes, ...(chosen === undefined ? [] : [chosen])]);
  const shown = [...days]
    .filter((count) => count <= maxDays || count === chosen)
    .sort((a, b) => a - b);
  const choices = shown.map((count) => ({
    value: String(count),
    label: say('send.days', { count }),
    isChosen: count === chosen,
  }));
  return html`<fieldset class="field" id="lifetime">
    <legend class="label">${say('send.availableFor')}</legend>
    ${problemAt(view, 'lifetime')}
    <div class="segmented">
      ${[
        ...choices,
        { value: 'date', label: say('send.untilDay'), isChosen: chosen === undefined },
      ].map(
        ({ value, label, isChosen }) =>
          html`<label class="segment"
            >${radio('lifetime', value, isChosen)}<span>${label}</span></label
          >`,
      )}
    </div>
    <input
      class="input"
      type="date"
      name="date"
      id="date"
      value="${input.date}"
      min="${utcDay(now)}"
      max="${utcDay(now + maxDays * 86_400_000)}"
      aria-label="${say('send.untilDay')}"
    />
  </fieldset>`;
}

function radio(name: string, value: string, isChosen: boolean): Html {
  return isChosen
    ? html`<input type="radio" name="${name}" value="${value}" checked />`
    : html`<input type="radio" name="${name}" value="${value}" />`;
}

function renderCode({ input, reader: { say }, secondFactors }: ComposeView): Html {
  return selectField({
    name: 'secondFactor',
    label: say('send.code.label'),
    value: input.secondFactor ?? '',
    options: [
      { value: '', text: say('send.asUsual') },
      ...secondFactors.map((mode) => ({ value: mode, text: say(`send.code.${mode}`) })),
    ],
  });
}

/** What is typed here is never saved, so that the page of a draft shows the field empty. */
function renderPassword(view: ComposeView): Html {
  const { say } = view.reader;
  return html`<div class="stack stack-s compose-password">
    ${switchBox('wantsPassword', say('send.password.ask'), view.input.wantsPassword)}
    <div class="field password-more">
      <label class="label" for="password">${say('send.password.label')}</label>
      <p class="hint" id="password-hint">${say('send.password.hint')}</p>
      ${problemAt(view, 'password')}
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        maxlength="1024"
        aria-describedby="password-hint"
      />
    </div>
  </div>`;
}

/** Where there can be none, nothing offers it, unless the draft is to have one. */
function renderAnyone(view: ComposeView): Html | undefined {
  const { say } = view.reader;
  if (!view.allowsAnyone && !view.input.anyone) return undefined;
  return html`<div class="stack stack-s">
    ${switchBox('anyone', say('anyone.ask'), view.input.anyone)} ${problemAt(view, 'anyone')}
    <p class="hint">${say('anyone.hint')}</p>
  </div>`;
}

function renderMore(view: ComposeView): Html {
  const { input, reader } = view;
  const { say } = reader;
  const isOpen = view.problems.some(({ field }) => field === 'downloadLimit');
  const body = html`<summary>${icon('next', 'turn icon-turns')}${say('send.options')}</summary>
    <div class="stack stack-s">
      <div class="field">
        <label class="label" for="downloadLimit">${say('send.limit')}</label>
        <p class="hint" id="limit-hint">${say('send.limitHint')}</p>
        ${problemAt(view, 'downloadLimit')}
        <input
          class="input"
          id="downloadLimit"
          name="downloadLimit"
          inputmode="numeric"
          autocomplete="off"
          value="${input.downloadLimit}"
          aria-describedby="limit-hint"
        />
      </div>
      ${selectField({
        name: 'receipts',
        label: say('send.receipts.label'),
        value: input.receipts ?? '',
        options: [
          { value: '', text: say('send.asUsual') },
          { value: 'first', text: say('send.receipts.first') },
          { value: 'each', text: say('send.receipts.each') },
          { value: 'none', text: say('send.receipts.none') },
        ],
      })}
      ${selectField({
        name: 'mailLanguage',
        label: say('send.mail.language'),
        value: input.mailLanguage ?? '',
        options: [
          { value: '', text: say('send.mail.own') },
          ...languageChoices.map(({ language, name }) => ({ value: language, text: name })),
        ],
      })}
    </div>`;
  return isOpen
    ? html`<details class="more-about compose-options" open>${body}</details>`
    : html`<details class="more-about compose-options">${body}</details>`;
}

/** The script opens it in another tab: files go on uploading in this one. */
function renderPreview({ reader: { say } }: ComposeView): Html {
  return html`<button
    class="button quiet-button preview-mail"
    type="submit"
    name="act"
    value="preview"
    formnovalidate
  >
    ${icon('mail')}${say('send.mail.preview')}
  </button>`;
}
