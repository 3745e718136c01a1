import type { Passkey } from '../../../domain/model/passkey.ts';
import type { Session } from '../../../domain/model/person.ts';
import type { AuthenticatorStatus } from '../../../domain/people/authenticators.ts';
import { factsLine, renderCard, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderNote } from '../../html/notes.ts';
import { renderState } from '../../html/states.ts';
import { codeField } from '../frame/authenticator-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field, usernameField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { settingsFrame } from '../frame/settings-frame.ts';
import { passkeyFacts } from '../frame/passkey-facts.ts';
import { whenIn } from '../frame/when.ts';

export interface SecurityView {
  reader: PageReader;
  /** Of the account, for password managers. */
  email: string;
  csrfToken: string;
  hasPassword: boolean;
  authenticator: AuthenticatorStatus;
  passkeys: readonly Passkey[];
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
  const body = html`${renderHead(say('app.settings'))} ${errorSummary(problems, say)} ${done}
  ${settingsFrame(
    reader,
    'security',
    html`${strength(view)} ${passkeysPanel(view)} ${passwordPanel(view)} ${sessionsPanel(view)}`,
  )}`;
  return { title, body, ...(problems.length > 0 && { status: 422 }) };
}

/** How well the account is protected, where a password could be all that does. */
function strength({
  reader: { say },
  passkeys,
  hasPassword,
  authenticator,
}: SecurityView): Html | undefined {
  const { isOn, recoveryCodesLeft } = authenticator;
  if (passkeys.length === 0 && !isOn) {
    return hasPassword ? renderNote('warn', say('security.passwordOnly')) : undefined;
  }
  const ways = [
    ...(passkeys.length > 0 ? [say('security.passkeyCount', { count: passkeys.length })] : []),
    ...(isOn
      ? [say('security.appTitle'), say('security.codesLeft', { count: recoveryCodesLeft })]
      : []),
  ];
  const text = html`<strong>${say('security.wellProtected')}</strong> ${factsLine(ways)}`;
  return renderNote('good', text, undefined, 'shield-check');
}

function passkeysPanel({ reader, csrfToken, passkeys }: SecurityView): Html {
  const { say } = reader;
  const rows = passkeys.map(
    (passkey, at) =>
      html`<li>
        <div class="row">
          <span class="file-tile">${icon('passkey')}</span>
          <span class="row-words"
            ><strong>${userText(passkey.name)}</strong> ${passkeyFacts(passkey, reader)}</span
          >
          <span class="row-end"
            >${renderMenu(say('send.moreFor', { name: passkey.name }), [
              html`<a class="menu-item" href="/app/security/passkeys#name-${at}"
                >${icon('pencil')}${say('passkeys.rename')}</a
              >`,
              html`<span class="menu-line"></span>`,
              html`<form method="post" action="/app/security/passkeys/remove">
                ${csrfField(csrfToken)}
                <input type="hidden" name="id" value="${passkey.id}" />
                <button class="menu-item menu-danger" type="submit">
                  ${icon('trash')}${say('passkeys.remove')}
                </button>
              </form>`,
            ])}</span
          >
        </div>
      </li>`,
  );
  return renderCard({
    id: 'passkeys-panel',
    title: say('passkeys.title'),
    acts: html`<a class="button short" href="/app/security/passkeys"
      >${icon('plus', 'icon-s')}${say('passkeys.add')}</a
    >`,
    isPadded: rows.length === 0,
    body:
      rows.length === 0
        ? html`<p class="quiet">${say('passkeys.lead')}</p>`
        : html`<ul class="rows">
            ${rows}
          </ul>`,
  });
}

