import type { Session } from '../../../domain/model/person.ts';
import type { AuthenticatorStatus } from '../../../domain/people/authenticators.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderPanel } from '../../html/layout.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field, usernameField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';

export interface SecurityView {
  reader: PageReader;
  /** Of the account, for password managers. */
  email: string;
  csrfToken: string;
  hasPassword: boolean;
  authenticator: AuthenticatorStatus;
  /** The living sessions, and which of them this browser has. */
  sessions: readonly Session[];
  current: Session;
  problems?: readonly FieldProblem[];
  /** What was done. */
  done?: Html | undefined;
}

export function securityPage(view: SecurityView): AppPage {
  const { reader, problems = [], done } = view;
  const { say } = reader;
  const title = say('security.title');
  const body = html`${errorSummary(problems, say)} ${done}
    <h1>${title}</h1>
    ${passwordPanel(view)} ${authenticatorPanel(view)} ${passkeyPanel(view)} ${sessionsPanel(view)}
    ${keysPanel(view)}`;
  return { title, body, ...(problems.length > 0 && { status: 422 }) };
}

function passwordPanel(view: SecurityView): Html {
  const { reader, email, csrfToken, problems = [] } = view;
  const { say } = reader;
  const next = field({
    name: 'password',
    label: say('signIn.newPassword'),
    type: 'password',
    hint: say('signIn.passwordHint'),
    autocomplete: 'new-password',
    problems,
  });
  const first = html`<p>${say('security.noPassword')}</p>
    <form class="person-form" method="post" action="/app/security/password/first">
      ${csrfField(csrfToken)} ${usernameField(email)} ${next}
      <button class="button" type="submit">${say('signIn.setPassword')}</button>
    </form>`;
  const change = html`<form class="person-form" method="post" action="/app/security/password">
    ${csrfField(csrfToken)} ${usernameField(email)}
    ${field({
      name: 'current',
      label: say('security.currentPassword'),
      type: 'password',
      autocomplete: 'current-password',
      problems,
    })}
    ${next}
    ${
      view.authenticator.isOn &&
      field({
        name: 'code',
        label: say('signIn.codeLabel'),
        hint: say('signIn.codeHint'),
        autocomplete: 'one-time-code',
        problems,
      })
    }
    <button class="button" type="submit">${say('security.changePassword')}</button>
  </form>`;
  return renderPanel({
    id: 'password-panel',
    title: say('signIn.password'),
    body: view.hasPassword ? change : first,
  });
}

function authenticatorPanel({ reader: { say }, csrfToken, authenticator }: SecurityView): Html {
  const { isOn, recoveryCodesLeft } = authenticator;
  const body = isOn
    ? html`<p>${say('security.appOn')}</p>
        <p>${say('security.codesLeft', { count: recoveryCodesLeft })}</p>
        <form method="post" action="/app/security/recovery-codes">
          ${csrfField(csrfToken)}
          <button class="button" type="submit">${say('security.newCodes')}</button>
        </form>
        <form method="post" action="/app/security/authenticator/remove">
          ${csrfField(csrfToken)}
          <button class="button" type="submit">${say('security.appRemove')}</button>
        </form>`
    : html`<p>${say('security.appOff')}</p>
        <p><a class="button" href="/app/security/authenticator">${say('security.appAdd')}</a></p>`;
  return renderPanel({ id: 'authenticator-panel', title: say('security.appTitle'), body });
}

function passkeyPanel({ reader: { say } }: SecurityView): Html {
  return renderPanel({
    id: 'passkeys-panel',
    title: say('passkeys.title'),
    body: html`<p>${say('passkeys.lead')}</p>
      <p><a class="button" href="/app/security/passkeys">${say('passkeys.title')}</a></p>`,
  });
}

function keysPanel({ reader: { say } }: SecurityView): Html {
  return renderPanel({
    id: 'keys-panel',
    title: say('keys.title'),
    body: html`<p>${say('keys.lead')}</p>
      <p><a class="button" href="/app/security/keys">${say('keys.title')}</a></p>`,
  });
}

function sessionsPanel({ reader, csrfToken, sessions, current }: SecurityView): Html {
  const { say, formats } = reader;
  const others = sessions.filter(({ id }) => id !== current.id);
  const rows = sessions.map(
    (session) =>
      html`<li class="session">
        <div>
          <p>
            <strong>${browserName(session.client)}</strong>
            ${session.id === current.id && html`<span class="quiet">${say('security.thisOne')}</span>`}
          </p>
          <p class="quiet">
            ${session.source} ·
            ${say('security.lastUsed', { date: formats.dateTime(session.lastUsedAt) })}
          </p>
        </div>
        ${
          session.id !== current.id &&
          html`<form method="post" action="/app/security/sessions/${session.id}/end">
            ${csrfField(csrfToken)}
            <button class="button" type="submit">${say('security.endSession')}</button>
          </form>`
        }
      </li>`,
  );
  const endAll = html`<form method="post" action="/app/security/end-others">
    ${csrfField(csrfToken)}
    <button class="button" type="submit">${say('security.endOthers')}</button>
  </form>`;
  return renderPanel({
    id: 'sessions-panel',
    title: say('security.sessions'),
    body: html`<ul class="sessions">
        ${rows}
      </ul>
      ${others.length > 0 && endAll}`,
  });
}

/** A header names also those that its browser or system is like; the first of these that it names is meant. */
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'curl'];
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'];

/** The browser and the system of a User-Agent header, as far as people know them. */
export function browserName(client: string): string {
  const browser = browsers.find((name) => client.includes(`${name}/`));
  const system = systems.find((name) => client.includes(name));
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const known = [browser, system].filter((word) => word !== undefined);
  return known.length === 0
    ? client.slice(0, 40) || '?'
    : known.map((word) => names[word] ?? word).join(', ');
}
