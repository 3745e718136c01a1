import type { InboxItemFile } from '../../../domain/dispatches/inbox-items.ts';
import { inFileOrder } from '../../../domain/files/file-order.ts';
import { shownNameOf } from '../../../domain/model/file.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { looksLikeAddress, nameBesideAddress } from '../../../domain/model/person-names.ts';
import {
  crumb,
  factsLine,
  renderCard,
  renderHead,
  renderSlip,
  slipFacts,
} from '../../html/cards.ts';
import { rowsByFolder } from '../../html/file-folders.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderState } from '../../html/states.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import type { CodeForms } from '../../link-pages/code-page.ts';
import { renderCodeForms } from '../../link-pages/code-page.ts';
import { csrfField, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderPaging } from '../frame/paging.ts';
import { when, whenIn } from '../frame/when.ts';

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
  const { say } = reader;
  if (items.length === 0 && isFirst) {
    return renderEmpty(
      'inbox',
      say('inbox.empty'),
      say('inbox.emptyHint', { email: view.email }),
      html`<a class="button" href="/app/requests/new">${say('requests.new')}</a>`,
    );
  }
  const list = html`<ul class="card rows" aria-label="${say('inbox.title')}">
    ${items.map((item) => renderItem(item, closed.has(item), reader))}
  </ul>`;
  return html`${list}
  ${renderPaging(isFirst, view.hasMore ? items.at(-1)?.token : undefined, 'inbox', [
    say('inbox.newest'),
    say('inbox.older'),
  ])}`;
}

function renderItem(item: InboxItem, isClosed: boolean, reader: PageReader): Html {
  const { say, formats } = reader;
  const isNew = item.seenAt === undefined;
  const files = say('inbox.fileCount', { count: item.files, size: formats.size(item.bytes) });
  const { message } = item;
  return html`<li>
    <div class="row">
      ${personMark(item.senderName, item.senderEmail)}
      <span class="row-words"
        ><a class="row-link ${!isNew && 'row-seen'}" href="/app/inbox/${item.token}"
          >${userText(senderOf(item, reader))}</a
        >
        ${
          message !== undefined &&
          !isClosed &&
          html`<span class="small quiet">${userText(excerpt(message, longestExcerpt))}</span>`
        }
        ${factsLine([
          isClosed ? say('inbox.needsCode') : files,
          when(reader, item.createdAt),
          html`${say('sent.expires')} ${when(reader, item.expiresAt)}`,
        ])}</span
      >
      ${isNew && renderState('new', say('inbox.new'))}
    </div>
  </li>`;
}

/** What came to a person, newest first. */
export function inboxPage(view: ListView): AppPage {
  const { say } = view.reader;
  const title = say('inbox.title');
  const list = renderInboxList(view);
  const acts = html`<a class="button" href="/app/requests/new"
    >${icon('request')}${say('requests.new')}</a
  >`;
  const body = html`${renderHead(title, { acts })}
  ${doneNotice(view.done, () => say('inbox.deleted'))}
  ${view.isFirst ? html`<div class="stack" data-live="/app/inbox/live">${list}</div>` : list}`;
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
  const body = html`${renderHead(userAddress(title), {
      above: crumb('inbox', say('inbox.all')),
      lead: routes.length === 0 ? html`<p class="quiet">${say('code.unreachable')}</p>` : undefined,
    })}
    <article class="settings-body stack">${renderCodeForms({ ...view, say, form })}</article>`;
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
  const isAnswer = item.kind === 'return';
  const head = renderHead(userAddress(title), {
    above: crumb('inbox', say('inbox.all')),
    lead: factsLine([
      showsAddress && item.senderEmail,
      when(reader, item.createdAt),
      html`${say('sent.expires')} ${when(reader, item.expiresAt)}`,
    ]),
    acts: files.length > 1 ? downloadAll(view) : undefined,
  });
  const body = html`${head}
    <div class="beside">
      <div class="stack">
        ${
          item.message !== undefined &&
          html`<p class="letter letter-card" dir="auto">${userText(item.message)}</p>`
        }
        ${renderFiles(view)}
      </div>
      <div class="stack">
        ${renderSlip(title, [
          html`${isAnswer && html`<p>${renderState('done', say('inbox.viaRequest'))}</p>`}
          ${slipFacts([
            ['inbox', say('requests.came'), formats.dateTime(item.createdAt)],
            ['calendar', say('inbox.until'), formats.dateTime(item.expiresAt)],
          ])}`,
        ])}
        <details class="zone-fold">
          <summary class="button danger">${icon('trash')}${say('inbox.deleteTitle')}</summary>
          <div class="card card-pad stack stack-s">
            <p>${isAnswer ? say('inbox.deleteOwn') : say('inbox.deleteDrop')}</p>
            <form class="acts" method="post" action="/app/inbox/${token}/delete">
              ${csrfField(view.csrfToken)}
              <button class="button danger-strong" type="submit">${say('inbox.delete')}</button>
            </form>
          </div>
        </details>
      </div>
    </div>`;
  return { title, body };
}

