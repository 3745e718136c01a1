import type {
  InvitationPage,
  InvitedRow,
  ShownInvitation,
} from '../../../domain/administration/invitations.ts';
import {
  maxInvitationBytes,
  maxInvitationRows,
} from '../../../domain/administration/invitations.ts';
import type { OpenInvitation } from '../../../domain/model/administration.ts';
import { crumb, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderState } from '../../html/states.ts';
import { renderTableCard } from '../../html/table.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import { csrfField, fileField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import { adminHead, pageLink } from './admin-parts.ts';

interface Page {
  reader: PageReader;
  csrfToken: string;
  notice: Html | undefined;
}

export function invitationsPage({
  reader,
  csrfToken,
  notice,
  page: { invitations, next },
}: Page & { page: InvitationPage }): AppPage {
  const { say } = reader;
  const title = say('admin.invitations.title');
  const body = html`${crumb('admin/accounts', say('admin.accounts'))}
    ${adminHead(reader, 'accounts', title, notice)}
    <p>
      <a class="button" href="/app/admin/invitations/file"
        >${icon('upload')}${say('admin.invitations.many')}</a
      >
    </p>
    ${
      invitations.length === 0
        ? renderEmpty('inbox', say('admin.invitations.none'))
        : renderTableCard<OpenInvitation>(
            title,
            [
              {
                label: say('admin.account.email'),
                cell: ({ account }) =>
                  html`<div class="cell-file">
                    ${personMark(account.displayName, account.email)}
                    <span class="row-words"
                      ><a href="/app/admin/accounts/${account.id}"
                        >${userAddress(account.email)}</a
                      ></span
                    >
                  </div>`,
              },
              { label: say('admin.account.created'), cell: ({ sentAt }) => when(reader, sentAt) },
              {
                label: say('admin.invitations.until'),
                cell: ({ expiresAt }) => when(reader, expiresAt),
              },
              {
                label: say('admin.invitations.by'),
                cell: ({ invitedBy }) =>
                  invitedBy === undefined ? say('admin.unknown') : userText(invitedBy),
              },
              {
                label: say('admin.invitations.acts'),
                isLabelHidden: true,
                cell: ({ account }) => renderActs(reader, csrfToken, account),
              },
            ],
            invitations,
          )
    }
    ${next !== undefined && pageLink('invitations', { after: next }, say('admin.next'))}`;
  return { title, body };
}

function renderActs(
  { say }: PageReader,
  csrfToken: string,
  { id, email }: OpenInvitation['account'],
): Html {
  const button = (act: string, text: string) =>
    html`<form method="post" action="/app/admin/invitations/${id}/${act}">
      ${csrfField(csrfToken)}
      <button class="button quiet-button short" type="submit">
        ${text}<span class="hidden-text">: ${email}</span>
      </button>
    </form>`;
  return html`<div class="acts">
    ${button('show', say('admin.invitations.show'))}
    ${button('recall', say('admin.invitations.recall'))}
  </div>`;
}

/** The link of one invitation, to hand it out where no mail arrives. */
export function shownInvitationPage(
  reader: PageReader,
  { account, secret, expiresAt }: ShownInvitation,
  origin: string,
): AppPage {
  const { say, formats } = reader;
  const title = say('admin.invitations.shownTitle');
  const text = say('admin.invitations.shownText', {
    address: account.email,
    date: formats.dateTime(expiresAt),
  });
  const body = html`${renderHead(title, {
      above: crumb('admin/invitations', say('admin.invitations.title')),
    })}
    <section class="card card-pad stack stack-s settings-body">
      <p>${text}</p>
      <div class="field">
        <label class="label" for="link">${title}</label>
        <input class="input" id="link" type="text" readonly value="${origin}/join/${secret}" />
      </div>
      <p hidden data-copy="link">
        <button class="button" type="button" data-copied="${say('requests.copied')}">
          ${say('requests.copy')}
        </button>
      </p>
    </section>`;
  const script = html`<script type="module" src="/assets/copy-link.js"></script>`;
  return { title, body, script };
}

export function inviteManyPage({ reader, csrfToken, notice }: Page): AppPage {
  const { say, formats } = reader;
  const title = say('admin.invitations.many');
  const limits = { size: formats.size(maxInvitationBytes), count: maxInvitationRows };
  const body = html`${renderHead(title, {
      above: crumb('admin/invitations', say('admin.invitations.title')),
    })}
    ${notice}
    <form
      class="card card-pad stack stack-s settings-body"
      method="post"
      action="/app/admin/invitations/file"
      enctype="multipart/form-data"
    >
      ${csrfField(csrfToken)}
      <p>${say('admin.invitations.manyText')}</p>
      ${fileField(
        say('contacts.importing.file'),
        say('contacts.importing.limits', limits),
        '.csv,.tsv,.txt,text/csv',
      )}
      <div class="acts">
        <button class="button primary" type="submit">${say('admin.account.sendInvitation')}</button>
      </div>
    </form>`;
  return { title, body };
}

/** What became of each line; what went wrong comes first. */
export function invitedManyPage(reader: PageReader, rows: readonly InvitedRow[]): AppPage {
  const { say, formats } = reader;
  const title = say('admin.invitations.result');
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const right = rows.filter(({ problems }) => problems.length === 0);
  const body = html`${renderHead(title, {
      above: crumb('admin/invitations', say('admin.invitations.title')),
      lead: html`<p class="quiet">
        ${say('admin.invitations.counts', {
          done: formats.number(right.length),
          total: formats.number(rows.length),
        })}
      </p>`,
    })}
    ${renderTableCard<InvitedRow>(
      title,
      [
        {
          label: say('contacts.importing.row'),
          cell: ({ line }) => formats.number(line),
          numeric: true,
        },
        { label: say('admin.account.email'), cell: ({ email }) => userText(email) },
        { label: say('admin.account.state'), cell: (row) => resultOf(row, reader) },
      ],
      [...wrong, ...right],
    )}
    <p>
      <a class="button" href="/app/admin/invitations/file">${say('admin.invitations.many')}</a>
    </p>`;
  return { title, body };
}

const problemTexts = {
  email: 'admin.account.emailProblem',
  number: 'admin.account.numberProblem',
  taken: 'admin.account.taken',
  name: 'settings.problems.displayName',
  twice: 'contacts.importing.reasons.twice',
} as const satisfies Record<InvitedRow['problems'][number], string>;

function resultOf({ problems }: InvitedRow, { say }: PageReader): Html {
  if (problems.length === 0) return renderState('mailed', say('admin.account.invited'));
  return renderState('trouble', problems.map((problem) => say(problemTexts[problem])).join(' '));
}
