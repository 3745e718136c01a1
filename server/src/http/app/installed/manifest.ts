import type { Asset } from '../../assets/assets.ts';
import { ourAppearance } from '../../../domain/model/appearance.ts';
import type { Accent } from '../../assets/dressing.ts';
import { drawIcon } from './draw-icon.ts';
import { sizeOfPng } from './png.ts';

/** What the operator may have set of the look. */
export interface InstalledLook {
  serviceName: string;
  logo: Asset | undefined;
  accent: Accent | undefined;
}

/** That of our tokens (`web/styles/tokens.css`). */
const pageColor = '#f4f6f7';

/** Smaller pictures are refused by some systems as icons. */
const leastPixels = 192;

/** The icons that we draw, by their names in addresses. */
const drawn = new Map([
  ['icon-192.png', { size: 192, isMaskable: false }],
  ['icon-512.png', { size: 512, isMaskable: false }],
  ['maskable-192.png', { size: 192, isMaskable: true }],
  ['maskable-512.png', { size: 512, isMaskable: true }],
]);

/** Where files from other applications are taken: by the service worker, which no server answers for. */
export const shareTarget = '/app/share';

/** The PNG of an icon; undefined where there is none of this name. */
export function drawNamedIcon(name: string, { accent }: InstalledLook): Buffer | undefined {
  const style = drawn.get(name);
  return style && drawIcon({ ...style, ground: colorOf(accent) });
}

/**
 * The application is what is below `/app/`: a link to files, or to sign in, is opened by the browser, which shows its
 * address.
 */
export function renderManifest(look: InstalledLook, language: string): string {
  return JSON.stringify({
    id: '/app/',
    name: look.serviceName,
    short_name: look.serviceName,
    lang: language,
    start_url: '/app/',
    scope: '/app/',
    display: 'standalone',
    theme_color: colorOf(look.accent),
    background_color: pageColor,
    icons: iconsOf(look.logo),
    share_target: {
      action: shareTarget,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'file', accept: ['*/*'] }],
      },
    },
  });
}

function colorOf(accent: Accent | undefined): string {
  return accent?.light.ink ?? ourAppearance.accentColor;
}

/** The operator's picture where it can be an icon; else ours in the operator's colour. */
function iconsOf(logo: Asset | undefined) {
  const size = logo?.type === 'image/png' ? sizeOfPng(logo.body) : undefined;
  if (size !== undefined && size.width === size.height && size.width >= leastPixels) {
    return [{ src: '/assets/logo', type: 'image/png', sizes: `${size.width}x${size.height}` }];
  }
  return Array.from(drawn, ([name, style]) => ({
    src: `/app/icons/${name}`,
    type: 'image/png',
    sizes: `${style.size}x${style.size}`,
    purpose: style.isMaskable ? 'maskable' : 'any',
  }));
}
