import { encode } from 'uqr';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** Pictures of their own need it. */
const svg = 'http://www.w3.org/2000/svg';
/** Scanners need a margin of four modules. */
const margin = 4;

/**
 * A QR code, black on white in every colour scheme, so that every scanner reads it. It stands in a page or is a picture
 * of its own.
 */
export function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: margin });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const box = `0 0 ${size} ${size}`;
  return html`<svg class="qr-code" xmlns="${svg}" viewBox="${box}" role="img" aria-label="${label}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${squares.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
