import type { Accent, AccentShades } from '../http/assets/dressing.ts';

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

/** Reads `#rrggbb`. */
function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour, from 0 to 1, as WCAG 2 defines it. */
function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = linear(rgb);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes the share `share` (0 to 1) of `one` with `other`, in gamma-encoded channels. */
function mix(one: Rgb, other: Rgb, share: number): Rgb {
  return mapRgb(one, (channel, at) => Math.round(share * channel + (1 - share) * (other[at] ?? 0)));
}

/** The colour darkened to at most the luminance `most`. */
function darken(rgb: Rgb, most: number): Rgb {
  const luminance = luminanceOf(rgb);
  if (luminance <= most) return rgb;
  return mapRgb(linear(rgb), (light) => Math.floor(channelOf((light * most) / luminance)));
}

/**
 * The colour lightened to at least the luminance `least`. Brightness alone would make it glare and white
 * alone pale, so each does a part.
 */
function lighten(rgb: Rgb, least: number): Rgb {
  const luminance = luminanceOf(rgb);
  if (luminance >= least) return rgb;
  const strongest = Math.max(...linear(rgb));
  const gain = strongest === 0 ? 1 : Math.min(least / luminance, 1 / strongest) ** 0.75;
  const white = (least - luminance * gain) / (1 - luminance * gain);
  return mapRgb(linear(rgb), (light) =>
    Math.ceil(channelOf(light * gain + white * (1 - light * gain))),
  );
}

/** Channels in linear light, from 0 to 1, which can be added. */
function linear(rgb: Rgb): Rgb {
  return mapRgb(rgb, (channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function channelOf(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.min(255, 255 * value);
}

function mapRgb([red, green, blue]: Rgb, change: (channel: number, at: number) => number): Rgb {
  return [change(red, 0), change(green, 1), change(blue, 2)];
}

/** The contrast that WCAG 2 demands of text at level AA. */
const contrast = 4.5;
const tint = 0.12;

/**
 * The backgrounds of pages and mails: `surface`, and in `last` the one with the lowest contrast to text. A
 * test compares them with web/styles/tokens.css and the mails.
 */
const grounds = {
  light: { surface: rgbOf('#ffffff'), last: rgbOf('#eef2f3') },
  dark: { surface: rgbOf('#182125'), last: rgbOf('#202b30') },
};

/**
 * The shades of one accent colour: the colour itself wherever it is readable, both as text on every
 * background and behind text in the colour of the surface; otherwise the nearest readable one.
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
