import type { AppPage, PageReader } from '../app/frame/frame.ts';
import { codeField } from '../app/frame/authenticator-parts.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import {
  alertNotice,
  csrfField,
  errorSummary,
  field,
  successNotice,
  usernameField,
} from '../app/frame/forms.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { emptyArt } from '../html/notes.ts';
import { breakAfterAt } from '../link-pages/page-parts.ts';
import { besideClaim } from './entry-claim.ts';
import { passkeyScript, timeZoneField } from './sign-in-ways.ts';

interface View {
  reader: PageReader;
  token: string;
  problems?: readonly FieldProblem[];
}

export interface SignInView extends View {
  email: string;
  /** The page to go to afterwards. */
  next: string;
  /** What went wrong with the last attempt. */
  alert?: string;
  /** Whether the reader has just signed out. */
  isOut?: boolean;
  status?: number;
  /** Ways to sign in without a password. */
  ways: Html | undefined;
}

export function signInPage(view: SignInView): AppPage {
  const { reader, token, email, next, alert, isOut = false } = view;
  const { say, language } = reader;
  const title = say('signIn.title');
  const form = html`${isOut && alert === undefined && successNotice(say('signIn.signedOut'))}
    ${alert !== undefined && alertNotice(alert)}
    <div class="stack stack-xs">
      <h1>${title}</h1>
      <p class="quiet">${say('signIn.lead')}</p>
    </div>
    <form class="stack stack-s" method="post" action="/sign-in?lang=${language}">
      ${csrfField(token)}
      <input type="hidden" name="next" value="${next}" />
      ${field({
        name: 'email',
        label: say('signIn.email'),
        type: 'email',
        inputmode: 'email',
        value: email,
        autocomplete: 'username webauthn',
        isFirst: alert === undefined,
      })}
      <div class="field">
        <span class="label"
          ><label for="password">${say('signIn.password')}</label>
          <a class="small" href="/forgot?lang=${language}">${say('signIn.forgot')}</a></span
        >
        <input
          class="input"
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
        />
      </div>
      <button class="button primary big wide" type="submit">${say('signIn.submit')}</button>
    </form>
    ${view.ways}`;
  const body = besideClaim(form, say);
  const script = html`${passkeyScript}
    <script type="module" src="/assets/signed-out.js"></script>`;
  return { title, body, script, ...(view.status !== undefined && { status: view.status }) };
}

/** In place of a form, where the browser would not keep its cookies. */
export function insecurePage({ say }: PageReader): AppPage {
  const title = say('signIn.insecureTitle');
  return entryNotice(title, html`<p>${say('signIn.insecureText')}</p>`, 403);
}

export interface SetPasswordView extends View {
  kind: 'invitation' | 'reset';
  serviceName: string;
  email: string;
  /** Whether the account has API keys, which end with the new password. */
  hasKeys: boolean;
  name: string;
  /** Of the link. */
  secret: string;
  /** What went wrong with the last attempt. */
  alert: string | undefined;
  /** Ways to accept an invitation without a password. */
  ways: Html | undefined;
  /** The passkeys and identities that stay if they are ticked. */
  others: readonly { value: string; text: string }[];
  /** Says that the code of an authenticator was entered; empty where none is needed. */
  codeProof: string;
}

/** Asks for the code of an authenticator before anything behind a link is shown. */
export function linkCodePage(
  view: Pick<SetPasswordView, 'reader' | 'token' | 'kind' | 'secret' | 'problems'>,
): AppPage {
  const { reader, kind, problems = [] } = view;
  const { say } = reader;
  const title = say('signIn.codeTitle');
  const fields = html`${csrfField(view.token)} ${codeField(say, problems)}
    <button class="button primary big wide" type="submit">
      ${say('security.confirmedContinue')}
    </button>`;
  const body = html`<article class="entry-form stack">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    <p class="quiet">${say('signIn.resetCodeLead')}</p>
    ${linkForm({ ...view, kind }, fields)}
  </article>`;
  return { title, body, ...(problems.length > 0 && { status: 422 }) };
}

function linkForm(
  { kind, secret, reader }: Pick<SetPasswordView, 'kind' | 'secret' | 'reader'>,
  fields: Html,
): Html {
  return kind === 'invitation'
    ? html`<form
        class="stack stack-s"
        method="post"
        action="/join/${secret}?lang=${reader.language}"
      >
        ${fields}
      </form>`
    : html`<form
        class="stack stack-s"
        method="post"
        action="/reset/${secret}?lang=${reader.language}"
      >
        ${fields}
      </form>`;
}

