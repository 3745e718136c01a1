import type { RequestEntry } from '../../../domain/model/file-request.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';

/** What can be done with an open request without opening its page. */
export function renderRowMenu(
  { dispatch: { id } }: RequestEntry,
  name: string,
  { reader: { say }, csrfToken }: { reader: PageReader; csrfToken: string },
): Html {
  return renderMenu(say('requests.moreFor', { request: name }), [
    html`<a class="menu-item" href="/app/requests/${id}#extend-title"
      >${icon('extend')}${say('requests.extendTitle')}</a
    >`,
    html`<a class="menu-item" href="/app/requests/${id}#links"
      >${icon('link')}${say('requests.linksTitle')}</a
    >`,
    html`<span class="menu-line"></span>`,
    html`<form method="post" action="/app/requests/${id}/close">
      ${csrfField(csrfToken)}
      <button class="menu-item menu-danger" type="submit">
        ${icon('lock')}${say('requests.close')}
      </button>
    </form>`,
  ]);
}
