import type { AccountDetails } from '../../../domain/administration/account-administration.ts';
import type { Account } from '../../../domain/model/account.ts';
import type { AccountId } from '../../../domain/model/ids.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderNote } from '../../html/notes.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';
import { when } from '../frame/when.ts';
import {
  factorText,
  roleChoice,
  roleTexts,
  seenText,
  stateMark,
  storedText,
} from './account-facts.ts';
import { actForm, adminHead, facts } from './admin-parts.ts';

export interface AccountView {
  reader: PageReader;
  csrfToken: string;
  /** The administrator who looks at it. */
  self: AccountId;
  row: AccountDetails;
  defaultQuotaBytes: number | undefined;
  /** What is in the field, in GB. */
  quota: string;
  defaultMailsPerDay: number;
  /** What is in the field for the limit of e-mails. */
  mails: string;
  /** What is in the field for the name. */
  name: string;
  problems: readonly FieldProblem[];
  notice: Html | undefined;
}

export const gigabyte = 1e9;

export function renderAccount(view: AccountView): Html {
  const { reader, csrfToken, self, row, defaultQuotaBytes, problems } = view;
  const { say, formats } = reader;
  const { account } = row;
  const isOwn = account.id === self;
  const path = `accounts/${account.id}`;
  return html`${adminHead(
      reader,
      'accounts',
      account.email,
      errorSummary(problems, say) ?? view.notice,
    )}
    ${isOwn && renderNote('accent', say('admin.account.own'))}
    <div class="beside">
      <div class="stack">
        ${facts([
          [say('admin.account.role'), say(roleTexts[account.role])],
          [say('admin.account.state'), stateMark(reader, row)],
          [say('admin.account.created'), when(reader, account.createdAt)],
          [say('admin.account.lastSeen'), seenText(reader, row)],
          [say('admin.account.secondFactor'), factorText(reader, row)],
          [say('admin.account.stored'), storedText(reader, row)],
          [say('admin.account.apiKeys'), formats.number(row.apiKeys)],
        ])}
        ${renderActs(view, path)}
        ${
          account.disabledAt === undefined &&
          !isOwn &&
          html`<section class="zone" aria-labelledby="disable-title">
            <div>
              <h2 id="disable-title">${say('admin.account.disable')}</h2>
              <p class="small quiet">
                ${say('admin.account.disableText')}
                ${account.role !== 'api' && row.apiKeys > 0 && say('admin.account.disableKeys')}
              </p>
            </div>
            ${actForm(csrfToken, `${path}/disable`, say('admin.account.disable'), 'danger')}
          </section>`
        }
        ${
          !isOwn &&
          html`<section class="zone" aria-labelledby="remove-title">
            <div>
              <h2 id="remove-title">${say('admin.account.remove')}</h2>
              <p class="small quiet">${say('admin.account.removeText')}</p>
            </div>
            <a class="button danger" href="/app/admin/${path}/remove"
              >${icon('trash')}${say('admin.account.remove')}</a
            >
          </section>`
        }
      </div>
      <div class="card card-pad stack">
        ${account.role !== 'api' && !isOwn && renderPerson(view, path)}
        <form class="stack stack-s" method="post" action="/app/admin/${path}/quota">
          ${csrfField(csrfToken)}
          ${field({
            name: 'quota',
            label: say('admin.account.quota'),
            value: view.quota,
            inputmode: 'numeric',
            hint:
              defaultQuotaBytes === undefined
                ? say('admin.account.quotaHintNone')
                : say('admin.account.quotaHint', { size: formats.size(defaultQuotaBytes) }),
            problems,
          })}
          ${saveButton(say, say('admin.account.quota'))}
        </form>
        <form class="stack stack-s" method="post" action="/app/admin/${path}/mail-limit">
          ${csrfField(csrfToken)}
          ${field({
            name: 'mails',
            label: say('admin.account.mails'),
            value: view.mails,
            inputmode: 'numeric',
            hint: say('admin.account.mailsHint', {
              number: formats.number(view.defaultMailsPerDay),
            }),
            problems,
          })}
          ${saveButton(say, say('admin.account.mails'))}
        </form>
      </div>
    </div>`;
}

