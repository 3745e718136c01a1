import type { DispatchFigures } from '../../../domain/model/administration.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import { crumb } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import { when } from '../frame/when.ts';
import { actForm, adminHead, facts } from './admin-parts.ts';
import { dropStateMark, kindTexts, recipientsOf } from './list-pages.ts';

export interface AdminDropView {
  reader: PageReader;
  csrfToken: string;
  drop: DispatchFigures;
  now: Instant;
  /** The ends that can be chosen: later than the present one. */
  ends: readonly Instant[];
  problems: readonly FieldProblem[];
  notice: Html | undefined;
}

/** One drop in figures, and what an administrator does with it. */
export function adminDropPage(view: AdminDropView): AppPage {
  const { reader, csrfToken, drop, now, problems } = view;
  const { say, formats } = reader;
  const isLive = endReasonOf({ dispatch: drop, endedAt: drop.endedAt }, now) === undefined;
  const path = `drops/${drop.id}`;
  const title = `${say(kindTexts[drop.kind])}, ${formats.date(drop.createdAt)}`;
  const isUnfetched = drop.kind === 'drop' && drop.completed < drop.receivers - drop.revoked;
  const body = html`${crumb('admin/drops', say('admin.drops'))}
    ${adminHead(reader, 'drops', title, errorSummary(problems, say) ?? view.notice)}
    <div class="beside">
      <div class="stack">
        ${facts([
          [
            say('admin.drop.sender'),
            html`<a href="/app/admin/accounts?address=${drop.accountEmail}"
              >${userAddress(drop.accountEmail)}</a
            >`,
          ],
          [say('admin.drop.state'), dropStateMark(reader, drop, now)],
          [say('admin.drop.created'), when(reader, drop.createdAt)],
          [say('admin.drop.ends'), when(reader, drop.expiresAt)],
          [
            say('admin.drop.files'),
            say('admin.filesOf', { count: drop.files, size: formats.size(drop.bytes) }),
          ],
          [say('admin.drop.receivers'), recipientsOf(reader, drop)],
        ])}
        <p class="quiet">${say('admin.drop.privacy')} ${isLive && say('admin.drop.told')}</p>
      </div>
      ${
        isLive &&
        html`<div class="stack">
          ${renderExtension(view, path)}
          ${
            isUnfetched &&
            html`<div class="card card-pad">
              ${actForm(csrfToken, `${path}/resend`, say('admin.drop.resend'))}
            </div>`
          }
          <section class="zone" aria-labelledby="zone-title">
            <div>
              <h2 id="zone-title">${say('sent.drop.revoke')}</h2>
              <p class="small quiet">${say('sent.drop.revokeText')}</p>
            </div>
            <a class="button danger" href="/app/admin/${path}/end"
              >${icon('ban')}${say('sent.drop.revoke')}</a
            >
          </section>
        </div>`
      }
    </div>`;
  return { title, body };
}

function renderExtension(
  { reader: { say, formats }, csrfToken, ends, problems }: AdminDropView,
  path: string,
): Html | false {
  return (
    ends.length > 0 &&
    html`<form class="card card-pad stack stack-s" method="post" action="/app/admin/${path}/extend">
      ${csrfField(csrfToken)}
      ${selectField({
        name: 'until',
        label: say('sent.drop.extendLabel'),
        options: ends.map((at) => ({ value: String(at), text: formats.date(at) })),
        problems,
      })}
      <div class="acts">
        <button class="button" type="submit">${icon('extend')}${say('sent.drop.extend')}</button>
      </div>
    </form>`
  );
}

/** Asks before somebody's drop is ended. */
export function endDropPage({
  reader,
  csrfToken,
  drop,
}: Pick<AdminDropView, 'reader' | 'csrfToken' | 'drop'>): AppPage {
  const { say } = reader;
  const title = say('sent.drop.revokeTitle');
  const body = html`<section class="card card-pad stack stack-s narrow">
    <h1>${title}</h1>
    <p>${say('sent.drop.revokeText')} ${say('admin.drop.told')}</p>
    <form class="acts" method="post" action="/app/admin/drops/${drop.id}/end">
      ${csrfField(csrfToken)}
      <a class="button" href="/app/admin/drops/${drop.id}">${say('sent.drop.cancel')}</a>
      <button class="button danger-strong" type="submit">${say('sent.drop.revoke')}</button>
    </form>
  </section>`;
  return { title, body };
}
