import type { Suggestion } from '../../../domain/drafts/suggestions.ts';
import type { Texts } from '../../../i18n/texts/texts.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { scriptForms } from '../../html/script-forms.ts';
import type { FieldProblem } from './forms.ts';
import { describe, problemOf } from './forms.ts';
import type { PageReader } from './frame.ts';

interface ReceiversField {
  reader: PageReader;
  texts: Texts;
  label: string;
  hint: string;
  value: string;
  /** Those of the value that are contacts or groups. */
  known: readonly Suggestion[];
  problems: readonly FieldProblem[];
  /** Beside the label. */
  extra?: Html;
}

/**
 * Whom something goes to: a text area under the name `receivers`. The script makes it a field with a chip for each
 * recipient.
 */
export function receiversField(given: ReceiversField): Html {
  const { reader, texts, label, hint, value, known, problems, extra } = given;
  const problem = problemOf({ name: 'receivers', problems });
  return html`<div
    class="field receivers-field"
    data-texts="${JSON.stringify(scriptTexts(texts))}"
    data-known="${JSON.stringify(known)}"
    data-placeholder="${reader.say('send.addPeople')}"
  >
    <div class="label">
      <label for="receivers">${label}</label>
      ${extra}
    </div>
    ${describe('receivers', hint, problem)}
    <textarea
      class="input"
      id="receivers"
      name="receivers"
      rows="3"
      autocomplete="off"
      spellcheck="false"
      aria-invalid="${problem === undefined ? 'false' : 'true'}"
      aria-describedby="receivers-hint receivers-problem"
    >
${value}</textarea>
    <template data-icons>${icon('close')}${icon('people')}</template>
  </div>`;
}

function scriptTexts({ upload, send, sent }: Texts) {
  const { suggestions, notAnAddress, members } = send.script;
  return {
    remove: upload.script.remove,
    receivers: sent.drop.receivers,
    ...{ suggestions, notAnAddress },
    members: scriptForms(members),
  };
}
