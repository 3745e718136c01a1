import type { Html } from './html.ts';
import { html } from './html.ts';

/** The drawings, on 20 by 20 units. The style sheet gives them their strokes. */
const shapes = {
  home: html`<path
    d="M3.5 8.8 10 3.5l6.5 5.3v6.7c0 .55-.45 1-1 1H12v-4.75H8v4.75H4.5c-.55 0-1-.45-1-1z"
  />`,
  inbox: html`<path
    d="M3 11.5 5.2 4.7c.13-.42.52-.7.95-.7h7.7c.43 0 .82.28.95.7L17 11.5v4c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1zM3 11.5h4.2l1 2h3.6l1-2H17"
  />`,
  send: html`<path d="M17 3 9.2 10.8M17 3l-4.7 14-3.1-6.2L3 7.7z" />`,
  sent: html`<path d="M3 5h11M3 9.75h6M3 14.5h4.5M10.75 14l2.25 2.25L17.25 11.5" />`,
  request: html`<path d="M16.5 4v4.25A2.75 2.75 0 0 1 13.75 11H4M7.5 7.25 3.75 11l3.75 3.75" />`,
  people: html`<circle cx="7.5" cy="7" r="2.75" /><path
      d="M2.5 16.5c0-2.75 2.2-4.5 5-4.5s5 1.75 5 4.5M12.9 4.5a2.75 2.75 0 0 1 0 5M14.9 12.4c1.65.6 2.6 2.05 2.6 4.1"
    />`,
  person: html`<circle cx="10" cy="6.75" r="3.25" /><path
      d="M3.75 16.75c0-3.2 2.8-5 6.25-5s6.25 1.8 6.25 5"
    />`,
  'person-plus': html`<circle cx="7.75" cy="6.75" r="3" /><path
      d="M2.25 16.5c0-3 2.4-4.75 5.5-4.75s5.5 1.75 5.5 4.75M15.25 5.5v5M12.75 8h5"
    />`,
  sliders: html`<path d="M3 6h6.5M14.5 6H17M3 14h2.5M10.5 14H17" /><circle
      cx="12"
      cy="6"
      r="2.25"
    /><circle cx="8" cy="14" r="2.25" />`,
  shield: html`<path d="M10 2.75 4 5v4.6c0 3.6 2.5 6.2 6 7.65 3.5-1.45 6-4.05 6-7.65V5z" />`,
  'shield-check': html`<path
      d="M10 2.75 4 5v4.6c0 3.6 2.5 6.2 6 7.65 3.5-1.45 6-4.05 6-7.65V5z"
    /><path d="m7.2 10 2 2 3.6-3.75" />`,
  chart: html`<path d="M3 16.75h14M5.75 13.5v-3M10 13.5v-8M14.25 13.5V8" />`,
  search: html`<circle cx="9" cy="9" r="5.25" /><path d="m13 13 4 4" />`,
  plus: html`<path d="M10 4.25v11.5M4.25 10h11.5" />`,
  close: html`<path d="m5.25 5.25 9.5 9.5M14.75 5.25l-9.5 9.5" />`,
  check: html`<path d="m4 10.75 3.9 3.75L16 5.75" />`,
  'check-ring': html`<circle cx="10" cy="10" r="7" /><path d="m6.9 10.2 2.2 2.15 4.1-4.5" />`,
  alert: html`<path d="M10 3.25 2.5 16.25h15zM10 8.25v3.5M10 13.9v.05" />`,
  info: html`<circle cx="10" cy="10" r="7" /><path d="M10 9.25v4.25M10 6.6v.05" />`,
  clock: html`<circle cx="10" cy="10" r="7" /><path d="M10 6v4.25l2.75 1.6" />`,
  hourglass: html`<path
    d="M5.5 3h9M5.5 17h9M6.5 3v2.5C6.5 7.6 10 8.6 10 10s-3.5 2.4-3.5 4.5V17M13.5 3v2.5C13.5 7.6 10 8.6 10 10s3.5 2.4 3.5 4.5V17"
  />`,
  eye: html`<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5z" /><circle
      cx="10"
      cy="10"
      r="2.25"
    />`,
  mail: html`<rect x="2.75" y="4.5" width="14.5" height="11" rx="1.75" /><path
      d="m3.25 6 6.75 5 6.75-5"
    />`,
  'mail-open': html`<path
    d="M3 8.2 10 3.5l7 4.7v7.3c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1zM3.25 8.5 10 12.75l6.75-4.25"
  />`,
  download: html`<path d="M10 3v9.25M6.25 8.5 10 12.25l3.75-3.75M3.5 16.5h13" />`,
  upload: html`<path d="M10 12.75V3.5M6.25 7.25 10 3.5l3.75 3.75M3.5 16.5h13" />`,
  pause: html`<path d="M7 4.5v11M13 4.5v11" />`,
  play: html`<path d="M6.5 4.25v11.5l9-5.75z" />`,
  more: html`<g fill="currentColor" stroke="none"
    ><circle cx="4.5" cy="10" r="1.35" /><circle cx="10" cy="10" r="1.35" /><circle
      cx="15.5"
      cy="10"
      r="1.35"
  /></g>`,
  down: html`<path d="m5 7.5 5 5 5-5" />`,
  next: html`<path d="m7.5 5 5 5-5 5" />`,
  back: html`<path d="m12.5 5-5 5 5 5" />`,
  arrow: html`<path d="M4 10h12M11.25 5.25 16 10l-4.75 4.75" />`,
  copy: html`<rect x="7" y="7" width="9.75" height="9.75" rx="1.75" /><path
      d="M13 4.5v-.25C13 3.55 12.45 3 11.75 3h-7.5C3.55 3 3 3.55 3 4.25v7.5c0 .7.55 1.25 1.25 1.25h.25"
    />`,
  qr: html`<rect x="3" y="3" width="5" height="5" rx="1" /><rect
      x="12"
      y="3"
      width="5"
      height="5"
      rx="1"
    /><rect x="3" y="12" width="5" height="5" rx="1" /><path
      d="M12 12h2v2.25M17 12v2.5M12 17h2.5M17 17v.05"
    />`,
  link: html`<path
    d="m8.25 11.75 3.5-3.5M9 6.25l1.6-1.6a3.4 3.4 0 0 1 4.75 4.75L13.75 11M11 13.75l-1.6 1.6a3.4 3.4 0 0 1-4.75-4.75L6.25 9"
  />`,
  lock: html`<rect x="4" y="9" width="12" height="8" rx="1.75" /><path
      d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9"
    />`,
  key: html`<circle cx="6.75" cy="13.25" r="3.25" /><path
      d="M9.2 10.8 16.5 3.5M13.25 6.75l2.25 2.25"
    />`,
  passkey: html`<circle cx="8" cy="6.25" r="3" /><path
      d="M2.5 16.5c0-3 2.45-4.75 5.5-4.75.75 0 1.45.1 2.1.3"
    /><circle cx="14.5" cy="10.75" r="2.25" /><path d="M14.5 13v4.25l1.25-1" />`,
  phone: html`<rect x="6" y="2.5" width="8" height="15" rx="1.75" /><path d="M9.25 14.75h1.5" />`,
  laptop: html`<rect x="4" y="4" width="12" height="8.75" rx="1.5" /><path d="M2.5 15.75h15" />`,
  trash: html`<path
    d="M3.75 5.5h12.5M8 5.5V4c0-.55.45-1 1-1h2c.55 0 1 .45 1 1v1.5M5.5 5.5l.65 10.05c.04.53.47.95 1 .95h5.7c.53 0 .96-.42 1-.95l.65-10.05"
  />`,
  ban: html`<circle cx="10" cy="10" r="7" /><path d="m5.1 5.1 9.8 9.8" />`,
  folder: html`<path
    d="M2.75 6c0-.7.55-1.25 1.25-1.25h3.75l1.75 2H16c.7 0 1.25.55 1.25 1.25v6.5c0 .7-.55 1.25-1.25 1.25H4c-.7 0-1.25-.55-1.25-1.25z"
  />`,
  file: html`<path
    d="M5 3.75c0-.7.55-1.25 1.25-1.25H11l4 4v9.75c0 .7-.55 1.25-1.25 1.25h-7.5c-.7 0-1.25-.55-1.25-1.25zM11 2.5v4h4"
  />`,
  text: html`<path
      d="M5 3.75c0-.7.55-1.25 1.25-1.25H11l4 4v9.75c0 .7-.55 1.25-1.25 1.25h-7.5c-.7 0-1.25-.55-1.25-1.25zM11 2.5v4h4"
    /><path d="M7.75 10.25h4.5M7.75 13.5h4.5" />`,
  image: html`<rect x="3" y="3.5" width="14" height="13" rx="1.75" /><circle
      cx="7.1"
      cy="7.6"
      r="1.35"
    /><path d="m3.5 14.5 4-4 3 3 2.5-2.5 3.5 3.5" />`,
  video: html`<rect x="2.75" y="5" width="10.5" height="10" rx="1.75" /><path
      d="m13.25 9 4-2.5v7l-4-2.5"
    />`,
  audio: html`<path d="M8 14.5V5l8-1.5V13" /><circle cx="6" cy="14.5" r="2" /><circle
      cx="14"
      cy="13"
      r="2"
    />`,
  table: html`<rect x="3" y="3.5" width="14" height="13" rx="1.75" /><path
      d="M3 7.9h14M3 12.2h14M8 7.9v8.6"
    />`,
  slides: html`<rect x="3" y="3.5" width="14" height="9.5" rx="1.5" /><path
      d="M10 13v3.75M6.5 16.75h7"
    />`,
  archive: html`<rect x="3" y="3.5" width="14" height="3.5" rx="1" /><path
      d="M4.25 7v8.25c0 .7.55 1.25 1.25 1.25h9c.7 0 1.25-.55 1.25-1.25V7M8.25 10.25h3.5"
    />`,
  scan: html`<path
    d="M3 6.5v-2C3 3.67 3.67 3 4.5 3h2M13.5 3h2c.83 0 1.5.67 1.5 1.5v2M17 13.5v2c0 .83-.67 1.5-1.5 1.5h-2M6.5 17h-2c-.83 0-1.5-.67-1.5-1.5v-2M3 10h14"
  />`,
  'sign-out': html`<path
    d="M8 3.5H4.5c-.55 0-1 .45-1 1v11c0 .55.45 1 1 1H8M12.75 6.5 16.25 10l-3.5 3.5M16 10H8"
  />`,
  globe: html`<circle cx="10" cy="10" r="7" /><path
      d="M3 10h14M10 3c2 2 3 4.4 3 7s-1 5-3 7c-2-2-3-4.4-3-7s1-5 3-7z"
    />`,
  calendar: html`<rect x="3" y="4.5" width="14" height="12" rx="1.75" /><path
      d="M3 8.5h14M7 2.75v3.5M13 2.75v3.5"
    />`,
  extend: html`<rect x="3" y="4.5" width="14" height="12" rx="1.75" /><path
      d="M3 8.5h14M7 2.75v3.5M13 2.75v3.5"
    /><path d="M10 10.4v4M8 12.4h4" />`,
  pencil: html`<path
    d="m4 16 .8-3.4 8.5-8.5c.63-.63 1.65-.63 2.28 0l.32.32c.63.63.63 1.65 0 2.28l-8.5 8.5z"
  />`,
  bell: html`<path d="M5 13.25V9a5 5 0 0 1 10 0v4.25l1.5 1.75h-13zM8.5 17.25h3" />`,
  refresh: html`<path
    d="M16.5 4v4h-4M3.5 16v-4h4M15.9 7.9A6.3 6.3 0 0 0 4.5 7.2M4.1 12.1a6.3 6.3 0 0 0 11.4.7"
  />`,
  disk: html`<ellipse cx="10" cy="5.2" rx="6.5" ry="2.4" /><path
      d="M3.5 5.2v9.6c0 1.33 2.9 2.4 6.5 2.4s6.5-1.07 6.5-2.4V5.2M3.5 10c0 1.33 2.9 2.4 6.5 2.4s6.5-1.07 6.5-2.4"
    />`,
  hash: html`<path d="M4 7.25h12.5M3.5 12.75H16M8.25 3.5l-1.5 13M13.25 3.5l-1.5 13" />`,
  pulse: html`<path d="M2.5 10.5h3.25l2-5.5 3.5 10 2.25-4.5h4" />`,
  open: html`<path
    d="M11.5 3.5h5v5M16.25 3.75 9 11M14.5 11.5v4c0 .55-.45 1-1 1h-9c-.55 0-1-.45-1-1v-9c0-.55.45-1 1-1h4"
  />`,
  camera: html`<path
      d="M3 7.5c0-.7.55-1.25 1.25-1.25H6.5l1.4-2h4.2l1.4 2h2.25c.7 0 1.25.55 1.25 1.25v7.25c0 .7-.55 1.25-1.25 1.25H4.25C3.55 16 3 15.45 3 14.75z"
    /><circle cx="10" cy="10.9" r="2.75" />`,
  offline: html`<path
    d="M3 3l14 14M6 9.2a7 7 0 0 1 2-1.1M2.75 6.6a11 11 0 0 1 2-1.2M9.2 4.75a11 11 0 0 1 8.05 2.6M12.5 9.05A6.8 6.8 0 0 1 14.2 10M8 12.25a3.6 3.6 0 0 1 2.3-.6M10 15.25v.05"
  />`,
  half: html`<circle cx="10" cy="10" r="7" /><path
      d="M10 3a7 7 0 0 1 0 14z"
      fill="currentColor"
      stroke="none"
    />`,
} as const;

