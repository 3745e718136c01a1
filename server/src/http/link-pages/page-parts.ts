import type { Instant } from '../../domain/model/clock.ts';
import type { Formats } from '../../i18n/formats.ts';
import { createFormats } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/language.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { FrameTexts } from '../html/layout.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** Who reads. Only the browser knows the reader's own zone; the script puts times into it. */
export interface Reader {
  language: Language;
  /** The operator's. */
  timeZone: string;
}

const formats = new Map<string, Formats>();

/** How sizes and times are written for a reader. The formats are slow to make, and so are kept. */
export function formatsOf({ language, timeZone }: Reader): Formats {
  const key = `${language} ${timeZone}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = createFormats(language, timeZone);
    formats.set(key, known);
  }
  return known;
}

/** A point in time, exact for programs. */
export function moment(reader: Reader, at: Instant): Html {
  const text = formatsOf(reader).dateTime(at);
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

/** An address that is too long for a line may go on in the next one after its `@`. */
export function breakAfterAt(text: string): Html[] {
  return text.split(/(?<=@)/).map((part, at) => html`${at > 0 && html`<wbr />`}${part}`);
}

/** Where to write when something looks wrong, if the operator said where. */
export function reportTo(address: string | undefined, say: Say): Html | undefined {
  return address === undefined
    ? undefined
    : html`<p>${breakAfterAt(say('download.report', { address }))}</p>`;
}

export function frameTexts(language: Language, say: Say): FrameTexts {
  return {
    language,
    skipToContent: say('download.skipToContent'),
    promise: say('download.promise'),
  };
}

/** For the wary: what this page is, and what to do about it. */
export function explainPage(title: string, paragraphs: readonly string[], report?: Html): Html {
  return html`<details class="more-about">
    <summary>${title}</summary>
    ${paragraphs.map((text) => html`<p>${text}</p>`)} ${report}
  </details>`;
}
