import type { KeptContent } from '../../../domain/people/kept-forms.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import { renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { proofFields } from '../../routing/session-guard.ts';
import { codeField } from './authenticator-parts.ts';
import type { FieldProblem } from './forms.ts';
import { alertNotice, csrfField, errorSummary, field, usernameField } from './forms.ts';
import type { AppPage, PageReader } from './frame.ts';

export interface ConfirmView extends KeptContent {
  csrfToken: string;
  email: string;
  hasPassword: boolean;
  /** Whether an app protects the account: the password alone is not enough then. */
  asksForCode: boolean;
  /** What the script calls the browser with; undefined where the person has no passkey for this address. */
  passkeyOptions: object | undefined;
  /** Those that are linked, each with the page to come back to and the token of the link that begins. */
  providers: readonly { id: string; name: string; next: string; token: string }[];
  /** What was wrong with the proof that was given. */
  problem: { field: string; problem: string } | undefined;
}

/**
 * Asks a person to prove who they are. The forms repeat what they sent, with the proof, so that nothing has
 * to be entered twice; a page that was asked for is opened afterwards.
 */
export function confirmPage(reader: PageReader, view: ConfirmView): AppPage {
  const { say } = reader;
  const problems = explain(view.problem, say);
  const title = say('security.confirmTitle');
  const hasNoWay =
    !view.hasPassword && view.passkeyOptions === undefined && view.providers.length === 0;
  const body = html`${renderHead(title, {
      lead: html`<p class="quiet">${say('security.confirmLead')}</p>`,
    })}
    <article class="stack settings-body">
      ${errorSummary(problems, say)}
      ${
        view.problem?.field === proofFields.passkey &&
        alertNotice(say('security.confirmPasskeyRefused'))
      }
      ${hasNoWay && html`<p>${say('security.confirmNoWay')}</p>`}
      ${view.hasPassword && passwordForm(view, say, problems)}
      <div class="stack stack-s">
        ${view.passkeyOptions !== undefined && passkeyForm(view, view.passkeyOptions, say)}
        ${view.providers.map(
          ({ id, name, next, token }) =>
            html`<p>
              <a
                class="button"
                href="/app/confirm/${id}?token=${token}&next=${encodeURIComponent(next)}"
                >${say('security.confirmWithProvider', { provider: name })}</a
              >
            </p>`,
        )}
      </div>
    </article>`;
  const script = html`<script type="module" src="/assets/passkeys.js"></script>`;
  return { title, body, status: 403, ...(view.passkeyOptions !== undefined && { script }) };
}

function passwordForm(view: ConfirmView, say: Say, problems: readonly FieldProblem[]): Html {
  return html`<form class="card card-pad stack stack-s" method="post" action="/app/${pathOf(view)}">
    ${csrfField(view.csrfToken)} ${repeat(view)} ${usernameField(view.email)}
    ${field({
      name: proofFields.password,
      label: say('signIn.password'),
      type: 'password',
      autocomplete: 'current-password',
      problems,
    })}
    ${view.asksForCode && codeField(say, problems, proofFields.code)}
    <div class="acts">
      <button class="button primary" type="submit">${say('security.confirm')}</button>
    </div>
  </form>`;
}

function passkeyForm(view: ConfirmView, options: object, say: Say): Html {
  return html`<p data-without-passkeys>${say('security.confirmNeedsScript')}</p>
    <form
      method="post"
      action="/app/${pathOf(view)}"
      hidden
      data-passkey="prove"
      data-options="${JSON.stringify(options)}"
    >
      ${csrfField(view.csrfToken)} ${repeat(view)}
      <input type="hidden" name="${proofFields.passkey}" value="" data-response />
      <button class="button" type="submit">${say('security.confirmWithPasskey')}</button>
    </form>`;
}

/** Shows a form that was kept while its sender confirmed at a provider; undefined where it is gone. */
export function keptFormPage(
  { say }: PageReader,
  csrfToken: string,
  form: KeptContent | undefined,
): AppPage {
  const title = say('security.confirmedTitle');
  const body = html`<article class="card card-pad stack stack-s narrow">
    <h1>${title}</h1>
    ${
      form === undefined
        ? html`<p>${say('security.confirmedGone')}</p>
            <p><a href="/app/">${say('app.backHome')}</a></p>`
        : html`<p>${say('security.confirmedLead')}</p>
            <form method="post" action="/app/${pathOf(form)}">
              ${csrfField(csrfToken)} ${repeat(form)}
              <button class="button primary" type="submit" autofocus>
                ${say('security.confirmedContinue')}
              </button>
            </form>`
    }
  </article>`;
  return { title, body, status: form === undefined ? 404 : 200 };
}

function repeat({ fields }: KeptContent): Html[] {
  return fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

function explain(problem: ConfirmView['problem'], say: Say): FieldProblem[] {
  const isBlocked = problem?.problem === 'blocked';
  if (problem?.field === proofFields.password) {
    const text = say(isBlocked ? 'signIn.blocked' : 'security.passwordWrong');
    return [{ field: proofFields.password, text }];
  }
  if (problem?.field === proofFields.code) {
    const text = say(isBlocked ? 'signIn.codeBlocked' : 'signIn.codeRefused');
    return [{ field: proofFields.code, text }];
  }
  return [];
}

/** All these pages are below `/app/`. */
function pathOf({ path }: KeptContent): string {
  return path.slice('/app/'.length);
}
