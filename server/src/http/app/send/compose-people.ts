import { maxMessageCharacters } from '../../../domain/model/message.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { problemAt } from './compose-files.ts';
import type { ComposeView } from './compose-page.ts';
import { renderTitle } from './compose-title.ts';

/** Who gets the files, and what they read. */
export function renderPeople(view: ComposeView): Html {
  const label = view.reader.say('send.peopleTitle');
  return html`<section class="card card-pad stack stack-s" aria-label="${label}">
    ${renderReceivers(view)} ${renderTitle(view)} ${renderMessage(view)}
  </section>`;
}

/** A text area; the script makes it a field with a chip for each recipient. */
function renderReceivers(view: ComposeView): Html {
  const { say } = view.reader;
  return html`<div
    class="field receivers-field"
    data-known="${JSON.stringify(view.known)}"
    data-placeholder="${say('send.addPeople')}"
  >
    <div class="label">
      <label for="receivers">${say('send.to')}</label>
      <span class="label-extra" data-fact="people">${view.facts.people}</span>
    </div>
    <p class="hint" id="receivers-hint">${say('send.toHint')}</p>
    ${problemAt(view, 'receivers')}
    <textarea
      class="input"
      id="receivers"
      name="receivers"
      rows="3"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="receivers-hint receivers-problem"
    >
${view.input.receivers}</textarea>
  </div>`;
}

function renderMessage(view: ComposeView): Html {
  return html`<div class="field">
    <label class="label" for="message">${view.reader.say('send.message')}</label>
    ${problemAt(view, 'message')}
    <textarea
      class="input"
      id="message"
      name="message"
      rows="4"
      maxlength="${maxMessageCharacters}"
      dir="auto"
    >
${view.input.message}</textarea>
  </div>`;
}
