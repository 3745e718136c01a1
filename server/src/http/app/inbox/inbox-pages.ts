import type { InboxItemFile } from '../../../domain/dispatches/inbox-items.ts';
import { inFileOrder } from '../../../domain/files/file-order.ts';
import { shownNameOf } from '../../../domain/model/file.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import type { PictureSizes } from '../../../domain/pictures/pictures.ts';
import { crumb, factsLine, renderHead } from '../../html/cards.ts';
import { isViewable } from '../../download-page/view-file.ts';
import { rowsByFolder } from '../../html/file-folders.ts';
import { fileTile } from '../../html/file-kind.ts';
import { fileThumb, galleryScript, renderGallery } from '../../html/file-thumb.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderNote } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderState } from '../../html/states.ts';
import type { CodeForms } from '../../link-pages/code-page.ts';
import { renderCodeForms } from '../../link-pages/code-page.ts';
import { passwordFields, renderPasswordForm } from '../../link-pages/password-page.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import { csrfField, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when, whenIn } from '../frame/when.ts';
import type { ListView } from './inbox-list.ts';
import { renderEmptyInbox, renderInboxList, renderListTools, senderOf } from './inbox-list.ts';

/** What a form of the page before has done. */
export type InboxDone = 'deleted' | 'some-deleted';

interface InboxView extends ListView {
  csrfToken: string;
  done: InboxDone | undefined;
  /** Whether something was to be done with several items, and none was chosen. */
  lacksChoice?: boolean;
}

/** What came to a person, newest first, and room for one item beside it. */
export function inboxPage(view: InboxView): AppPage {
  const { reader, isFirst, text } = view;
  const { say } = reader;
  const isEmpty = view.items.length === 0 && isFirst && text === '';
  const list = renderInboxList(view);
  const isLive = isFirst && text === '';
  const body = html`${renderInboxHead(reader)}
  ${doneNotice(view.done, (done) => say(done === 'deleted' ? 'inbox.deleted' : 'inbox.someDeleted'))}
  ${view.lacksChoice === true && renderNote('warn', say('inbox.chooseFirst'))}
  ${
    isEmpty
      ? html`<div data-live="/app/inbox/live">${renderEmptyInbox(view)}</div>`
      : html`<div class="pair card">
          <section class="pair-list" aria-label="${say('inbox.title')}">
            ${renderListTools(view, view.csrfToken)}
            ${isLive ? html`<div data-live="/app/inbox/live">${list}</div>` : list}
          </section>
          <div class="pair-one pair-none"><p class="quiet">${say('inbox.choose')}</p></div>
        </div>`
  }`;
  return {
    title: say('inbox.title'),
    body,
    ...(view.lacksChoice === true ? { status: 422 } : {}),
  };
}

