import type { Html } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'accent';

const pictures: Record<Tone, IconName> = {
  good: 'check-ring',
  warn: 'alert',
  bad: 'alert',
  accent: 'info',
};

/** A sentence or two that stand out; `act` is the button that goes with it. */
export function renderNote(
  tone: Tone,
  text: Html | string,
  act?: Html,
  picture = pictures[tone],
): Html {
  return html`<div class="note is-${tone}">
    ${icon(picture)}
    <p>${text}</p>
    ${act}
  </div>`;
}

/** Drawings for what is empty, without meaning of their own. */
const art = {
  files: html`<path
      class="art-ground"
      d="M30 26h52a6 6 0 0 1 6 6v30a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V32a6 6 0 0 1 6-6z"
    /><path class="art-paper" d="M38 14h30l8 8v26H38z" /><path
      d="M68 14v8h8M45 28h18M45 34h12"
    /><path class="art-accent" d="M24 46h64" />`,
  inbox: html`<path
      class="art-paper"
      d="M22 40 32 16h48l10 24v22a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5z"
    /><path
      class="art-ground"
      d="M22 40h18l5 9h22l5-9h18v22a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5z"
    /><path d="M46 27h20M50 33h12" />`,
  search: html`<circle class="art-paper" cx="52" cy="36" r="21" /><path
      class="art-accent"
      d="m67 51 15 15"
    /><path d="M44 33h16M44 40h10" />`,
} as const;

/** Drawn beside the text of an empty list, or of a page that only says something. */
export function emptyArt(name: keyof typeof art): Html {
  return html`<svg class="empty-art" viewBox="0 0 112 80" aria-hidden="true">${art[name]}</svg>`;
}

/** The text of an empty list: that it is empty, and how items get into it. */
export function renderEmpty(
  name: keyof typeof art,
  fact: Html | string,
  ...next: readonly (Html | string | undefined)[]
): Html {
  return html`<div class="card empty">
    ${emptyArt(name)}
    <p class="empty-fact">${fact}</p>
    ${next.map((each) => (typeof each === 'string' ? html`<p>${each}</p>` : each))}
  </div>`;
}
