import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { looksLikeAddress, nameBesideAddress } from '../../../domain/model/person-names.ts';
import { factsLine } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { renderPaging } from '../frame/paging.ts';
import { when } from '../frame/when.ts';

const longestExcerpt = 100;

/** The items that are chosen are sent with this form. */
const chosenForm = 'chosen';

/** One part of the list, or what a search has found. */
export interface ListView {
  reader: PageReader;
  email: string;
  items: readonly InboxItem[];
  /** Those that show who sent them, and nothing else before a code was entered. */
  closed: ReadonlySet<InboxItem>;
  /** Whether there are older ones. */
  hasMore: boolean;
  isFirst: boolean;
  /** What was searched; empty for the list. */
  text: string;
  /** The item that is shown beside the list. */
  here?: InboxItem['token'];
}

/** The items, and where the list goes on: what is refreshed while somebody looks at it. */
export function renderInboxList(view: ListView): Html {
  const { reader, items, isFirst, text } = view;
  const { say } = reader;
  if (items.length === 0 && text !== '') {
    return html`<div class="pair-empty">
      <p class="quiet">${say('inbox.noneFound', { text })}</p>
      <a href="/app/inbox">${say('inbox.showAll')}</a>
    </div>`;
  }
  const list = html`<ul class="posts" aria-label="${say('inbox.title')}">
    ${items.map((item) => renderPost(item, view))}
  </ul>`;
  return html`${list}
  ${renderPaging(isFirst, view.hasMore ? items.at(-1)?.token : undefined, 'inbox', [
    say('inbox.newest'),
    say('inbox.older'),
  ])}`;
}

/** In place of the list where nothing came yet. */
export function renderEmptyInbox({ reader: { say }, email }: ListView): Html {
  return renderEmpty(
    'inbox',
    say('inbox.empty'),
    say('inbox.emptyHint', { email }),
    html`<a class="button" href="/app/requests/new">${say('requests.new')}</a>`,
  );
}

function renderPost(item: InboxItem, { reader, closed, text, here }: ListView): Html {
  const { say, formats } = reader;
  const isNew = item.seenAt === undefined;
  const isClosed = closed.has(item);
  const isHere = item.token === here;
  const sender = senderOf(item, reader);
  const files = say('inbox.fileCount', { count: item.files, size: formats.size(item.bytes) });
  const query = text === '' ? '' : `?${new URLSearchParams({ q: text }).toString()}`;
  const classes = ['post', ...(isNew ? ['post-new'] : []), ...(isHere ? ['post-here'] : [])];
  return html`<li class="${classes.join(' ')}">
    ${personMark(item.senderName, item.senderEmail)}
    <span class="row-words"
      ><span class="post-top"
        ><a
          class="row-link truncate"
          href="/app/inbox/${item.token}${query}"
          aria-current="${isHere ? 'true' : 'false'}"
          >${userText(sender)}</a
        ><span class="small quiet nowrap">${when(reader, item.createdAt)}</span></span
      >
      ${
        !isClosed &&
        item.title !== undefined &&
        html`<span class="small truncate">${userText(item.title)}</span>`
      }
      ${
        !isClosed &&
        item.message !== undefined &&
        html`<span class="small quiet truncate"
          >${userText(excerpt(item.message, longestExcerpt))}</span
        >`
      }
      ${factsLine([
        isClosed ? say(item.hasPassword ? 'inbox.needsPassword' : 'inbox.needsCode') : files,
        item.kind === 'return' && say('inbox.answerShort'),
      ])}</span
    >
    <label class="pick"
      ><input
        class="post-pick"
        type="checkbox"
        name="item"
        value="${item.token}"
        form="${chosenForm}"
        aria-label="${say('inbox.select', { sender })}"
    /></label>
    ${isNew && html`<span class="dot" role="img" aria-label="${say('inbox.new')}"></span>`}
  </li>`;
}

/** The search above the list, and what can be done with several items at once. */
export function renderListTools(
  { reader: { say }, text, items }: ListView,
  csrfToken: string,
): Html {
  return html`<div class="pair-tools stack stack-s">
    <form class="search" role="search" action="/app/inbox">
      ${icon('search')}
      <input
        class="input"
        type="search"
        name="q"
        value="${text}"
        maxlength="100"
        aria-label="${say('inbox.search')}"
        placeholder="${say('inbox.search')}"
      />
    </form>
    ${
      items.length > 0 &&
      html`<form class="picked" id="${chosenForm}" method="post" action="/app/inbox/chosen.zip">
        ${csrfField(csrfToken)}
        <div class="acts">
          <button class="button short" type="submit">
            ${icon('download', 'icon-s')}${say('inbox.downloadChosen')}
          </button>
          <details class="zone-fold">
            <summary class="button short danger">
              ${icon('trash', 'icon-s')}${say('inbox.deleteTitle')}
            </summary>
            <div class="stack stack-s">
              <p class="small">${say('inbox.deleteChosenHint')}</p>
              <button
                class="button short danger-strong"
                type="submit"
                formaction="/app/inbox/chosen/delete"
              >
                ${say('inbox.deleteChosen')}
              </button>
            </div>
          </details>
        </div>
      </form>`
    }
  </div>`;
}

/** How the sender is called: by name, else by address. Whoever used a bare link gave the name themselves. */
export function senderOf(
  { kind, senderName, senderEmail }: InboxItem,
  { say }: PageReader,
): string {
  if (senderName === '') return senderEmail === '' ? say('inbox.unknown') : senderEmail;
  if (senderEmail !== '') return nameBesideAddress(senderName, senderEmail);
  const isChecked = kind === 'drop' && !looksLikeAddress(senderName);
  return isChecked ? senderName : say('inbox.named', { name: senderName });
}
