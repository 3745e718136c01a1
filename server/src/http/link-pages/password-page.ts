import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { GateView } from './code-page.ts';
import { gateAlert, renderGate } from './code-page.ts';

/** What takes the password that the sender of a drop has set. */
export interface PasswordForms {
  say: Say;
  /** Whether the page follows a wrong one. */
  isWrong: boolean;
  /** Whether the right one was entered in a browser that does not keep the page's cookie. */
  lacksCookie: boolean;
}

/** All that is shown before the password was entered. */
interface PasswordView extends PasswordForms, GateView {}

/** The page of a link until its receiver has entered the password. */
export function renderPasswordPage(view: PasswordView): string {
  const { secret, language } = view;
  const form = html`<form method="post" action="/d/${secret}/password?lang=${language}">
    ${passwordFields(view)}
  </form>`;
  return renderGate(view, renderPasswordForm(view, form));
}

/** What the form must have: the address that it goes to is its page's. */
export function passwordFields({ say, isWrong }: Pick<PasswordForms, 'say' | 'isWrong'>): Html {
  return html`<div class="field">
      <label class="label" for="password">${say('password.label')}</label>
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        autocomplete="off"
        aria-describedby="${isWrong ? 'notice told' : 'told'}"
        aria-invalid="${isWrong ? 'true' : 'false'}"
        maxlength="1024"
        required
        autofocus
      />
    </div>
    <button class="button primary big wide" type="submit">
      ${icon('lock')}${say('password.submit')}
    </button>`;
}

/** What is wrong, who tells the password, and the form. */
export function renderPasswordForm({ say, isWrong, lacksCookie }: PasswordForms, form: Html): Html {
  return html`${
      lacksCookie ? gateAlert(say('password.cookies')) : isWrong && gateAlert(say('password.wrong'))
    }
    <div class="slip gate">
      <div class="slip-part">
        <div class="row-words">
          <h2>${say('password.title')}</h2>
          <p class="quiet" id="told">${say('password.lead')}</p>
        </div>
        ${form}
      </div>
    </div>`;
}

/** In place of a page: this attempt was not verified. */
export function tooManyPasswords({
  retryAfterSeconds,
}: {
  retryAfterSeconds: number;
}): ValiseError {
  return new ValiseError(
    'too_many_requests',
    `Too many wrong passwords. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}
