import type { Accent, AccentShades } from '../http/assets/accent-sheet.ts';
import type { Rgb } from './rgb.ts';
import { darken, hexOf, lighten, luminanceOf, mix, rgbOf } from './rgb.ts';

/** What WCAG 2 asks of text at level AA. */
const contrast = 4.5;
const tint = 0.12;

/**
 * What pages and mails lie on: `surface`, and in `last` the ground on which ink is hardest to read.
 * A test holds them against web/styles/tokens.css and the mails.
 */
const grounds = {
  light: { surface: rgbOf('#ffffff'), last: rgbOf('#eef2f3') },
  dark: { surface: rgbOf('#182125'), last: rgbOf('#202b30') },
};

/**
 * What one colour comes to: the colour itself wherever it can be read, both as ink on every ground
 * and under ink in the colour of the surface; else the nearest that can.
 */
export function deriveAccent(hex: string): Accent {
  const given = rgbOf(hex);
  return {
    light: shades(given, grounds.light, (ink, ground) =>
      darken(ink, (luminanceOf(ground) + 0.05) / contrast - 0.05),
    ),
    dark: shades(given, grounds.dark, (ink, ground) =>
      lighten(ink, (luminanceOf(ground) + 0.05) * contrast - 0.05),
    ),
  };
}

function shades(
  given: Rgb,
  { surface, last }: { surface: Rgb; last: Rgb },
  makeReadable: (ink: Rgb, ground: Rgb) => Rgb,
): AccentShades {
  const ink = makeReadable(given, last);
  const ground = mix(ink, surface, tint);
  return { ink: hexOf(makeReadable(ink, ground)), ground: hexOf(ground) };
}
