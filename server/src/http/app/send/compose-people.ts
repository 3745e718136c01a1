import { maxMessageCharacters } from '../../../domain/model/message.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { receiversField } from '../frame/receivers-field.ts';
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

function renderReceivers(view: ComposeView): Html {
  const { reader, texts, input, known, problems, facts } = view;
  return receiversField({
    ...{ reader, texts, known, problems },
    label: reader.say('send.to'),
    hint: reader.say('send.toHint'),
    value: input.receivers,
    extra: html`<span class="label-extra" data-fact="people">${facts.people}</span>`,
  });
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