/** All files that may still be downloaded, as one archive. */
function downloadAll({ reader, item, files }: ItemView): Html {
  const { say, formats } = reader;
  const left = files.filter(({ isLimitReached }) => !isLimitReached);
  if (left.length === 0) return html`<p class="quiet">${say('download.limitAdvice')}</p>`;
  const bytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return html`<a class="button primary" href="/app/inbox/${item.token}/all.zip" download
    >${icon('download')}${say('inbox.downloadAll', { size: formats.size(bytes) })}</a
  >`;
}

function renderFiles({ reader, item, files, page }: ItemView): Html {
  const { say, formats } = reader;
  const pages = Math.max(1, Math.ceil(files.length / filesPerPage));
  const current = Math.min(Math.max(1, page), pages);
  const start = (current - 1) * filesPerPage;
  const shown = inFileOrder(files).slice(start, start + filesPerPage);
  const { token } = item;
  const list = html`<ul class="file-rows">
    ${rowsByFolder(shown, (file) => renderFile(token, file, reader))}
  </ul>`;
  const card = (body: Html) =>
    renderCard({
      id: 'files',
      title: say('inbox.files'),
      count: formats.number(files.length),
      body,
    });
  if (pages === 1) return card(list);
  const bounds = {
    from: formats.number(start + 1),
    to: formats.number(start + shown.length),
    total: formats.number(files.length),
  };
  return card(
    html`${list}
      <p class="pages card-foot">
        <span>${say('download.shownFiles', bounds)}</span>
        <span class="acts"
          >${
            current > 1 &&
            html`<a class="button short" href="/app/inbox/${token}?page=${current - 1}" rel="prev"
              >${say('download.previousFiles')}</a
            >`
          }
          ${
            current < pages &&
            html`<a class="button short" href="/app/inbox/${token}?page=${current + 1}" rel="next"
              >${say('download.nextFiles')}</a
            >`
          }</span
        >
      </p>`,
  );
}

function renderFile(token: string, file: InboxItemFile, reader: PageReader): Html {
  const { say, formats } = reader;
  const { id, name, sizeBytes, downloadedAt, isLimitReached } = file;
  const shownName = shownNameOf(file);
  const facts = factsLine([
    formats.size(sizeBytes),
    isLimitReached && say('download.limitTitle'),
    downloadedAt !== undefined &&
      whenIn(reader, downloadedAt, (date) => say('inbox.downloaded', { date })),
  ]);
  return html`<li>
    <div class="row">
      ${fileTile({ name })}
      <span class="row-words"
        >${
          isLimitReached
            ? html`<span class="file-name">${userText(shownName)}</span>`
            : html`<a
                class="row-link file-name"
                href="/app/inbox/${token}/files/${id}/${encodeURIComponent(name)}"
                download
                >${userText(shownName)}</a
              >`
        }
        ${facts}</span
      >
      ${!isLimitReached && html`<span class="quiet">${icon('download')}</span>`}
    </div>
  </li>`;
}
