import type { InboxItemFile } from '../../../domain/dispatches/inbox-items.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { looksLikeAddress, nameBesideAddress } from '../../../domain/model/person-names.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { renderEmpty } from '../../html/layout.ts';
import { renderTable } from '../../html/table.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import type { CodeForms } from '../../link-pages/code-page.ts';
import { renderCodeForms } from '../../link-pages/code-page.ts';
import { csrfField, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderPaging } from '../frame/paging.ts';

const longestExcerpt = 100;

interface ListView {
  reader: PageReader;
  email: string;
  items: readonly InboxItem[];
  /** Those that show who sent them, and nothing else before a code was entered. */
  closed: ReadonlySet<InboxItem>;
  /** Whether there are older ones. */
  hasMore: boolean;
  isFirst: boolean;
  /** Whether an item was just deleted. */
  /** What the form before has done. */
  done: 'deleted' | undefined;
}

/** The list, and where it goes on: what is refreshed while somebody looks at it. */
export function renderInboxList(view: Omit<ListView, 'done'>): Html {
  const { reader, items, closed, isFirst } = view;
  const { say, formats } = reader;
  const title = say('inbox.title');
  const table = renderTable<InboxItem>(
    title,
    [
      {
        label: say('inbox.from'),
        cell: (item) =>
          html`<a href="/app/inbox/${item.token}">${userText(senderOf(item, reader))}</a>
            ${item.seenAt === undefined && html`<span class="badge badge-live">${say('inbox.new')}</span>`}
            ${
              item.message !== undefined &&
              !closed.has(item) &&
              html`<span class="aside">${userText(excerpt(item.message, longestExcerpt))}</span>`
            }`,
      },
      {
        label: say('inbox.files'),
        cell: (item) =>
          closed.has(item)
            ? say('inbox.needsCode')
            : say('inbox.fileCount', { count: item.files, size: formats.size(item.bytes) }),
        width: 'medium',
      },
      {
        label: say('inbox.until'),
        cell: ({ expiresAt }) => formats.dateTime(expiresAt),
        width: 'medium',
      },
    ],
    items,
  );
  const ask = html`${say('inbox.emptyHint', { email: view.email })}
    <a href="/app/requests/new">${say('requests.new')}</a>`;
  return html`${items.length === 0 && isFirst ? renderEmpty(say('inbox.empty'), ask) : table}
  ${renderPaging(isFirst, view.hasMore ? items.at(-1)?.token : undefined, 'inbox', [
    say('inbox.newest'),
    say('inbox.older'),
  ])}`;
}

/** What came to a person, newest first. */
export function inboxPage(view: ListView): AppPage {
  const { say } = view.reader;
  const title = say('inbox.title');
  const list = renderInboxList(view);
  const body = html`<h1>${title}</h1>
    ${doneNotice(view.done, () => say('inbox.deleted'))}
    ${view.isFirst ? html`<div data-live="/app/inbox/live">${list}</div>` : list}`;
  return { title, body };
}

/** How the sender is called: by name, else by address. Whoever used a bare link gave the name themselves. */
function senderOf({ kind, senderName, senderEmail }: InboxItem, { say }: PageReader): string {
  if (senderName === '') return senderEmail === '' ? say('inbox.unknown') : senderEmail;
  if (senderEmail !== '') return nameBesideAddress(senderName, senderEmail);
  const isChecked = kind === 'drop' && !looksLikeAddress(senderName);
  return isChecked ? senderName : say('inbox.named', { name: senderName });
}

export interface LockedView extends Omit<CodeForms, 'say' | 'form'> {
  reader: PageReader;
  csrfToken: string;
  item: InboxItem;
}

/** An item until its receiver has entered the code that its sender demands: who sent it, and the forms. */
export function lockedPage(view: LockedView): AppPage {
  const { reader, item, csrfToken, routes } = view;
  const { say } = reader;
  const title = say('inbox.filesFrom', { sender: senderOf(item, reader) });
  const { token } = item;
  const form: CodeForms['form'] = (verb, content) =>
    verb === 'code'
      ? html`<form method="post" action="/app/inbox/${token}/code">
          ${csrfField(csrfToken)} ${content}
        </form>`
      : html`<form method="post" action="/app/inbox/${token}/verify">
          ${csrfField(csrfToken)} ${content}
        </form>`;
  const body = html`<p><a href="/app/inbox">${say('inbox.all')}</a></p>
    <article class="code">
      <header>
        <h1>${userAddress(title)}</h1>
        <p>${routes.length === 0 ? say('code.unreachable') : say('code.lead')}</p>
      </header>
      ${renderCodeForms({ ...view, say, form })}
    </article>`;
  return { title, body };
}

