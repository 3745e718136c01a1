import type { CodeRefusal } from '../../../domain/people/authenticators.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { FieldProblem } from './forms.ts';
import { csrfField, errorSummary, field } from './forms.ts';
import type { AppPage, PageReader } from './frame.ts';
import { renderQrCode } from './qr-code.ts';

/** What a page says of a code that was not accepted. */
export function explainRefusal({ kind }: CodeRefusal, say: Say): FieldProblem {
  const text = say(kind === 'blocked' ? 'signIn.codeBlocked' : 'signIn.codeRefused');
  return { field: 'code', text };
}

/** Takes a code of the app, or a recovery code. */
export function codeField(say: Say, problems: readonly FieldProblem[], name = 'code'): Html {
  const [label, hint] = [say('signIn.codeLabel'), say('signIn.codeHint')];
  return field({ name, label, hint, autocomplete: 'one-time-code', problems });
}

/** The page to go to afterwards. */
export const nextField = (next: string) =>
  html`<input type="hidden" name="next" value="${next}" />`;

export interface SetUpView {
  reader: PageReader;
  csrfToken: string;
  /** In base32. */
  secret: string;
  /** What the app shows: the service and the account. */
  serviceName: string;
  email: string;
  /** The form around these fields: where it is sent, and its own fields. */
  form: (fields: Html) => Html;
  problems?: readonly FieldProblem[];
  /** Why an app is asked for. */
  lead?: string;
  /** What follows the form. */
  end?: Html | undefined;
  script?: Html | undefined;
}

/** How an app is added: a QR code, or the secret to type in, and a first code. */
export function setUpPage(view: SetUpView): AppPage {
  const { reader, problems = [], lead, end, script } = view;
  const { say } = reader;
  const title = say('security.appAdd');
  const fields = html`${csrfField(view.csrfToken)}
    ${field({
      name: 'code',
      label: say('signIn.codeLabel'),
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      problems,
    })}
    <div class="acts">
      <button class="button primary" type="submit">${say('security.appConfirm')}</button>
    </div>`;
  const body = html`<article class="card card-pad stack stack-s settings-body">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    ${lead !== undefined && html`<p>${lead}</p>`} ${secretToScan(view)} ${view.form(fields)} ${end}
  </article>`;
  return { title, body, ...(script && { script }), ...(problems.length > 0 && { status: 422 }) };
}

/** The secret that an app is given, to scan or to type in. */
function secretToScan({ reader: { say }, secret, serviceName, email }: SetUpView): Html {
  const label = `${serviceName}:${email}`;
  const query = new URLSearchParams({ secret, issuer: serviceName });
  const address = `otpauth://totp/${encodeURIComponent(label)}?${query.toString()}`;
  return html`<p>${say('security.appScan')}</p>
    ${renderQrCode(address, say('security.appScan'))}
    <p>${say('security.appType')} <code>${secret.match(/.{4}/g)?.join(' ') ?? secret}</code></p>`;
}

/** The codes, the only time that they are shown, and a button to the next page, below `/app/`. */
export function recoveryCodesPage(
  { say }: PageReader,
  codes: readonly string[],
  next: string,
): AppPage {
  const title = say('security.codesTitle');
  const body = html`<article class="card card-pad stack stack-s settings-body">
    <h1>${title}</h1>
    <p>${say('security.codesLead')}</p>
    <ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p>
      <a class="button primary" href="/app/${next.slice('/app/'.length)}"
        >${say('security.codesKept')}</a
      >
    </p>
  </article>`;
  return { title, body };
}
