import type { PageReader } from '../app/frame/frame.ts';
import { csrfField } from '../app/frame/forms.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';

export interface SignInWaysView {
  reader: PageReader;
  token: string;
  /** The page to go to afterwards. */
  next: string;
  /** What the script calls the browser with; undefined where passkeys do not work. */
  passkeyOptions: object | undefined;
  providers: readonly { id: string; name: string }[];
}

/** Ways to sign in without a password. The form for passkeys stays hidden without its script. */
export function signInWays(view: SignInWaysView): Html | undefined {
  const { reader, token, next, passkeyOptions, providers } = view;
  const { say, language } = reader;
  if (passkeyOptions === undefined && providers.length === 0) return undefined;
  const passkey =
    passkeyOptions !== undefined &&
    html`<form
      method="post"
      action="/sign-in/passkey?lang=${language}"
      hidden
      data-passkey="sign-in"
      data-options="${JSON.stringify(passkeyOptions)}"
    >
      ${csrfField(token)}
      <input type="hidden" name="next" value="${next}" />
      <input type="hidden" name="response" value="" data-response />
      <button class="button wide" type="submit">
        ${icon('passkey')}${say('passkeys.usePasskey')}
      </button>
    </form>`;
  const or = html`<p class="or"><span>${say('signIn.or')}</span></p>`;
  return html`${providers.length > 0 ? or : html`<div hidden data-with-passkeys>${or}</div>`}
    <div class="stack stack-xs">
      ${passkey}
      ${providers.map(
        ({ id, name }) =>
          html`<a
            class="button wide"
            href="/sign-in/oidc/${id}?lang=${language}&next=${encodeURIComponent(next)}"
            >${icon('shield')}${say('passkeys.useProvider', { provider: name })}</a
          >`,
      )}
    </div>`;
}

export interface JoinWaysView {
  reader: PageReader;
  token: string;
  /** Of the invitation. */
  secret: string;
  /** What the script calls the browser with; undefined where passkeys do not work. */
  passkeyOptions: object | undefined;
  /** Each with the token of the link that begins. */
  providers: readonly { id: string; name: string; token: string }[];
}

/** Ways to accept an invitation without a password. The form for passkeys takes the name from the first form. */
export function joinWays(view: JoinWaysView): Html | undefined {
  const { reader, token, secret, passkeyOptions, providers } = view;
  const { say, language } = reader;
  const passkey =
    passkeyOptions !== undefined &&
    html`<section class="stack stack-s entry-more" hidden data-with-passkeys>
      <h2>${say('signIn.joinWithoutPassword')}</h2>
      <p class="quiet">${say('passkeys.lead')}</p>
      <form
        method="post"
        action="/join/${secret}/passkey?lang=${language}"
        hidden
        data-passkey="create"
        data-options="${JSON.stringify(passkeyOptions)}"
      >
        ${csrfField(token)} ${timeZoneField}
        <input type="hidden" name="name" value="" data-copy="name" />
        <input type="hidden" name="response" value="" data-response />
        <button class="button wide" type="submit">
          ${icon('passkey')}${say('signIn.joinWithPasskey')}
        </button>
      </form>
      <p class="small quiet">${say('signIn.joinPasskeyLost')}</p>
    </section>`;
  const services =
    providers.length > 0 &&
    html`<div class="stack stack-xs">
      ${providers.map(
        ({ id, name, token: begin }) =>
          html`<a
            class="button wide"
            href="/join/${secret}/oidc/${id}?token=${begin}&lang=${language}"
            data-time-zone
            >${icon('shield')}${say('signIn.joinWithProvider', { provider: name })}</a
          >`,
      )}
    </div>`;
  return passkey === false && services === false ? undefined : html`${passkey} ${services}`;
}

/** The script of every page fills in the browser's time zone. */
export const timeZoneField = html`<input type="hidden" name="zone" value="" data-time-zone />`;

/** Loads what fills in the forms for passkeys. */
export const passkeyScript = html`<script type="module" src="/assets/passkeys.js"></script>`;