/** More files are on pages of their own. */
export const filesPerPage = 200;

export interface ItemView {
  reader: PageReader;
  csrfToken: string;
  item: InboxItem;
  files: readonly InboxItemFile[];
  /** Of the list of files, from 1 on. */
  page: number;
}

/** One item: who sent it, the message, the files, and the button that deletes it. */
export function itemPage(view: ItemView): AppPage {
  const { reader, item, files } = view;
  const { say, formats } = reader;
  const sender = senderOf(item, reader);
  const title = say('inbox.filesFrom', { sender });
  const { token } = item;
  const showsAddress = item.senderName !== '' && item.senderEmail !== '';
  const body = html`<p><a href="/app/inbox">${say('inbox.all')}</a></p>
    <h1>${userAddress(title)}</h1>
    <ul class="facts">
      ${showsAddress && html`<li>${item.senderEmail}</li>`}
      ${item.kind === 'return' && html`<li>${say('inbox.viaRequest')}</li>`}
      <li>${say('inbox.received', { date: formats.dateTime(item.createdAt) })}</li>
      <li>${say('inbox.availableUntil', { date: formats.dateTime(item.expiresAt) })}</li>
    </ul>
    ${
      item.message !== undefined &&
      html`<p class="message" dir="auto">${userText(item.message)}</p>`
    }
    ${files.length > 1 && downloadAll(view)} ${renderFiles(view)}
    <details class="danger">
      <summary>${say('inbox.deleteTitle')}</summary>
      <p>${item.kind === 'return' ? say('inbox.deleteOwn') : say('inbox.deleteDrop')}</p>
      <form method="post" action="/app/inbox/${token}/delete">
        ${csrfField(view.csrfToken)}
        <button class="button" type="submit">${say('inbox.delete')}</button>
      </form>
    </details>`;
  return { title, body };
}

/** All files that may still be downloaded, as one archive. */
function downloadAll({ reader, item, files }: ItemView): Html {
  const { say, formats } = reader;
  const left = files.filter(({ isLimitReached }) => !isLimitReached);
  if (left.length === 0) return html`<p>${say('download.limitAdvice')}</p>`;
  const bytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return html`<p>
    <a class="button button-main" href="/app/inbox/${item.token}/all.zip" download
      >${say('inbox.downloadAll', { size: formats.size(bytes) })}</a
    >
  </p>`;
}

function renderFiles({ reader, item, files, page }: ItemView): Html {
  const { say, formats } = reader;
  const pages = Math.max(1, Math.ceil(files.length / filesPerPage));
  const current = Math.min(Math.max(1, page), pages);
  const start = (current - 1) * filesPerPage;
  const shown = files.slice(start, start + filesPerPage);
  const { token } = item;
  const table = renderTable<InboxItemFile>(
    say('inbox.files'),
    [
      {
        label: say('inbox.name'),
        cell: ({ id, name, downloadedAt, isLimitReached }) =>
          html`${
            isLimitReached
              ? html`${userText(name)} <span class="aside">${say('download.limitTitle')}</span>`
              : html`<a href="/app/inbox/${token}/files/${id}/${encodeURIComponent(name)}" download
                  >${userText(name)}</a
                >`
          }
          ${
            downloadedAt !== undefined &&
            html`<span class="aside"
              >${say('inbox.downloaded', { date: formats.dateTime(downloadedAt) })}</span
            >`
          }`,
      },
      {
        label: say('inbox.size'),
        cell: ({ sizeBytes }) => formats.size(sizeBytes),
        width: 'small',
        numeric: true,
      },
    ],
    shown,
  );
  if (pages === 1) return table;
  const bounds = {
    from: formats.number(start + 1),
    to: formats.number(start + shown.length),
    total: formats.number(files.length),
  };
  return html`<p class="quiet">${say('download.shownFiles', bounds)}</p>
    ${table}
    <p class="paging">
      ${
        current > 1 &&
        html`<a href="/app/inbox/${token}?page=${current - 1}" rel="prev"
          >${say('download.previousFiles')}</a
        >`
      }
      ${
        current < pages &&
        html`<a href="/app/inbox/${token}?page=${current + 1}" rel="next"
          >${say('download.nextFiles')}</a
        >`
      }
    </p>`;
}
