import type { DropPage } from '../../../domain/administration/drop-figures.ts';
import type { MailPage } from '../../../domain/administration/outbox-administration.ts';
import type {
  DispatchFigures,
  DispatchState,
  ListedMail,
  ListedMailState,
} from '../../../domain/model/administration.ts';
import { dispatchStates, listedMailStates } from '../../../domain/model/administration.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import { isToReceiver } from '../../../domain/model/mail-kinds.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import type { StateName } from '../../html/states.ts';
import { renderState } from '../../html/states.ts';
import { renderTableCard } from '../../html/table.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import { field } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import { selectField } from '../frame/select-field.ts';
import { actForm, adminHead, facts, filterForm, pageLink } from './admin-parts.ts';

export const kindTexts = {
  drop: 'admin.drop.kindDrop',
  grant: 'admin.drop.kindGrant',
  return: 'admin.drop.kindReturn',
} as const;

const dispatchStateTexts = { live: 'admin.drop.live', ended: 'admin.drop.ended' } as const;

export interface DropListView {
  reader: PageReader;
  now: Instant;
  filter: { sender: string; state: DispatchState | undefined };
  page: DropPage;
}

export function renderDropList({ reader, now, filter, page }: DropListView): Html {
  const { say, formats } = reader;
  return html`${adminHead(reader, 'drops', say('admin.drops'), undefined)}
    <p class="quiet">${say('admin.drop.privacy')}</p>
    ${filterForm('drops', say, [
      field({
        name: 'sender',
        label: say('admin.account.email'),
        value: filter.sender,
        type: 'search',
      }),
      selectField({
        name: 'state',
        label: say('admin.drop.state'),
        value: filter.state ?? '',
        options: [
          { value: '', text: say('admin.all') },
          ...dispatchStates.map((value) => ({ value, text: say(dispatchStateTexts[value]) })),
        ],
      }),
    ])}
    ${
      page.drops.length === 0
        ? renderEmpty('search', say('admin.nothing'))
        : renderTableCard<DispatchFigures>(
            say('admin.drops'),
            [
              {
                label: say('admin.drop.sender'),
                cell: (drop) =>
                  html`<a class="row-link" href="/app/admin/drops/${drop.id}"
                    >${userAddress(drop.accountEmail)}</a
                  >`,
              },
              {
                label: say('admin.drop.kind'),
                cell: ({ kind }) => say(kindTexts[kind]),
              },
              {
                label: say('admin.drop.created'),
                cell: (drop) => when(reader, drop.createdAt),
              },
              {
                label: say('admin.drop.files'),
                cell: ({ files, bytes }) =>
                  say('admin.filesOf', { count: files, size: formats.size(bytes) }),
              },
              {
                label: say('admin.drop.receivers'),
                cell: (drop) => recipientsOf(reader, drop),
              },
              {
                label: say('admin.drop.ends'),
                cell: (drop) => when(reader, drop.expiresAt),
              },
              {
                label: say('admin.drop.state'),
                cell: (drop) => dropStateMark(reader, drop, now),
              },
            ],
            page.drops,
          )
    }
    ${
      page.next !== undefined &&
      pageLink('drops', { ...filter, after: page.next }, say('admin.next'))
    }`;
}

/** How far the recipients of a drop are; of a request and of files received, how many there are. */
export function recipientsOf({ say, formats }: PageReader, drop: DispatchFigures): Html | string {
  const { kind, receivers, completed, opened, revoked } = drop;
  if (kind !== 'drop') return formats.number(receivers);
  const done = formats.number(completed);
  const total = formats.number(receivers);
  return html`<ul>
    <li>${say('admin.drop.progress', { done, total })}</li>
    ${opened > 0 && html`<li>${say('admin.drop.opened', { count: opened })}</li>`}
    ${revoked > 0 && html`<li>${say('admin.drop.accessRevoked', { count: revoked })}</li>`}
  </ul>`;
}

const endTexts = {
  live: 'admin.drop.live',
  expired: 'admin.drop.expired',
  revoked: 'admin.drop.revoked',
} as const;

const endLooks = { live: 'active', expired: 'expired', revoked: 'withdrawn' } as const;

export function dropStateMark(
  { say }: PageReader,
  { expiresAt, endedAt }: DispatchFigures,
  now: Instant,
): Html {
  const state = endReasonOf({ dispatch: { expiresAt }, endedAt }, now) ?? 'live';
  return renderState(endLooks[state], say(endTexts[state]));
}

