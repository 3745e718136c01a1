import type { Session } from '../../../domain/model/person.ts';
import type { AuthenticatorStatus } from '../../../domain/people/authenticators.ts';
import { factsLine, renderCard, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderState } from '../../html/states.ts';
import { codeField } from '../frame/authenticator-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field, usernameField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { settingsFrame } from '../frame/settings-frame.ts';
import { whenIn } from '../frame/when.ts';

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
  const body = html`${renderHead(title)} ${errorSummary(problems, say)} ${done}
  ${settingsFrame(
    reader,
    'security',
    html`${passwordPanel(view)} ${authenticatorPanel(view)} ${sessionsPanel(view)}`,
  )}`;
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
    <form class="stack stack-s" method="post" action="/app/security/password/first">
      ${csrfField(csrfToken)} ${usernameField(email)} ${next}
      <div class="acts">
        <button class="button" type="submit">${say('signIn.setPassword')}</button>
      </div>
    </form>`;
  const change = html`<form class="stack stack-s" method="post" action="/app/security/password">
    ${csrfField(csrfToken)} ${usernameField(email)}
    ${field({
      name: 'current',
      label: say('security.currentPassword'),
      type: 'password',
      autocomplete: 'current-password',
      problems,
    })}
    ${next} ${view.authenticator.isOn && codeField(say, problems)}
    <div class="acts">
      <button class="button" type="submit">${say('security.changePassword')}</button>
    </div>
  </form>`;
  return renderCard({
    id: 'password-panel',
    title: say('signIn.password'),
    isPadded: true,
    body: view.hasPassword ? change : first,
  });
}

function authenticatorPanel({ reader: { say }, csrfToken, authenticator }: SecurityView): Html {
  const { isOn, recoveryCodesLeft } = authenticator;
  const body = isOn
    ? html`<p>${renderState('guarded', say('security.appOn'), 'plain')}</p>
        <p class="quiet">${say('security.codesLeft', { count: recoveryCodesLeft })}</p>
        <div class="acts">
          <form method="post" action="/app/security/recovery-codes">
            ${csrfField(csrfToken)}
            <button class="button" type="submit">${say('security.newCodes')}</button>
          </form>
          <form method="post" action="/app/security/authenticator/remove">
            ${csrfField(csrfToken)}
            <button class="button danger" type="submit">${say('security.appRemove')}</button>
          </form>
        </div>`
    : html`<p class="quiet">${say('security.appOff')}</p>
        <p><a class="button" href="/app/security/authenticator">${say('security.appAdd')}</a></p>`;
  return renderCard({
    id: 'authenticator-panel',
    title: say('security.appTitle'),
    isPadded: true,
    body,
  });
}

function sessionsPanel({ reader, csrfToken, sessions, current }: SecurityView): Html {
  const { say } = reader;
  const others = sessions.filter(({ id }) => id !== current.id);
  const rows = sessions.map(
    (session) =>
      html`<li>
        <div class="row row-stack">
          <span class="file-tile">${icon('laptop')}</span>
          <span class="row-words"
            ><strong>${browserName(session.client)}</strong> ${factsLine([
              session.source,
              session.id === current.id
                ? say('security.thisOne')
                : whenIn(reader, session.lastUsedAt, (date) => say('security.lastUsed', { date })),
            ])}</span
          >
          ${
            session.id !== current.id &&
            html`<form
              class="row-end"
              method="post"
              action="/app/security/sessions/${session.id}/end"
            >
              ${csrfField(csrfToken)}
              <button class="button short" type="submit">${say('security.endSession')}</button>
            </form>`
          }
        </div>
      </li>`,
  );
  const endAll = html`<form class="card-foot" method="post" action="/app/security/end-others">
    ${csrfField(csrfToken)}
    <button class="button quiet-button" type="submit">${say('security.endOthers')}</button>
  </form>`;
  return renderCard({
    id: 'sessions-panel',
    title: say('security.sessions'),
    body: html`<ul class="rows">
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
