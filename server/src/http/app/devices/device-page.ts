import type { AskingDevice } from '../../../domain/access/device-logins.ts';
import { crumb, renderCard, renderFacts, renderHead } from '../../html/cards.ts';
import { html, userText } from '../../html/html.ts';
import type { KeyForm } from '../api-keys/key-fields.ts';
import { keyFields } from '../api-keys/key-fields.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, doneNotice, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';

interface View {
  reader: PageReader;
  csrfToken: string;
  problems: readonly FieldProblem[];
}

/** Asks for the code that a device shows. It is never filled in: a link in a mail must not bring it. */
export function codePage({
  reader: { say },
  csrfToken,
  problems,
  done,
}: View & { done?: 'allowed' | 'refused' | undefined }): AppPage {
  const title = say('devices.title');
  const body = html`${renderHead(title, {
      above: crumb('security/keys', say('keys.back')),
      lead: html`<p class="quiet">${say('devices.lead')}</p>`,
    })}
    ${errorSummary(problems, say)} ${doneNotice(done, (word) => say(`devices.${word}`))}
    <article class="card card-pad settings-body">
      <form class="stack stack-s" method="post" action="/app/device">
        ${csrfField(csrfToken)}
        ${field({
          name: 'code',
          label: say('devices.code'),
          hint: say('devices.codeHint'),
          value: '',
          problems,
          autocomplete: 'off',
        })}
        <div class="acts">
          <button class="button primary" type="submit">${say('devices.next')}</button>
        </div>
      </form>
    </article>`;
  return { title, body };
}

/** Shows which device asks for what from where, and asks whether it may. */
export function leavePage({
  reader,
  csrfToken,
  problems,
  code,
  device,
  form,
}: View & { code: string; device: AskingDevice; form: KeyForm }): AppPage {
  const { say, formats } = reader;
  const title = say('devices.askTitle');
  const body = html`${renderHead(title, { lead: html`<p class="quiet">${say('devices.askText')}</p>` })}
    ${errorSummary(problems, say)}
    <article class="stack settings-body">
      <section class="card card-pad">
        ${renderFacts([
          [say('devices.name'), userText(device.name)],
          [say('devices.source'), device.source],
          [say('devices.until'), formats.dateTime(device.expiresAt)],
        ])}
      </section>
      ${renderCard({
        id: 'new-key',
        title: say('devices.rightsTitle'),
        isPadded: true,
        body: html`<form class="stack stack-s" method="post" action="/app/device/allow">
          ${csrfField(csrfToken)}
          <input type="hidden" name="code" value="${code}" />
          ${keyFields({ reader, form, problems })}
          <div class="acts">
            <button class="button primary" type="submit">${say('devices.allow')}</button>
          </div>
        </form>`,
      })}
      <form class="acts" method="post" action="/app/device/refuse">
        ${csrfField(csrfToken)}
        <input type="hidden" name="code" value="${code}" />
        <button class="button danger" type="submit">${say('devices.refuse')}</button>
      </form>
    </article>`;
  return { title, body };
}
