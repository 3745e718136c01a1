import type {
  AccountPage,
  AccountRow,
} from '../../../domain/administration/account-administration.ts';
import type { Role } from '../../../domain/model/account.ts';
import { roles } from '../../../domain/model/account.ts';
import type { AccountState } from '../../../domain/model/administration.ts';
import { accountStates } from '../../../domain/model/administration.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderEmpty } from '../../html/notes.ts';
import { renderTableCard } from '../../html/table.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import {
  accountCell,
  factorText,
  roleChoice,
  roleTexts,
  seenText,
  stateMark,
  stateTexts,
  storedText,
} from './account-facts.ts';
import { adminHead, filterForm, pageLink } from './admin-parts.ts';

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
  notice: Html | undefined;
}

export function renderAccountList(view: AccountListView): Html {
  const { reader, filter, page, invitation } = view;
  const { say } = reader;
  const { problems } = invitation;
  const { prefix, role, state } = filter;
  return html`${adminHead(reader, 'accounts', say('admin.accounts'), errorSummary(problems, say) ?? view.notice)}
  ${renderInvitation(view)}
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
      ? renderEmpty('search', say('admin.nothing'))
      : renderRows(reader, page.rows)
  }
  ${
    page.next !== undefined &&
    pageLink('accounts', { address: prefix, role, state, after: page.next }, say('admin.next'))
  } `;
}

function renderInvitation({ reader: { say }, csrfToken, invitation }: AccountListView): Html {
  const { problems } = invitation;
  return renderCard({
    id: 'invite',
    title: say('admin.account.invite'),
    acts: html`<a class="button short" href="/app/admin/invitations"
      >${say('admin.invitations.title')}</a
    >`,
    body: html`<form
      class="card-pad stack stack-s"
      method="post"
      action="/app/admin/accounts/invite"
    >
      ${csrfField(csrfToken)}
      <div class="fields-two">
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
        ${roleChoice(say, invitation.role)}
      </div>
      <div class="acts">
        <button class="button primary" type="submit">${say('admin.account.sendInvitation')}</button>
      </div>
    </form>`,
  });
}

function renderRows(reader: PageReader, rows: readonly AccountRow[]): Html {
  const { say } = reader;
  return renderTableCard<AccountRow>(
    say('admin.accounts'),
    [
      {
        label: say('admin.account.email'),
        cell: ({ account }) => accountCell(account),
      },
      {
        label: say('admin.account.role'),
        cell: ({ account }) => say(roleTexts[account.role]),
      },
      {
        label: say('admin.account.state'),
        cell: (row) => stateMark(reader, row),
      },
      {
        label: say('admin.account.stored'),
        cell: (row) => storedText(reader, row),
        numeric: true,
      },
      {
        label: say('admin.account.lastSeen'),
        cell: (row) => seenText(reader, row),
      },
      {
        label: say('admin.account.secondFactor'),
        cell: (row) => factorText(reader, row),
      },
    ],
    rows,
  );
}
