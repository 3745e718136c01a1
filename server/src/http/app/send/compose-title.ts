import { maxTitleCharacters } from '../../../domain/model/title.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { ComposeView } from './compose-page.ts';
import { problemAt } from './compose-files.ts';

/** What the drop is called: without it, its first file names it. */
export function renderTitle(view: ComposeView): Html {
  const { say } = view.reader;
  return html`<div class="field">
    <label class="label" for="title">${say('send.called')}</label>
    ${problemAt(view, 'title')}
    <input
      class="input"
      id="title"
      name="title"
      type="text"
      value="${view.input.title}"
      maxlength="${maxTitleCharacters}"
      autocomplete="off"
      dir="auto"
      aria-describedby="title-hint"
    />
    <p class="hint" id="title-hint">${say('send.calledHint')}</p>
  </div>`;
}
