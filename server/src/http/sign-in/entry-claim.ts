import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';

/** The way in, and beside it, where there is room, what the service is for. */
export function besideClaim(entry: Html, say: Say): Html {
  return html`<div class="entry-grid">
    <div class="entry-form stack">${entry}</div>
    <div class="entry-side">
      ${drawing}
      <div class="stack stack-s entry-words">
        <p class="entry-claim">${say('signIn.claim')}</p>
        <ul class="checklist small">
          <li>${icon('lock')}<span>${say('signIn.encrypted')}</span></li>
          <li>${icon('eye')}<span>${say('signIn.seen')}</span></li>
          <li>${icon('hourglass')}<span>${say('signIn.deleted')}</span></li>
        </ul>
      </div>
    </div>
  </div>`;
}

/** A slip, as what is sent and received looks. */
const drawing = html`<svg class="entry-art" viewBox="0 0 420 300" aria-hidden="true">
  <g class="art-back">
    <rect x="96" y="36" width="250" height="188" rx="18" transform="rotate(-5 221 130)" />
  </g>
  <g class="art-card">
    <path
      d="M110 52h230a16 16 0 0 1 16 16v66a9 9 0 0 0 0 18v84a16 16 0 0 1-16 16H110a16 16 0 0 1-16-16v-84a9 9 0 0 0 0-18V68a16 16 0 0 1 16-16z"
    />
  </g>
  <g class="art-line">
    <path d="M112 143h226" stroke-dasharray="5 6" />
    <path d="M168 84h84M168 104h128" />
    <path d="M118 176h92M118 198h140M118 220h64" />
  </g>
  <g class="art-fill"><circle cx="134" cy="94" r="18" /></g>
  <g class="art-seal">
    <circle cx="318" cy="204" r="34" />
    <path d="m303 205 10 10 20-22" />
  </g>
</svg>`;
