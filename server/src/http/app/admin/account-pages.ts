import type {
  AccountPage,
  AccountDetails,
  AccountRow,
} from '../../../domain/administration/account-administration.ts';
import type { Account, Role } from '../../../domain/model/account.ts';
import { roles } from '../../../domain/model/account.ts';
import type { AccountState } from '../../../domain/model/administration.ts';
import { accountStates } from '../../../domain/model/administration.ts';
import type { AccountId } from '../../../domain/model/ids.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderTable } from '../../html/table.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import { actForm, adminHead, facts, filterForm, moment, pageLink } from './admin-parts.ts';

const roleTexts = {
  api: 'admin.account.roleApi',
  user: 'admin.account.roleUser',
  admin: 'admin.account.roleAdmin',
} as const satisfies Record<Role, string>;

const stateTexts = {
  active: 'admin.account.active',
  disabled: 'admin.account.disabled',
  invited: 'admin.account.invited',
} as const satisfies Record<AccountState | 'invited', string>;

/** What was entered in the form for an invitation, and what is wrong with it. */
export interface InvitationView {
  email: string;
  number: string;
  role: string;
  problems: readonly FieldProblem[];
}

export interface AccountListView {
  reader: PageReader;
  csrfToken: string;
  filter: { prefix: string; role: Role | undefined; state: AccountState | undefined };
  page: AccountPage;
  invitation: InvitationView;
}

export function renderAccountList(view: AccountListView): Html {
  const { reader, csrfToken, filter, page, invitation } = view;
  const { say } = reader;
  const { problems } = invitation;
  const { prefix, role, state } = filter;
  return html`${adminHead(reader, 'accounts', say('admin.accounts'), errorSummary(problems, say))}
    <section class="panel" aria-labelledby="invite-title">
      <h2 id="invite-title">${say('admin.account.invite')}</h2>
      <form class="admin-form" method="post" action="/app/admin/accounts/invite">
        ${csrfField(csrfToken)}
        ${field({
          name: 'email',
          label: say('admin.account.email'),
          value: invitation.email,
          type: 'email',
          inputmode: 'email',
          problems,
        })}
        ${field({
          name: 'number',
          label: say('admin.account.number'),
          value: invitation.number,
          type: 'tel',
          inputmode: 'tel',
          problems,
        })}
        <fieldset class="admin-choice">
          <legend>${say('admin.account.role')}</legend>
          ${(['user', 'admin'] as const).map(
            (value) =>
              html`<label>
                ${
                  value === invitation.role
                    ? html`<input type="radio" name="role" value="${value}" checked />`
                    : html`<input type="radio" name="role" value="${value}" />`
                }
                ${say(roleTexts[value])}
              </label>`,
          )}
        </fieldset>
        <button class="button button-main" type="submit">
          ${say('admin.account.sendInvitation')}
        </button>
      </form>
    </section>
    ${filterForm('accounts', say, [
      field({
        name: 'address',
        label: say('admin.account.beginsWith'),
        value: prefix,
        type: 'search',
      }),
      selectField({
        name: 'role',
        label: say('admin.account.role'),
        value: role ?? '',
        options: [
          { value: '', text: say('admin.all') },
          ...roles.map((value) => ({ value, text: say(roleTexts[value]) })),
        ],
      }),
      selectField({
        name: 'state',
        label: say('admin.account.state'),
        value: state ?? '',
        options: [
          { value: '', text: say('admin.all') },
          ...accountStates.map((value) => ({ value, text: say(stateTexts[value]) })),
        ],
      }),
    ])}
    ${
      page.rows.length === 0
        ? html`<p class="empty-fact">${say('admin.nothing')}</p>`
        : renderRows(reader, page.rows)
    }
    ${
      page.next !== undefined &&
      pageLink('accounts', { address: prefix, role, state, after: page.next }, say('admin.next'))
    }`;
}

function renderRows(reader: PageReader, rows: readonly AccountRow[]): Html {
  const { say } = reader;
  return renderTable<AccountRow>(
    say('admin.accounts'),
    [
      {
        label: say('admin.account.email'),
        cell: ({ account }) =>
          html`<a href="/app/admin/accounts/${account.id}">${userAddress(account.email)}</a>`,
      },
      {
        label: say('admin.account.role'),
        cell: ({ account }) => say(roleTexts[account.role]),
        width: 'small',
      },
      {
        label: say('admin.account.state'),
        cell: (row) => say(stateTexts[stateOf(row)]),
        width: 'small',
      },
      {
        label: say('admin.account.stored'),
        cell: (row) => storedText(reader, row),
        numeric: true,
        width: 'medium',
      },
      {
        label: say('admin.account.lastSeen'),
        cell: (row) => seenText(reader, row),
        width: 'medium',
      },
      {
        label: say('admin.account.secondFactor'),
        cell: (row) => factorText(reader, row),
        width: 'medium',
      },
    ],
    rows,
  );
}