/** Who somebody is. */
function renderPerson(
  { reader: { say }, csrfToken, row, name, problems }: AccountView,
  path: string,
): Html {
  return html`<form class="stack stack-s" method="post" action="/app/admin/${path}/name">
      ${csrfField(csrfToken)}
      ${field({ name: 'name', label: say('admin.account.name'), value: name, problems })}
      ${saveButton(say, say('admin.account.name'))}
    </form>
    <form class="stack stack-s" method="post" action="/app/admin/${path}/role">
      ${csrfField(csrfToken)} ${roleChoice(say, row.account.role)}
      <p class="hint">${say('admin.account.roleHint')}</p>
      ${saveButton(say, say('admin.account.role'))}
    </form>`;
}

function renderActs({ reader: { say }, csrfToken, row }: AccountView, path: string): Html {
  const { account } = row;
  return html`<div class="acts">
    <a class="button" href="/app/admin/drops?sender=${account.email}"
      >${icon('sent')}${say('admin.account.itsDrops')}</a
    >
    ${
      account.role !== 'api' &&
      account.disabledAt === undefined &&
      html`${actForm(csrfToken, `${path}/link`, say('admin.account.sendLink'))}
      ${actForm(csrfToken, `${path}/sessions`, say('admin.account.endSessions'))}`
    }
    ${
      row.hasAuthenticator &&
      html`<a class="button" href="/app/admin/accounts/${account.id}/second-factor"
        >${say('admin.account.removeFactor')}</a
      >`
    }
    ${row.apiKeys > 0 && actForm(csrfToken, `${path}/keys`, say('admin.account.endKeys'))}
    ${account.disabledAt !== undefined && actForm(csrfToken, `${path}/enable`, say('admin.account.enable'))}
  </div>`;
}

/** Several buttons of the page say the same: what each saves is read out. */
function saveButton(say: PageReader['say'], what: string): Html {
  return html`<div class="acts">
    <button class="button" type="submit">
      ${say('admin.account.save')} <span class="hidden-text">${what}</span>
    </button>
  </div>`;
}

interface RemovalView extends Pick<AccountView, 'reader' | 'csrfToken'> {
  account: Account;
  refusal: Refusal;
}

/** Asks before an account is removed: its address is typed, so that it is the one that is meant. */
export function renderRemoval({ reader, csrfToken, account, refusal }: RemovalView): Html {
  const { say } = reader;
  const { id, email } = account;
  const { problems, notice } = refusal;
  return html`${adminHead(reader, 'accounts', email, errorSummary(problems, say) ?? notice)}
    <form
      class="card card-pad stack stack-s narrow"
      method="post"
      action="/app/admin/accounts/${id}/remove"
    >
      <h2>${say('admin.account.remove')}</h2>
      <p>${say('admin.account.removeText')}</p>
      ${csrfField(csrfToken)}
      ${field({
        name: 'address',
        label: say('admin.account.removeConfirm', { address: email }),
        inputmode: 'email',
        problems,
      })}
      <div class="acts">
        <a class="button" href="/app/admin/accounts/${id}">${say('sent.drop.cancel')}</a>
        <button class="button danger-strong" type="submit">${say('admin.account.remove')}</button>
      </div>
    </form>`;
}

interface FactorView extends Pick<AccountView, 'reader' | 'csrfToken'> {
  account: Account;
}

/** Asks before the authenticator app of a person is removed. */
export function renderFactorRemoval({ reader, csrfToken, account }: FactorView): Html {
  const { say } = reader;
  const { id, email } = account;
  const remove = say('admin.account.removeFactor');
  return html`${adminHead(reader, 'accounts', email, undefined)}
    <section class="card card-pad stack stack-s narrow" aria-labelledby="remove-title">
      <h2 id="remove-title">${remove}</h2>
      <p>${say('admin.account.removeFactorText')}</p>
      ${actForm(csrfToken, `accounts/${id}/second-factor/remove`, remove, 'danger-strong')}
      <p><a href="/app/admin/accounts/${id}">${email}</a></p>
    </section>`;
}
