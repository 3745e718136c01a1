import type { TextKey } from '../../../i18n/texts/texts.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import type { PageReader } from './frame.ts';

/** What a person sets for themselves: the name of each place, and what follows `/app/` in its address. */
const places = [
  ['you', 'settings', 'settings.places.you', 'person'],
  ['sending', 'settings/sending', 'settings.places.sending', 'sliders'],
  ['notices', 'settings/notices', 'settings.places.notices', 'bell'],
  ['security', 'security', 'app.security', 'shield'],
  ['keys', 'security/keys', 'keys.title', 'key'],
] as const satisfies readonly (readonly [string, string, TextKey, IconName])[];

/** A page of the settings: the way between them, and beside it the page's own parts. */
export function settingsFrame(
  { say }: PageReader,
  current: (typeof places)[number][0],
  body: Html,
): Html {
  return html`<div class="settings">
    <nav class="settings-nav" aria-label="${say('app.settings')}">
      <ul>
        ${places.map(
          ([place, path, text, picture]) =>
            html`<li>
              <a
                class="way-link"
                href="/app/${path}"
                aria-current="${place === current ? 'page' : 'false'}"
                >${icon(picture)}<span>${say(text)}</span></a
              >
            </li>`,
        )}
      </ul>
    </nav>
    <div class="stack settings-body">${body}</div>
  </div>`;
}