function stateOf({ account, isInvited }: AccountRow): keyof typeof stateTexts {
  if (account.disabledAt !== undefined) return 'disabled';
  return isInvited ? 'invited' : 'active';
}

function storedText(
  { say, formats }: PageReader,
  { storedFiles, storedBytes, hasMoreStored }: AccountRow,
): string {
  const sum = say('admin.filesOf', { count: storedFiles, size: formats.size(storedBytes) });
  return hasMoreStored ? `≥ ${sum}` : sum;
}

/** Sessions that have ended are not kept: of somebody who has joined, the last time may be unknown. */
function seenText(reader: PageReader, { account, lastSeenAt, isInvited }: AccountRow) {
  if (lastSeenAt !== undefined) return moment(reader, lastSeenAt);
  const isNew = isInvited || account.role === 'api';
  return reader.say(isNew ? 'admin.account.never' : 'admin.unknown');
}

function factorText({ say }: PageReader, { hasSecondFactor }: AccountRow): string {
  return say(hasSecondFactor ? 'admin.account.on' : 'admin.account.off');
}

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
    ${isOwn && html`<p>${say('admin.account.own')}</p>`}
    ${facts([
      [say('admin.account.role'), say(roleTexts[account.role])],
      [say('admin.account.state'), say(stateTexts[stateOf(row)])],
      [say('admin.account.created'), moment(reader, account.createdAt)],
      [say('admin.account.lastSeen'), seenText(reader, row)],
      [say('admin.account.secondFactor'), factorText(reader, row)],
      [say('admin.account.stored'), storedText(reader, row)],
      [say('admin.account.apiKeys'), formats.number(row.apiKeys)],
    ])}
    <p>
      <a href="/app/admin/drops?sender=${account.email}">${say('admin.account.itsDrops')}</a>
    </p>
    <div class="admin-limits">
      <form class="admin-form" method="post" action="/app/admin/${path}/quota">
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
      <form class="admin-form" method="post" action="/app/admin/${path}/mail-limit">
        ${csrfField(csrfToken)}
        ${field({
          name: 'mails',
          label: say('admin.account.mails'),
          value: view.mails,
          inputmode: 'numeric',
          hint: say('admin.account.mailsHint', { number: formats.number(view.defaultMailsPerDay) }),
          problems,
        })}
        ${saveButton(say, say('admin.account.mails'))}
      </form>
    </div>
    <div class="admin-acts">
      ${
        account.role !== 'api' &&
        account.disabledAt === undefined &&
        html`${actForm(csrfToken, `${path}/link`, say('admin.account.sendLink'))}
        ${actForm(csrfToken, `${path}/sessions`, say('admin.account.endSessions'))}`
      }
      ${
        row.hasAuthenticator &&
        html`<p>
          <a class="button" href="/app/admin/accounts/${account.id}/second-factor"
            >${say('admin.account.removeFactor')}</a
          >
        </p>`
      }
      ${row.apiKeys > 0 && actForm(csrfToken, `${path}/keys`, say('admin.account.endKeys'))}
      ${account.disabledAt !== undefined && actForm(csrfToken, `${path}/enable`, say('admin.account.enable'))}
    </div>
    ${
      account.disabledAt === undefined &&
      !isOwn &&
      html`<section class="panel" aria-labelledby="disable-title">
        <h2 id="disable-title">${say('admin.account.disable')}</h2>
        <p>${say('admin.account.disableText')}</p>
        ${account.role !== 'api' && row.apiKeys > 0 && html`<p>${say('admin.account.disableKeys')}</p>`}
        ${actForm(csrfToken, `${path}/disable`, say('admin.account.disable'))}
      </section>`
    }`;
}

/** Several buttons of the page say the same: what each saves is read out. */
function saveButton(say: PageReader['say'], what: string): Html {
  return html`<button class="button" type="submit">
    ${say('admin.account.save')} <span class="visually-hidden">${what}</span>
  </button>`;
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
    <section class="panel" aria-labelledby="remove-title">
      <h2 id="remove-title">${remove}</h2>
      <p>${say('admin.account.removeFactorText')}</p>
      ${actForm(csrfToken, `accounts/${id}/second-factor/remove`, remove)}
      <p><a href="/app/admin/accounts/${id}">${email}</a></p>
    </section>`;
}
