// Cuts the pages' font to the letters and weights that they use: the whole of it is three times as large as a page of a
// receiver may be (decision 0109). Where this was not done, pages show a font of the system.
//
//   node server/font/cut-font.mjs    unless it is done

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'node_modules/@fontsource-variable/inter');
const folder = join(root, 'build/font');
const stampFile = join(folder, 'made-of');

/** The files, and the letters in each. A browser loads the second only for a page that has one of its letters. */
const files = {
  'inter-latin.woff2': {
    of: 'inter-latin-wght-normal.woff2',
    letters: [
      ...[[0x20, 0x7e], [0xa0, 0xff], 0x131, [0x152, 0x153], 0x2c6, 0x2da, 0x2dc],
      ...[
        [0x2009, 0x200a],
        [0x2010, 0x2014],
        [0x2018, 0x201a],
        [0x201c, 0x201e],
      ],
      ...[0x2022, 0x2026, 0x202f, [0x2039, 0x203a], 0x20ac, 0x2122, 0x2212],
    ],
  },
  'inter-latin-ext.woff2': {
    of: 'inter-latin-ext-wght-normal.woff2',
    letters: [[0x100, 0x130], [0x132, 0x151], [0x154, 0x17f], [0x218, 0x21b], 0x1e9e],
  },
};

const weights = { min: 400, max: 700 };
/** What puts letters and accents in their places, and figures in columns. */
const features = ['ccmp', 'kern', 'locl', 'mark', 'tnum'];

function spansOf(letters) {
  return letters.map((span) => (Array.isArray(span) ? span : [span, span]));
}

function textOf(letters) {
  const codes = spansOf(letters).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  return String.fromCodePoint(...codes);
}

/** As `unicode-range` has it. */
function rangeOf(letters) {
  const hex = (code) => code.toString(16).toUpperCase().padStart(4, '0');
  return spansOf(letters)
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(', ');
}

async function cutFont() {
  const { default: subsetFont } = await import('subset-font');
  mkdirSync(folder, { recursive: true });
  const lines = [];
  for (const [name, { of, letters }] of Object.entries(files)) {
    const whole = readFileSync(join(source, 'files', of));
    const cut = await subsetFont(whole, textOf(letters), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
      keepFeatures: features,
    });
    writeFileSync(join(folder, name), cut);
    lines.push(`${name} ${rangeOf(letters)}\n`);
  }
  writeFileSync(join(folder, 'ranges.txt'), lines.join(''));
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined; // Not cut yet, or not to the end.
  }
}

const stamp = createHash('sha256')
  .update(readFileSync(join(source, 'package.json')))
  .update(readFileSync(import.meta.filename))
  .digest('hex');
if (readStamp() !== stamp) {
  process.stderr.write('set-up: cutting the font …\n');
  await cutFont();
  writeFileSync(stampFile, stamp);
}
