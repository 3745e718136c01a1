import type { Html } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';
import type { Tone } from './notes.ts';

/** What something is at, each with its picture and its colour: neither is alone, the word says it. */
const looks = {
  draft: ['pencil'],
  uploading: ['upload', 'accent'],
  idle: ['clock'],
  waiting: ['clock', 'accent'],
  mailed: ['mail'],
  opened: ['mail-open', 'accent'],
  partly: ['half', 'accent'],
  done: ['check-ring', 'good'],
  active: ['clock', 'accent'],
  ending: ['hourglass', 'warn'],
  trouble: ['alert', 'bad'],
  warning: ['alert', 'warn'],
  expired: ['hourglass'],
  withdrawn: ['ban'],
  closed: ['lock'],
  guarded: ['shield-check', 'good'],
  new: ['inbox', 'accent'],
} as const satisfies Record<string, readonly [IconName, Tone?]>;

export type StateName = keyof typeof looks;

/** A state as a pill, or without its ground where it stands among other words. */
export function renderState(
  name: StateName,
  word: Html | string,
  kind: 'pill' | 'plain' = 'pill',
): Html {
  const [picture, tone] = looks[name] satisfies readonly [IconName, Tone?];
  const classes = [
    'state',
    ...(kind === 'plain' ? ['state-plain'] : []),
    ...(tone === undefined ? [] : [`is-${tone}`]),
  ];
  return html`<span class="${classes.join(' ')}">${icon(picture)}${word}</span>`;
}

/** More are told apart by nobody: a bar stands for them. */
const mostBeads = 8;

/**
 * One bead for each recipient: full for those who have everything, half for those who have opened the page, a diamond
 * for those whose mail did not arrive, a ring for the others. `share` says it, as in `5 of 40`; where beads are
 * `brief`, only to those who do not see them.
 */
export function renderBeads(
  { done, opened, bad, all }: { done: number; opened: number; bad: number; all: number },
  share: string,
  look: 'counted' | 'brief' = 'counted',
): Html {
  const isBrief = look === 'brief' && all <= mostBeads;
  const beads = Array.from({ length: Math.min(all, mostBeads) }, (_, at) => {
    if (at < done) return html`<span class="bead bead-done"></span>`;
    if (at >= all - bad) return html`<span class="bead bead-bad"></span>`;
    return html`<span class="bead ${at < opened && 'bead-open'}"></span>`;
  });
  const picture =
    all > mostBeads
      ? html`<progress value="${done}" max="${all}" aria-hidden="true"></progress>`
      : html`<span class="beads" aria-hidden="true">${beads}</span>`;
  return html`<span class="bead-line"
    >${picture}<span class="${isBrief ? 'hidden-text' : 'small quiet'}">${share}</span></span
  >`;
}
