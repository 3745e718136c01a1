import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset } from './assets.ts';
import { toAsset } from './assets.ts';
import type { PageFont } from './font.ts';

/** The shades of the accent in one colour scheme; hexadecimal, such as `#0b5f5a`. */
export interface AccentShades {
  /** Of links and marks, and the background of buttons. */
  ink: string;
  /** The background of a message, or of a hovered choice. */
  ground: string;
}

export interface Accent {
  light: AccentShades;
  dark: AccentShades;
}

/** Comes after tokens.css, and replaces the built-in accent. */
export function accentSheet({ light, dark }: Accent): string {
  return `@layer tokens {
  :root {
    --accent: ${light.ink};
    --accent-ground: ${light.ground};
  }

  @media (prefers-color-scheme: dark) {
    :root {
      --accent: ${dark.ink};
      --accent-ground: ${dark.ground};
    }
  }
}
`;
}

/** The operator's, in place of ours. */
export interface Looks {
  logo?: Asset | undefined;
  accent?: Accent | undefined;
}

/** The parts that every page has, in the order of the cascade, after the tokens. */
const parts = [
  'base',
  'layout',
  'buttons',
  'cards',
  'people',
  'states',
  'fields',
  'menus',
  'files',
  'uploads',
  'gallery',
  'slip',
  'notes',
  'tones',
];

/** A page loads one sheet: a receiver's page none of what only people with accounts see. */
const sheets = {
  'app.css': [
    ...parts,
    'frame',
    'home',
    'table',
    'receivers',
    'steps',
    'send',
    'sent-off',
    'sent',
    'inbox',
    'code',
    'requests',
    'settings',
    'admin',
    'touch',
    'last',
  ],
  'valise.css': [
    ...parts,
    'public',
    'table',
    'steps',
    'sent-off',
    'entry',
    'receive',
    'code',
    'upload',
    'account',
    'reference',
    'last',
  ],
};

/** The one colour of the built-in logo, which is replaced by the operator's accent. */
const logoColor = '#0b5f5a';

/** Makes the assets that differ between brands: the style sheets and the logo. */
export type Dressing = (looks: Looks) => Map<string, Asset>;

/** Reads what they are made of, once. Without a font, pages show one of the system. */
export function loadDressing(dir: string, font: PageFont | undefined): Dressing {
  const readStyle = (name: string) => readFileSync(join(dir, 'styles', `${name}.css`), 'utf8');
  const tokens = readStyle('tokens');
  const ourLogo = readFileSync(join(dir, 'images', 'logo.svg'), 'utf8');
  const read = new Map<string, string>();
  for (const [name, styles] of Object.entries(sheets)) {
    read.set(name, styles.map(readStyle).join(''));
  }
  return ({ logo, accent }) => {
    const assets = new Map<string, Asset>();
    const begin = `${font?.sheet ?? ''}${tokens}${accent === undefined ? '' : accentSheet(accent)}`;
    for (const [name, rest] of read) {
      assets.set(`/assets/${name}`, toAsset(Buffer.from(begin + rest), 'text/css; charset=utf-8'));
    }
    const drawnLogo = ourLogo.replaceAll(logoColor, accent?.light.ink ?? logoColor);
    assets.set('/assets/logo', logo ?? toAsset(Buffer.from(drawnLogo), 'image/svg+xml'));
    return assets;
  };
}
