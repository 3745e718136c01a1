import { tokenHint } from './curl-hint.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { AccountView, IndexView } from './index-view.ts';
import { userText } from '../html/user-text.ts';

const roles: Record<AccountView['role'], string> = {
  api: 'Program (API account)',
  user: 'Person',
  admin: 'Administrator',
};

export function accountSection(view: IndexView): Html {
  const { email, number, role } = view.account;
  const [name = email] = email.split('@');
  return html`<section class="account">
    <h1>Welcome, ${userText(name)}</h1>
    <dl class="facts">
      <div>
        <dt>E-mail</dt>
        <dd>${userText(email)}</dd>
      </div>
      <div>
        <dt>Mobile number</dt>
        <dd>${userText(number)}</dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>${roles[role]}</dd>
      </div>
    </dl>
    ${role === 'api' && programHelp(view)}
  </section>`;
}

function programHelp(view: IndexView): Html {
  return html`<details class="help">
    <summary>How a program uses this account</summary>
    <p>
      Every operation needs the header <code>CSRF-Token</code>. Its value stands in a hidden field
      of this page, and stays good as long as it is used. The commands on this page ask for the API
      key and read the token from <code>$TOKEN</code>:
    </p>
    ${tokenHint(view)}
  </details>`;
}
