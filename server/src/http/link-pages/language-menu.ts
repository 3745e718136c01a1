import type { Language } from '../../i18n/language.ts';
import { languages } from '../../i18n/language.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';

/** Each language by the name that its speakers look for. */
const names: Record<Language, string> = {
  en: 'English',
  sv: 'Svenska',
  nb: 'Norsk',
  da: 'Dansk',
  fi: 'Suomi',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
};

const menus = new Map<string, Html>();

/** The same page in other languages, as plain links. It is the same for everybody, and is kept. */
export function languageMenu(current: Language, label: string): Html {
  const key = `${current} ${label}`;
  let menu = menus.get(key);
  if (menu === undefined) {
    menu = makeMenu(current, label);
    menus.set(key, menu);
  }
  return menu;
}

function makeMenu(current: Language, label: string): Html {
  return html`<details class="languages">
    <summary><span class="visually-hidden">${label}: </span>${names[current]}</summary>
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="?lang=${language}"
              lang="${language}"
              hreflang="${language}"
              aria-current="${language === current ? 'true' : 'false'}"
              >${names[language]}</a
            >
          </li>`,
      )}
    </ul>
  </details>`;
}
