import type { LinkedIdentity, Passkey } from '../../../domain/model/passkey.ts';
import { maxPasskeyName } from '../../../domain/passkeys/new-passkeys.ts';
import type { Site } from '../../../domain/passkeys/ceremony.ts';
import { crumb, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { csrfField, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { passkeyFacts } from '../frame/passkey-facts.ts';
import { settingsFrame } from '../frame/settings-frame.ts';

export interface PasskeysView {
  reader: PageReader;
  token: string;
  passkeys: readonly Passkey[];
  identities: readonly LinkedIdentity[];
  /** Each with the token for the link that begins to link it. */
  providers: readonly { id: string; name: string; issuer: string; linkToken: string }[];
  /** Undefined where passkeys do not work. */
  site: Site | undefined;
  creationOptions: object | undefined;
  /** What was done, or went wrong. */
  notice: Html | undefined;
}

const script = html`<script type="module" src="/assets/passkeys.js"></script>`;

/** The passkeys of a person, and the identities that are linked to the account. */
export function passkeysPage(view: PasskeysView): AppPage {
  const { reader } = view;
  const { say } = reader;
  const title = say('passkeys.title');
  const content = html`${
    view.passkeys.length === 0
      ? renderEmpty('search', say('passkeys.none'))
      : html`<ul class="stack">
          ${view.passkeys.map((passkey, at) => passkeyItem(view, passkey, at))}
        </ul>`
  }
  ${addForm(view)} ${view.providers.length > 0 && servicesSection(view)}`;
  const body = html`${renderHead(title, {
    above: crumb('security', say('security.back')),
    lead: html`<p class="quiet">${say('passkeys.lead')}</p>`,
  })}
  ${view.notice} ${settingsFrame(reader, 'security', content)}`;
  return { title, body, script };
}

function passkeyItem(view: PasskeysView, passkey: Passkey, at: number): Html {
  const { reader, token, site } = view;
  const { say } = reader;
  const id = `name-${at}`;
  return html`<li class="card card-pad stack stack-s">
    <div class="recipient-who">
      <span class="file-tile">${icon('passkey')}</span>
      <div class="row-words">
        <h2>${userText(passkey.name)}</h2>
        ${passkeyFacts(passkey, reader)}
      </div>
    </div>
    ${
      site !== undefined &&
      site.rpId !== passkey.rpId &&
      html`<p class="quiet">${say('passkeys.forOther', { host: passkey.rpId })}</p>`
    }
    <form class="stack stack-s" method="post" action="/app/security/passkeys/rename">
      ${csrfField(token)}
      <input type="hidden" name="id" value="${passkey.id}" />
      <div class="field">
        <label class="label" for="${id}">${say('passkeys.name')}</label>
        <input
          class="input"
          id="${id}"
          name="name"
          type="text"
          value="${passkey.name}"
          maxlength="${maxPasskeyName}"
          autocomplete="off"
        />
      </div>
      <div class="acts">
        <button
          class="button"
          type="submit"
          aria-label="${say('passkeys.rename')}: ${passkey.name}"
        >
          ${say('passkeys.rename')}
        </button>
      </div>
    </form>
    <form class="acts" method="post" action="/app/security/passkeys/remove">
      ${csrfField(token)}
      <input type="hidden" name="id" value="${passkey.id}" />
      <button
        class="button danger"
        type="submit"
        aria-label="${say('passkeys.remove')}: ${passkey.name}"
      >
        ${say('passkeys.remove')}
      </button>
    </form>
  </li>`;
}

function addForm({ reader, token, creationOptions }: PasskeysView): Html {
  const { say } = reader;
  if (creationOptions === undefined) return html`<p>${say('passkeys.wrongPlace')}</p>`;
  return html`<p data-without-passkeys>${say('passkeys.needsScript')}</p>
    <form
      class="card card-pad stack stack-s"
      method="post"
      action="/app/security/passkeys/add"
      hidden
      data-passkey="create"
      data-options="${JSON.stringify(creationOptions)}"
    >
      ${csrfField(token)}
      <input type="hidden" name="response" value="" data-response />
      ${field({ name: 'name', label: say('passkeys.name'), hint: say('passkeys.nameHint') })}
      <div class="acts">
        <button class="button primary" type="submit">${icon('plus')}${say('passkeys.add')}</button>
      </div>
    </form>`;
}

function servicesSection({ reader, token, identities, providers }: PasskeysView): Html {
  const { say } = reader;
  return html`<section class="card card-pad stack stack-s">
    <h2>${say('passkeys.servicesTitle')}</h2>
    <p class="quiet">${say('passkeys.servicesLead')}</p>
    <ul class="stack stack-s">
      ${providers.flatMap((provider) => {
        const linked = identities.filter(({ issuer }) => issuer === provider.issuer);
        return [
          ...linked.map(
            ({ issuer, subject, label }) =>
              html`<li class="stack stack-xs">
                <p>${say('passkeys.linkedAs', { provider: provider.name, name: label })}</p>
                <form method="post" action="/app/security/passkeys/unlink">
                  ${csrfField(token)}
                  <input type="hidden" name="issuer" value="${issuer}" />
                  <input type="hidden" name="subject" value="${subject}" />
                  <button
                    class="button"
                    type="submit"
                    aria-label="${say('passkeys.unlink')}: ${provider.name}"
                  >
                    ${say('passkeys.unlink')}
                  </button>
                </form>
              </li>`,
          ),
          ...(linked.length > 0
            ? []
            : [
                html`<li>
                  <a
                    class="button"
                    href="/app/security/passkeys/link/${provider.id}?token=${provider.linkToken}"
                    >${say('passkeys.link', { provider: provider.name })}</a
                  >
                </li>`,
              ]),
        ];
      })}
    </ul>
  </section>`;
}