function renderInboxHead({ say }: PageReader): Html {
  const acts = html`<a class="button" href="/app/requests/new"
    >${icon('request')}${say('requests.new')}</a
  >`;
  return renderHead(say('inbox.title'), { acts });
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

/** An item until its receiver has entered the password that its sender set. */
export function passwordPage({
  reader,
  item,
  csrfToken,
  isWrong,
}: Pick<LockedView, 'reader' | 'item' | 'csrfToken'> & { isWrong: boolean }): AppPage {
  const { say } = reader;
  const title = say('inbox.filesFrom', { sender: senderOf(item, reader) });
  const form = html`<form method="post" action="/app/inbox/${item.token}/password">
    ${csrfField(csrfToken)} ${passwordFields({ say, isWrong })}
  </form>`;
  const body = html`${renderHead(userAddress(title), { above: crumb('inbox', say('inbox.all')) })}
    <article class="settings-body stack">
      ${renderPasswordForm({ say, isWrong, lacksCookie: false }, form)}
    </article>`;
  return { title, body };
}

/** More files are on pages of their own. */
export const filesPerPage = 200;

const longestRequest = 60;

export interface ItemView {
  reader: PageReader;
  csrfToken: string;
  item: InboxItem;
  files: readonly InboxItemFile[];
  /** Those that the page shows. */
  shown: ShownFiles;
  /** Of the shown files. */
  pictures: PictureSizes;
  /** The list beside it. */
  list: ListView;
  /** Whether something that was sent on of it would end with it. */
  hasSentOn: boolean;
}

/** The list and one item of it: who sent it, the message, the files, and what can be done with them. */
export function itemPage(view: ItemView): AppPage {
  const { reader, item, files } = view;
  const { say } = reader;
  const sender = senderOf(item, reader);
  const title = say('inbox.filesFrom', { sender });
  const hasGallery = view.pictures.size > 0;
  const showsAddress = item.senderName !== '' && item.senderEmail !== '';
  const body = html`${renderInboxHead(reader)}
    <p class="pair-back">${crumb('inbox', say('inbox.all'))}</p>
    <div class="pair card pair-open">
      <section class="pair-list" aria-label="${say('inbox.title')}">
        ${renderListTools(view.list, view.csrfToken)} ${renderInboxList(view.list)}
      </section>
      <article class="pair-one stack" aria-labelledby="item-title">
        <header class="stack stack-s">
          <div class="receive-who">
            ${personMark(item.senderName, item.senderEmail, 'l')}
            <div class="row-words">
              <h2 class="pair-title" id="item-title">${userAddress(title)}</h2>
              ${factsLine([showsAddress && item.senderEmail, when(reader, item.createdAt)])}
            </div>
            <span class="row-end">${renderItemMenu(view, sender)}</span>
          </div>
          ${renderRequest(item, reader)}
          ${item.title !== undefined && html`<h2 dir="auto">${userText(item.title)}</h2>`}
          ${
            item.message !== undefined &&
            html`<p class="letter" dir="auto">${userText(item.message)}</p>`
          }
        </header>
        <div class="acts">
          ${files.length > 1 && downloadAll(view)} ${renderAnswer(view)} ${renderSendOn(view)}
          <span class="small quiet">${say('sent.expires')} ${when(reader, item.expiresAt)}</span>
        </div>
        ${renderFiles(view)} ${renderDeletion(view)}
      </article>
    </div>
    ${hasGallery && renderGallery(say)}`;
  return { title, body, ...(hasGallery ? { script: galleryScript } : {}) };
}

/** That it answers a request of the person, and which. */
function renderRequest({ kind, request }: InboxItem, { say }: PageReader): Html | undefined {
  if (kind !== 'return') return undefined;
  if (request === undefined) return html`<p>${renderState('done', say('inbox.viaRequest'))}</p>`;
  const { id, message } = request;
  const words =
    message === undefined
      ? say('inbox.viaRequest')
      : say('inbox.answers', { request: excerpt(message, longestRequest) });
  return html`<p class="small">
    <a href="/app/requests/${id}">${renderState('done', userText(words))}</a>
  </p>`;
}

function renderItemMenu({ reader: { say }, item }: ItemView, sender: string): Html {
  const { senderEmail, senderName } = item;
  const contact = new URLSearchParams({ email: senderEmail, nick: senderName }).toString();
  const ask = senderEmail === '' ? '' : `?${new URLSearchParams({ to: senderEmail }).toString()}`;
  return renderMenu(say('inbox.moreFor', { sender }), [
    html`<a class="menu-item" href="/app/requests/new${ask}"
      >${icon('request')}${say('requests.new')}</a
    >`,
    senderEmail === ''
      ? undefined
      : html`<a class="menu-item" href="/app/contacts/new?${contact}"
          >${icon('person-plus')}${say('inbox.addContact')}</a
        >`,
  ]);
}

/** A new draft to the sender, where we know how to reach them. */
function renderAnswer({ reader: { say }, item, csrfToken }: ItemView): Html | undefined {
  if (item.senderEmail === '') return undefined;
  return html`<form method="post" action="/app/inbox/${item.token}/answer">
    ${csrfField(csrfToken)}
    <button class="button" type="submit">${icon('request')}${say('inbox.answer')}</button>
  </form>`;
}

/** The files in a new draft, where the sender does not limit downloads. */
function renderSendOn({ reader: { say }, item, files, csrfToken }: ItemView): Html | undefined {
  if (item.downloadLimit !== undefined || files.length === 0) return undefined;
  return html`<form id="send-on" method="post" action="/app/inbox/${item.token}/send-on">
    ${csrfField(csrfToken)}
    <button class="button" type="submit" title="${say('inbox.sendOnHint')}">
      ${icon('send')}${say('inbox.sendOn')}
    </button>
  </form>`;
}

function renderDeletion({ reader: { say }, item, csrfToken, hasSentOn }: ItemView): Html {
  return html`<details class="zone-fold" id="delete">
    <summary class="button danger">${icon('trash')}${say('inbox.deleteTitle')}</summary>
    <div class="stack stack-s">
      <p>${item.kind === 'return' ? say('inbox.deleteOwn') : say('inbox.deleteDrop')}</p>
      ${hasSentOn && html`<p>${say('inbox.deleteSentOn')}</p>`}
      <form class="acts" method="post" action="/app/inbox/${item.token}/delete">
        ${csrfField(csrfToken)}
        <button class="button danger-strong" type="submit">${say('inbox.delete')}</button>
      </form>
    </div>
  </details>`;
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

interface ShownFiles {
  files: readonly InboxItemFile[];
  /** How many there are before them. */
  start: number;
  /** Of so many pages, counted from 1. */
  current: number;
  pages: number;
}

/** The files of one page of an item, as people sort them. A page that does not exist is the nearest one. */
export function shownFilesOf(files: readonly InboxItemFile[], page: number): ShownFiles {
  const pages = Math.max(1, Math.ceil(files.length / filesPerPage));
  const current = Math.min(Math.max(1, page), pages);
  const start = (current - 1) * filesPerPage;
  return { files: inFileOrder(files).slice(start, start + filesPerPage), start, current, pages };
}

function renderFiles(view: ItemView): Html {
  const { reader, item, files } = view;
  const { say, formats } = reader;
  const { files: shown, start, current, pages } = view.shown;
  const { token } = item;
  const list = html`<ul class="file-rows boxed" aria-label="${say('inbox.files')}">
    ${rowsByFolder(shown, (file) => renderFile(view, file))}
  </ul>`;
  if (pages === 1) return list;
  const bounds = {
    from: formats.number(start + 1),
    to: formats.number(start + shown.length),
    total: formats.number(files.length),
  };
  return html`${list}
    <p class="pages">
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
    </p>`;
}

function renderFile({ reader, item, files, pictures }: ItemView, file: InboxItemFile): Html {
  const { say, formats } = reader;
  const { token } = item;
  const { id, name, sizeBytes, downloadedAt, isLimitReached } = file;
  const shownName = shownNameOf(file);
  const picture = pictures.get(id);
  const path = `inbox/${token}/pictures/${id}`;
  const facts = factsLine([
    formats.size(sizeBytes),
    isLimitReached && say('download.limitTitle'),
    downloadedAt !== undefined &&
      whenIn(reader, downloadedAt, (date) => say('inbox.downloaded', { date })),
  ]);
  return html`<li>
    <div class="row">
      ${
        picture === undefined
          ? fileTile({ name })
          : fileThumb({ ...picture, page: 'app', path, name: shownName }, say)
      }
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
      <span class="row-end"
        >${
          !isLimitReached &&
          isViewable(file) &&
          html`<a
            class="button quiet-button short"
            href="/app/inbox/${token}/files/${id}/${encodeURIComponent(name)}?view=1"
            target="_blank"
            rel="noopener"
            >${say('download.view')}<span class="hidden-text"> ${userText(shownName)}</span></a
          >`
        }
        ${
          files.length > 1 &&
          item.downloadLimit === undefined &&
          html`<button
            class="button quiet-button icon-button short"
            type="submit"
            form="send-on"
            name="file"
            value="${id}"
            aria-label="${say('inbox.sendOnFile', { name: shownName })}"
            title="${say('inbox.sendOn')}"
          >
            ${icon('send')}
          </button>`
        }
        ${!isLimitReached && icon('download')}</span
      >
    </div>
  </li>`;
}