/** What else opens the account. Nothing is ticked: somebody else may have added it. */
function otherWays({ others, reader: { say } }: SetPasswordView): Html {
  return html`<fieldset>
    <legend class="label">${say('signIn.resetKeepTitle')}</legend>
    <p class="hint">${say('signIn.resetKeepLead')}</p>
    ${others.map(
      ({ value, text }) =>
        html`<label class="choice"
          ><input type="checkbox" name="keep" value="${value}" /><span
            >${userText(text)}</span
          ></label
        >`,
    )}
  </fieldset>`;
}

/** The page behind an invitation or a reset. */
export function setPasswordPage(view: SetPasswordView): AppPage {
  const { reader, kind, serviceName, email, alert, problems = [] } = view;
  const { say } = reader;
  const isInvited = kind === 'invitation';
  const title = isInvited
    ? say('signIn.joinTitle', { service: serviceName })
    : say('signIn.resetTitle');
  const name = field({
    name: 'name',
    label: say('signIn.name'),
    hint: say('signIn.nameHint'),
    value: view.name,
    autocomplete: 'name',
    problems,
  });
  const fields = html`${csrfField(view.token)}
    <p class="field">
      <span class="label">${say('signIn.email')}</span>
      <span>${breakAfterAt(email)}</span>
    </p>
    ${usernameField(email)} ${isInvited && html`${timeZoneField}${name}`}
    ${field({
      name: 'password',
      label: isInvited ? say('signIn.password') : say('signIn.newPassword'),
      type: 'password',
      hint: say('signIn.passwordHint'),
      autocomplete: 'new-password',
      problems,
    })}
    ${view.others.length > 0 && otherWays(view)}
    <input type="hidden" name="codeProof" value="${view.codeProof}" />
    <button class="button primary big wide" type="submit">
      ${isInvited ? say('signIn.join') : say('signIn.setPassword')}
    </button>`;
  const body = html`<article class="entry-form stack">
    ${errorSummary(problems, say)} ${alert !== undefined && alertNotice(alert)}
    <h1>${title}</h1>
    <p class="quiet">${isInvited ? say('signIn.joinLead') : say('signIn.resetLead')}</p>
    ${view.hasKeys && html`<p>${say('signIn.resetKeys')}</p>`} ${linkForm(view, fields)}
    ${view.ways}
  </article>`;
  const isRefused = problems.length > 0 || alert !== undefined;
  const script = view.ways && passkeyScript;
  return { title, body, ...(script && { script }), ...(isRefused && { status: 422 }) };
}

/** The answer to a link that is unknown, used or expired; nothing tells which. */
export function endedLinkPage(
  { say, language }: PageReader,
  kind: 'invitation' | 'reset',
): AppPage {
  const way =
    kind === 'invitation'
      ? html`<p>${say('signIn.endedInvitation')}</p>`
      : html`<p>${say('signIn.endedReset')}</p>
          <p>
            <a class="button" href="/forgot?lang=${language}">${say('signIn.forgotSubmit')}</a>
          </p>`;
  return entryNotice(say('signIn.endedTitle'), way, 404);
}

export function forgotPage({ reader, token, problems = [] }: View): AppPage {
  const { say, language } = reader;
  const title = say('signIn.forgotTitle');
  const body = html`<article class="entry-form stack">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    <div class="stack stack-xs quiet">
      <p>${say('signIn.forgotLead')}</p>
      <p>${say('signIn.forgotPasskey')}</p>
    </div>
    <form class="stack stack-s" method="post" action="/forgot?lang=${language}">
      ${csrfField(token)}
      ${field({
        name: 'email',
        label: say('signIn.email'),
        type: 'email',
        inputmode: 'email',
        autocomplete: 'username',
        problems,
      })}
      <button class="button primary big wide" type="submit">${say('signIn.forgotSubmit')}</button>
    </form>
    <p class="small"><a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a></p>
  </article>`;
  return { title, body, ...(problems.length > 0 && { status: 422 }) };
}

/** The same for every address. */
export function forgotSentPage({ say, language }: PageReader): AppPage {
  return entryNotice(
    say('signIn.forgotSentTitle'),
    html`<p>${say('signIn.forgotSentText')}</p>
      <p><a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a></p>`,
  );
}

/** A page that only says something. */
export function entryNotice(title: string, content: Html, status = 200): AppPage {
  const body = html`<div class="narrow">
    <section class="card empty">
      ${emptyArt(status === 200 ? 'inbox' : 'search')}
      <h1>${title}</h1>
      ${content}
    </section>
  </div>`;
  return { title, body, status };
}
