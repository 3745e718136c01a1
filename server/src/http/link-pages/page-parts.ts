import { replaceOverrides } from '#protocol/untrusted-text.ts';
import type { ShownSender } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/language.ts';
import { languages } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import type { Page } from '../html/layout.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { personMark } from '../html/people.ts';

/** The reader. Only the browser knows the reader's own time zone; the script converts times to it. */
export interface Reader {
  language: Language;
  /** The operator's. */
  timeZone: string;
}

/** A page for somebody who is not signed in, who can choose its language. */
export function renderVisitorPage(
  language: Language,
  say: Say,
  page: Pick<Page, 'title' | 'serviceName' | 'body' | 'script'>,
): string {
  const tools = languageMenu(language, say('download.language'));
  return renderPage({ ...page, frame: frameTexts(language, say), tools });
}

/** A point in time, machine-readable. */
export function moment(reader: Reader, at: Instant): Html {
  const text = formatsOf(reader).dateTime(at);
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

/** Addresses stay whole where a line has room for them; a longer one may break after its `@`. */
export function breakAfterAt(text: string): Html[] {
  return text.split(/(?<= )|(?= )/).map((word) => {
    const parts = word.split(/(?<=@)/);
    if (parts.length === 1) return html`${word}`;
    return html`<span class="address"
      >${parts.map((part, at) => html`${at > 0 && html`<wbr />`}${part}`)}</span
    >`;
  });
}

/** A line of user content with an address in it. */
export function userAddress(text: string): Html {
  return html`<bdi>${breakAfterAt(replaceOverrides(text, ''))}</bdi>`;
}

/** The contact address, if the operator set one. */
export function reportTo(address: string | undefined, say: Say): Html | undefined {
  return address === undefined
    ? undefined
    : html`<p>${breakAfterAt(say('download.report', { address }))}</p>`;
}

/** For cautious readers: what this page is, and what to do about it. */
export function explainPage(title: string, paragraphs: readonly string[], report?: Html): Html {
  return renderMore(
    title,
    html`<div class="stack stack-xs small quiet">
      ${paragraphs.map((text) => html`<p>${text}</p>`)} ${report}
    </div>`,
  );
}

/** What a reader may open who wants to know more. */
export function renderMore(title: string, content: Html, look: '' | 'sums' = ''): Html {
  return html`<details class="more-about ${look}">
    <summary>
      <span class="turn">${icon('next', 'icon-s icon-turns')}</span>
      ${title}
    </summary>
    ${content}
  </details>`;
}

/** Initials before a title; for a person without a name, those of the service. */
export function markOf({ sender, senderEmail }: ShownSender, serviceName: string): Html {
  return personMark(sender ?? serviceName, senderEmail ?? sender ?? '', 'l');
}

/** The address below a title. */
export function addressLine({ senderEmail }: ShownSender): Html | undefined {
  return senderEmail === undefined
    ? undefined
    : html`<p class="receive-mail">${userAddress(senderEmail)}</p>`;
}

/** Who sends or asks, and in which words. */
export function receiveHead(
  person: ShownSender,
  {
    title,
    serviceName,
    called,
    letter,
  }: {
    title: string;
    serviceName: string;
    /** What the sender calls it; undefined: nothing. */
    called: string | undefined;
    letter: Html | undefined;
  },
): Html {
  return html`<header class="receive-head">
    <div class="receive-who">
      ${markOf(person, serviceName)}
      <div class="row-words">
        <h1 class="display">${breakAfterAt(title)}</h1>
        ${addressLine(person)}
      </div>
    </div>
    ${called !== undefined && html`<p class="receive-title" dir="auto">${userText(called)}</p>`}
    ${letter}
  </header>`;
}

/** What holds for the reader, one below the other. */
export function checklist(points: readonly (string | undefined)[]): Html {
  return html`<ul class="checklist small">
    ${points.map(
      (point) =>
        point !== undefined &&
        html`<li><span class="ok">${icon('check-ring')}</span><span>${point}</span></li>`,
    )}
  </ul>`;
}

/** Each language by its own name. */
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

/** Every language with its own name. */
export const languageChoices = languages.map((language) => ({ language, name: names[language] }));

/** The same page in other languages, as plain links. It is the same for everyone, and is cached. */
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
  return html`<details name="menu" class="menu">
    <summary class="button quiet-button">
      <span class="hidden-text">${label} </span>${icon('globe')}${names[current]}
    </summary>
    <ul class="menu-list menu-languages">
      ${languages.map(
        (language) =>
          html`<li>
            <a
              class="menu-item"
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
