import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { accentSheet } from '../http/assets/dressing.ts';
import { mailAccent } from '../delivery/mail/messages/render-html.ts';
import { sampleMails, sampleReader } from '../delivery/mail/messages/mail-samples.ts';
import { renderMail } from '../delivery/mail/messages/render-mail.ts';
import { contrast } from '../testing/contrast.ts';
import { readPageColors } from '../testing/page-colors.ts';
import { deriveAccent } from './derive-accent.ts';

const tokens = await readFile(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8');
const ours = readPageColors(tokens);

/** Ink and ground, by the names of their tokens. */
const pairsOnPages = [
  ...['page', 'surface', 'sunken', 'accent-ground'].map((ground) => ['accent', ground] as const),
  ['text', 'accent-ground'],
  ['quiet', 'accent-ground'],
  // The words on a button.
  ['surface', 'accent'],
] as const;

const corners = ['000000', 'ffffff', 'ff0000', '00ff00', '0000ff', 'ffff00', 'ff00ff', '00ffff'];
const greys = ['767676', '777777', '808080', 'cccccc', 'f0f0f0'];
const examples = [...corners, ...greys, 'ffd400', '000080', '0b5f5a', '74cdc5'];
const anyColor = fc.nat({ max: 0xff_ff_ff }).map((number) => number.toString(16).padStart(6, '0'));

function forAnyColor(check: (hex: string) => void): void {
  for (const hex of examples) check(hex);
  fc.assert(fc.property(anyColor, check), { numRuns: 1000 });
}

describe('whatever the colour', () => {
  test('every pair on pages is readable, in the light and in the dark', () => {
    forAnyColor((hex) => {
      const accent = deriveAccent(`#${hex}`);
      const own = readPageColors(accentSheet(accent));
      for (const scheme of ['light', 'dark'] as const) {
        const colors = new Map([...ours[scheme], ...own[scheme]]);
        for (const [ink, ground] of pairsOnPages) {
          const ratio = contrast(colors.get(ink) ?? '', colors.get(ground) ?? '');
          assert.ok(ratio >= 4.5, `#${hex}: ${ink} on ${ground}, ${scheme}: ${ratio}`);
        }
      }
    });
  });

  test('links and buttons of mails are readable, in the light and in the dark', () => {
    forAnyColor((hex) => {
      const accent = mailAccent(deriveAccent(`#${hex}`));
      const { html } = renderMail(sampleMails().upload, { ...sampleReader(), accent });
      const light = find(html, /<a class="link"[^>]*style="color:#(\w{6})/);
      const dark = find(html, /\.link \{ color: #(\w{6})/);
      const pairs = [
        [light, 'ffffff'],
        [light, find(html, /<body[^>]*background-color:#(\w{6})/)],
        [dark, find(html, /\.card \{ background-color: #(\w{6})/)],
        [dark, find(html, /\.page \{ background-color: #(\w{6})/)],
        [
          find(html, /<a class="button"[^>]*background-color:#\w{6};color:#(\w{6})/),
          find(html, /<a class="button"[^>]*background-color:#(\w{6})/),
        ],
        [
          find(html, /\.button \{ background-color: #\w{6} !important; color: #(\w{6})/),
          find(html, /\.button \{ background-color: #(\w{6})/),
        ],
      ] as const;
      for (const [one, other] of pairs) {
        assert.ok(contrast(one, other) >= 4.5, `#${hex}: ${one} on ${other}`);
      }
    });
  });

  test('it is kept to the digit where it can be read', () => {
    forAnyColor((hex) => {
      const { light, dark } = deriveAccent(`#${hex}`);
      const readable = ({ ground }: { ground: string }, last: string) =>
        Math.min(contrast(hex, ground.slice(1)), contrast(hex, last)) >= 4.5;
      if (readable(light, 'eef2f3') && contrast(hex, 'ffffff') > contrast(hex, '000000')) {
        assert.equal(light.ink, `#${hex}`);
      }
      if (readable(dark, '202b30') && contrast(hex, '000000') > contrast(hex, 'ffffff')) {
        assert.equal(dark.ink, `#${hex}`);
      }
    });
  });
});

test('what cannot be read becomes darker or lighter, and stays the same colour', () => {
  assert.deepEqual(deriveAccent('#ffd400'), {
    light: { ink: '#806900', ground: '#f0ede0' },
    dark: { ink: '#ffd400', ground: '#343621' },
  });
  assert.deepEqual(deriveAccent('#000080'), {
    light: { ink: '#000080', ground: '#e0e0f0' },
    dark: { ink: '#8a8ae6', ground: '#252d3c' },
  });
});

function find(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? assert.fail(`${pattern} is not in the mail`);
}
