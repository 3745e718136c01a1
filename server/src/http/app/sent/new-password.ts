import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { csrfField, field, usernameField } from '../frame/forms.ts';
import type { DropView } from './drop-page.ts';

/** Gives a drop another password; nothing where it has none, which its receivers were not told of either. */
export function renderNewPassword({
  drop: { dispatch },
  csrfToken,
  problems = [],
  reader: { say },
}: Pick<DropView, 'drop' | 'csrfToken' | 'problems' | 'reader'>): Html | undefined {
  if (dispatch.passwordHash === undefined) return undefined;
  return renderCard({
    id: 'new-password',
    title: say('sent.drop.newPassword'),
    isPadded: true,
    body: html`<p class="quiet">${say('sent.drop.newPasswordText')}</p>
      <form class="stack stack-s" method="post" action="/app/sent/${dispatch.id}/password">
        ${
          // A password manager keeps it beside that of the person, not in its place.
          usernameField(dispatch.id)
        }
        ${csrfField(csrfToken)}
        ${field({
          name: 'password',
          label: say('sent.drop.newPasswordLabel'),
          type: 'password',
          autocomplete: 'new-password',
          problems,
        })}
        <p class="acts">
          <button class="button" type="submit">${say('sent.drop.newPassword')}</button>
        </p>
      </form>`,
  });
}
