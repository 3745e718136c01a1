import { encode } from 'uqr';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** Scanners need a margin of four modules. */
const margin = 4;

/** A QR code, black on white in every colour scheme, so that every scanner reads it. */
export function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
  );
  const side = size + 2 * margin;
  return html`<svg class="qr-code" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}">
    <rect width="${side}" height="${side}" fill="#fff" />
    <path d="${squares.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