export interface OutboxView {
  reader: PageReader;
  csrfToken: string;
  state: ListedMailState | undefined;
  page: MailPage;
  notice: Html | undefined;
}

export function renderOutbox({ reader, csrfToken, state, page, notice }: OutboxView): Html {
  const { say, formats } = reader;
  return html`${adminHead(reader, 'outbox', say('admin.outbox'), notice)}
    <p class="quiet">${say('admin.mail.privacy')}</p>
    ${filterForm('outbox', say, [
      selectField({
        name: 'state',
        label: say('admin.mail.state'),
        value: state ?? '',
        options: [
          { value: '', text: say('admin.all') },
          ...listedMailStates.map((value) => ({ value, text: say(`admin.mail.${value}`) })),
        ],
      }),
    ])}
    ${
      page.mails.length === 0
        ? renderEmpty('search', say('admin.nothing'))
        : renderTableCard<ListedMail>(
            say('admin.outbox'),
            [
              {
                label: say('admin.mail.to'),
                cell: (mail) =>
                  html`<a class="row-link" href="/app/admin/outbox/${mail.id}"
                    >${userText(mail.to)}</a
                  >`,
              },
              { label: say('admin.mail.kind'), cell: (mail) => say(kindOf(mail)) },
              {
                label: say('admin.mail.created'),
                cell: (mail) => when(reader, mail.createdAt),
              },
              {
                label: say('admin.mail.state'),
                cell: (mail) => mailState(reader, mail),
              },
              {
                label: say('admin.mail.attempts'),
                cell: ({ attempts }) => formats.number(attempts),
                numeric: true,
              },
            ],
            page.mails,
          )
    }
    ${page.next !== undefined && pageLink('outbox', { state, after: page.next }, say('admin.next'))}
    <div class="acts">
      ${actForm(csrfToken, 'outbox/retry', say('admin.mail.retryAll'))}
      ${actForm(csrfToken, 'outbox/test', say('admin.mail.test'))}
    </div>`;
}

const mailLooks: Record<ListedMail['state'], StateName> = {
  waiting: 'waiting',
  sent: 'done',
  captured: 'mailed',
  refused: 'trouble',
  abandoned: 'trouble',
  withdrawn: 'withdrawn',
  suppressed: 'withdrawn',
};

function mailState({ say }: PageReader, { state }: ListedMail): Html {
  return renderState(mailLooks[state], say(`admin.mail.${state}`));
}

function kindOf({ kind }: ListedMail) {
  if (kind === 'code') return 'admin.mail.code';
  return isToReceiver(kind) ? 'admin.mail.toReceiver' : 'admin.mail.toAccount';
}

export interface MailView {
  reader: PageReader;
  csrfToken: string;
  mail: ListedMail;
  notice: Html | undefined;
}

export function renderMail({ reader, csrfToken, mail, notice }: MailView): Html {
  const { say, formats } = reader;
  const isFailed = mail.state === 'refused' || mail.state === 'abandoned';
  return html`${adminHead(reader, 'outbox', mail.to, notice)}
    ${facts([
      [say('admin.mail.account'), userText(mail.accountEmail)],
      [say('admin.mail.kind'), say(kindOf(mail))],
      [say('admin.mail.created'), when(reader, mail.createdAt)],
      [say('admin.mail.state'), mailState(reader, mail)],
      [say('admin.mail.attempts'), formats.number(mail.attempts)],
      ...(mail.state === 'waiting'
        ? ([[say('admin.mail.nextAttempt'), when(reader, mail.nextAttemptAt)]] as const)
        : []),
      ...(mail.settledAt === undefined
        ? []
        : ([[say('admin.mail.since'), when(reader, mail.settledAt)]] as const)),
      ...(mail.lastError === undefined
        ? []
        : ([[say('admin.mail.answer'), userText(mail.lastError)]] as const)),
    ])}
    ${
      mail.state === 'waiting' &&
      html`<p>
        <a class="button" href="/app/admin/outbox/${mail.id}"
          >${icon('refresh')}${say('admin.mail.look')}</a
        >
      </p>`
    }
    <div class="acts">
      ${
        isFailed &&
        mail.kind !== 'code' &&
        actForm(csrfToken, `outbox/${mail.id}/retry`, say('admin.mail.retry'))
      }
      ${
        mail.state === 'waiting' &&
        actForm(csrfToken, `outbox/${mail.id}/withdraw`, say('admin.mail.withdraw'))
      }
    </div>`;
}
