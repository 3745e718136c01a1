import type { AnyoneLink, SentDrop } from '../../../domain/model/sent.ts';
import { crumb, renderCard, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderState } from '../../html/states.ts';
import { csrfField } from '../frame/forms.ts';
import { usesOf } from '../frame/drop-parts.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { linkToCopy } from '../frame/link-to-copy.ts';
import { when } from '../frame/when.ts';

export interface AnyoneLinksView {
  reader: PageReader;
  drop: SentDrop;
  csrfToken: string;
  /** Whether the drop can have more of them. */
  allowsAnyone: boolean;
}

/** The links for anyone of a drop: how often each was used, and what its sender can do with it. */
export function renderAnyoneLinks(view: AnyoneLinksView, isLive: boolean): Html | undefined {
  const { reader, drop, csrfToken, allowsAnyone } = view;
  const { say } = reader;
  const canMake = isLive && allowsAnyone;
  if (drop.anyoneLinks.length === 0 && !canMake) return undefined;
  return renderCard({
    id: 'anyone',
    title: say('anyone.title'),
    isPadded: true,
    body: html`<div class="stack stack-s">
      ${drop.anyoneLinks.length === 0 && html`<p class="quiet">${say('anyone.none')}</p>`}
      ${drop.anyoneLinks.map((link) => renderLink(link, view, isLive))}
      ${
        canMake &&
        html`<form method="post" action="/app/sent/${drop.dispatch.id}/anyone">
          ${csrfField(csrfToken)}
          <p class="small quiet" id="make-text">${say('anyone.hint')}</p>
          <button class="button" type="submit" aria-describedby="make-text">
            ${icon('link')}${say('anyone.make')}
          </button>
        </form>`
      }
    </div>`,
  });
}

function renderLink(
  link: AnyoneLink,
  { reader, drop, csrfToken }: AnyoneLinksView,
  isLive: boolean,
): Html {
  const { say } = reader;
  const act = (name: 'link' | 'revoke', kind: string, text: string) =>
    html`<form method="post" action="/app/sent/${drop.dispatch.id}/anyone/${link.id}/${name}">
      ${csrfField(csrfToken)}
      <button class="button short ${kind}" type="submit">${text}</button>
    </form>`;
  const revoked =
    link.revokedAt !== undefined &&
    renderState('withdrawn', html`${say('sent.steps.revoked')} ${when(reader, link.revokedAt)}`);
  const acts = html`<div class="acts">
    ${act('link', '', say('sent.receiver.link'))} ${act('revoke', 'danger', say('anyone.revoke'))}
  </div>`;
  return html`<div class="stack stack-s">
    <p>${usesOf([link], reader)}</p>
    ${revoked} ${isLive && link.linkHash !== undefined && acts}
  </div>`;
}

/** Shows a link for anyone as a text and as a QR code. */
export function anyoneLinkPage({ dispatch }: SentDrop, link: string, reader: PageReader): AppPage {
  const { say } = reader;
  const title = say('anyone.title');
  const body = html`${renderHead(title, { above: crumb(`sent/${dispatch.id}`, say('sent.drop.back')) })}
    <section class="card card-pad stack stack-s settings-body">
      <p>${say('anyone.handOut')}</p>
      ${linkToCopy(link, reader, { id: 'link' })}
    </section>`;
  const script = html`<script type="module" src="/assets/copy-link.js"></script>`;
  return { title, body, script };
}
