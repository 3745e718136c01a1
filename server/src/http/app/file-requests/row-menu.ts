import type { RequestEntry } from '../../../domain/model/file-request.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';

/** What can be done with an open request without opening its page. */
export function renderRowMenu(
  { dispatch: { id }, firstEmail }: RequestEntry,
  name: string,
  { reader: { say }, csrfToken }: { reader: PageReader; csrfToken: string },
): Html {
  const act = (verb: 'remind' | 'close', content: Html) =>
    verb === 'remind'
      ? html`<form method="post" action="/app/requests/${id}/remind">
          ${csrfField(csrfToken)}<button class="menu-item" type="submit">${content}</button>
        </form>`
      : html`<form method="post" action="/app/requests/${id}/close">
          ${csrfField(csrfToken)}<button class="menu-item menu-danger" type="submit">
            ${content}
          </button>
        </form>`;
  return renderMenu(say('requests.moreFor', { request: name }), [
    // A link without an address can be handed out, and not mailed.
    firstEmail === '' ? undefined : act('remind', html`${icon('mail')}${say('requests.remind')}`),
    html`<a class="menu-item" href="/app/requests/${id}#extend-title"
      >${icon('extend')}${say('requests.extendTitle')}</a
    >`,
    html`<a class="menu-item" href="/app/requests/${id}#links"
      >${icon('link')}${say('requests.linksTitle')}</a
    >`,
    html`<span class="menu-line"></span>`,
    act('close', html`${icon('lock')}${say('requests.close')}`),
  ]);
}
