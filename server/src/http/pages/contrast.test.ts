import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const tokens = await readFile(
  new URL('../../../../web/styles/tokens.css', import.meta.url),
  'utf8',
);
const [lightRules = '', darkRules = ''] = tokens.split('prefers-color-scheme: dark');
const schemes = { light: readColors(lightRules), dark: readColors(darkRules) };

const grounds = ['page', 'surface', 'sunken'];
const pairs = [
  ...grounds.map((ground) => ['text', ground] as const),
  ...grounds.map((ground) => ['quiet', ground] as const),
  ...grounds.map((ground) => ['accent', ground] as const),
  ['quiet', 'accent-ground'],
  ['accent', 'accent-ground'],
  ['live', 'live-ground'],
  ...grounds.map((ground) => ['live', ground] as const),
  ['warn', 'warn-ground'],
] as const;

for (const [scheme, colors] of Object.entries(schemes)) {
  for (const [ink, ground] of pairs) {
    test(`${ink} on ${ground} is readable in the ${scheme} scheme`, () => {
      assert.ok(contrast(getColor(colors, ink), getColor(colors, ground)) >= 4.5);
    });
  }
}

test('both schemes define the same colours', () => {
  assert.deepEqual([...schemes.dark.keys()], [...schemes.light.keys()]);
});

function readColors(rules: string): Map<string, string> {
  const found = rules.matchAll(/--color-([a-z-]+): #([0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', hex = '']) => [name, hex]));
}

function getColor(colors: Map<string, string>, name: string): string {
  return colors.get(name) ?? assert.fail(`There is no colour ${name}.`);
}

/** The contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