/** The password, and what is asked for besides it. */
function passwordPanel(view: SecurityView): Html {
  const { say } = view.reader;
  const form = view.hasPassword ? changeForm(view) : firstForm(view);
  const act = say(view.hasPassword ? 'security.changePassword' : 'signIn.setPassword');
  const row = html`<summary class="row row-stack">
      <span class="file-tile">${icon('lock')}</span>
      <span class="row-words"
        ><strong>${say('signIn.password')}</strong>
        ${!view.hasPassword && html`<span class="small quiet">${say('security.noPassword')}</span>`}</span
      >
      <span class="row-end"><span class="button short">${act}</span></span>
    </summary>
    <div class="card-pad">${form}</div>`;
  const isOpen = (view.problems ?? []).length > 0;
  return renderCard({
    id: 'password-panel',
    title: say('security.secondStep'),
    body: html`<ul class="rows">
      <li>${isOpen ? html`<details open>${row}</details>` : html`<details>${row}</details>`}</li>
      ${authenticatorRows(view)}
    </ul>`,
  });
}

function newPasswordField({ reader: { say }, problems = [] }: SecurityView): Html {
  return field({
    name: 'password',
    label: say('signIn.newPassword'),
    type: 'password',
    hint: say('signIn.passwordHint'),
    autocomplete: 'new-password',
    problems,
  });
}

function firstForm(view: SecurityView): Html {
  return html`<form class="stack stack-s" method="post" action="/app/security/password/first">
    ${csrfField(view.csrfToken)} ${usernameField(view.email)} ${newPasswordField(view)}
    <div class="acts">
      <button class="button" type="submit">${view.reader.say('signIn.setPassword')}</button>
    </div>
  </form>`;
}

function changeForm(view: SecurityView): Html {
  const { reader, csrfToken, email, problems = [] } = view;
  const { say } = reader;
  return html`<form class="stack stack-s" method="post" action="/app/security/password">
    ${csrfField(csrfToken)} ${usernameField(email)}
    ${field({
      name: 'current',
      label: say('security.currentPassword'),
      type: 'password',
      autocomplete: 'current-password',
      problems,
    })}
    ${newPasswordField(view)} ${view.authenticator.isOn && codeField(say, problems)}
    <div class="acts">
      <button class="button" type="submit">${say('security.changePassword')}</button>
    </div>
  </form>`;
}

function authenticatorRows({ reader: { say }, csrfToken, authenticator }: SecurityView): Html {
  const row = (picture: IconName, title: string, fact: Html | string, act: Html): Html =>
    html`<li>
      <div class="row row-stack">
        <span class="file-tile">${icon(picture)}</span>
        <span class="row-words"
          ><strong>${title}</strong> <span class="small quiet">${fact}</span></span
        >
        <span class="row-end">${act}</span>
      </div>
    </li>`;
  const { isOn, recoveryCodesLeft } = authenticator;
  if (!isOn) {
    const add = html`<a class="button short" href="/app/security/authenticator"
      >${say('security.appAdd')}</a
    >`;
    return row('phone', say('security.appTitle'), say('security.appOff'), add);
  }
  const remove = html`<form method="post" action="/app/security/authenticator/remove">
    ${csrfField(csrfToken)}
    <button class="button short danger" type="submit">${say('security.appRemove')}</button>
  </form>`;
  const renew = html`<form method="post" action="/app/security/recovery-codes">
    ${csrfField(csrfToken)}
    <button class="button short" type="submit">${say('security.newCodes')}</button>
  </form>`;
  const left = say('security.codesLeft', { count: recoveryCodesLeft });
  return html`${row('phone', say('security.appTitle'), say('security.appOn'), remove)}
  ${row('text', say('security.codesTitle'), left, renew)}`;
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
              session.id !== current.id &&
                whenIn(reader, session.lastUsedAt, (date) => say('security.lastUsed', { date })),
            ])}</span
          >
          ${
            session.id === current.id
              ? html`<span class="row-end">${renderState('done', say('security.thisOne'))}</span>`
              : html`<form
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
  const endAll = html`<form method="post" action="/app/security/end-others">
    ${csrfField(csrfToken)}
    <button class="button short danger" type="submit">${say('security.endOthers')}</button>
  </form>`;
  return renderCard({
    id: 'sessions-panel',
    title: say('security.sessions'),
    acts: others.length > 0 ? endAll : undefined,
    body: html`<ul class="rows">
      ${rows}
    </ul>`,
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