export type IconName = keyof typeof shapes;

const references = new Map<string, Html>();

/**
 * A picture beside its word. It refers to a drawing of the same page: a page of the strict policy loads none from
 * elsewhere in every browser. `kind` is one of the classes of icons, or several.
 */
export function icon(name: IconName, kind = ''): Html {
  const key = `${name} ${kind}`;
  let known = references.get(key);
  if (known === undefined) {
    const classes = kind === '' ? 'icon' : `icon ${kind}`;
    // Long lists have hundreds.
    // prettier-ignore
    known = html`<svg class="${classes}" aria-hidden="true"><use href="#i-${name}"/></svg>`;
    references.set(key, known);
  }
  return known;
}

function isIcon(name: string): name is IconName {
  return Object.hasOwn(shapes, name);
}

/** The drawings that a page, or a part that is fetched for one, refers to, each once. Nothing where there are none. */
export function symbolsIn(content: Html): Html | undefined {
  const found = content.toString().matchAll(/<use href="#i-([a-z-]+)"/g);
  const names = [...new Set(Array.from(found, ([, name = '']) => name))].filter(isIcon);
  if (names.length === 0) return undefined;
  return html`<svg class="symbols" aria-hidden="true">
    ${names.map((name) => html`<symbol id="i-${name}" viewBox="0 0 20 20">${shapes[name]}</symbol>`)}
  </svg>`;
}
