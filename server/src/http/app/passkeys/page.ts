import type { LinkedIdentity, Passkey } from '../../../domain/model/passkey.ts';
import { maxPasskeyName } from '../../../domain/passkeys/new-passkeys.ts';
import type { Site } from '../../../domain/passkeys/ceremony.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { csrfField, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';

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
  const { say } = view.reader;
  const title = say('passkeys.title');
  const body = html`<article class="person-form">
    ${view.notice}
    <h1>${title}</h1>
    <p>${say('passkeys.lead')}</p>
    ${
      view.passkeys.length === 0
        ? html`<p>${say('passkeys.none')}</p>`
        : html`<ul class="way-list">
            ${view.passkeys.map((passkey, at) => passkeyItem(view, passkey, at))}
          </ul>`
    }
    ${addForm(view)} ${view.providers.length > 0 && servicesSection(view)}
  </article>`;
  return { title, body, script };
}

function passkeyItem(view: PasskeysView, passkey: Passkey, at: number): Html {
  const { reader, token, site } = view;
  const { say, formats } = reader;
  const id = `name-${at}`;
  return html`<li class="panel">
    <h2>${passkey.name}</h2>
    <p>${say('passkeys.addedOn', { date: formats.dateTime(passkey.createdAt) })}</p>
    <p>
      ${
        passkey.lastUsedAt === undefined
          ? say('passkeys.neverUsed')
          : say('passkeys.lastUsed', { date: formats.dateTime(passkey.lastUsedAt) })
      }
    </p>
    ${
      site !== undefined &&
      site.rpId !== passkey.rpId &&
      html`<p>${say('passkeys.forOther', { host: passkey.rpId })}</p>`
    }
    <form method="post" action="/app/security/passkeys/rename">
      ${csrfField(token)}
      <input type="hidden" name="id" value="${passkey.id}" />
      <div class="field">
        <label for="${id}">${say('passkeys.name')}</label>
        <input
          id="${id}"
          name="name"
          type="text"
          value="${passkey.name}"
          maxlength="${maxPasskeyName}"
          autocomplete="off"
        />
      </div>
      <button class="button" type="submit" aria-label="${say('passkeys.rename')}: ${passkey.name}">
        ${say('passkeys.rename')}
      </button>
    </form>
    <form method="post" action="/app/security/passkeys/remove">
      ${csrfField(token)}
      <input type="hidden" name="id" value="${passkey.id}" />
      <button class="button" type="submit" aria-label="${say('passkeys.remove')}: ${passkey.name}">
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
      class="panel"
      method="post"
      action="/app/security/passkeys/add"
      hidden
      data-passkey="create"
      data-options="${JSON.stringify(creationOptions)}"
    >
      ${csrfField(token)}
      <input type="hidden" name="response" value="" data-response />
      ${field({ name: 'name', label: say('passkeys.name'), hint: say('passkeys.nameHint') })}
      <button class="button button-main" type="submit">${say('passkeys.add')}</button>
    </form>`;
}

function servicesSection({ reader, token, identities, providers }: PasskeysView): Html {
  const { say } = reader;
  return html`<section class="person-form">
    <h2>${say('passkeys.servicesTitle')}</h2>
    <p>${say('passkeys.servicesLead')}</p>
    <ul class="way-list">
      ${providers.flatMap((provider) => {
        const linked = identities.filter(({ issuer }) => issuer === provider.issuer);
        return [
          ...linked.map(
            ({ issuer, subject, label }) =>
              html`<li class="panel">
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
