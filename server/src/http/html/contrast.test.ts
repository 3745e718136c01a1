import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { contrast } from '../../testing/contrast.ts';
import { readPageColors } from '../../testing/page-colors.ts';

const tokens = await readFile(
  new URL('../../../../web/styles/tokens.css', import.meta.url),
  'utf8',
);
const schemes = readPageColors(tokens);

const grounds = ['page', 'surface', 'raised', 'sunken'];
const inks = ['text', 'quiet', 'accent', 'good', 'warn', 'bad'];
const pairs = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ['quiet', 'accent-ground'],
  ['accent', 'accent-ground'],
  ['good', 'good-ground'],
  ['warn', 'warn-ground'],
  ['bad', 'bad-ground'],
] as const;

/** Shapes and the borders of fields need less than words. */
const shapes = ['edge', 'good-mark', 'warn-mark'].map((shape) => [shape, 'surface'] as const);

for (const [scheme, colors] of Object.entries(schemes)) {
  for (const [ink, ground] of pairs) {
    test(`${ink} on ${ground} is readable in the ${scheme} scheme`, () => {
      assert.ok(contrast(getColor(colors, ink), getColor(colors, ground)) >= 4.5);
    });
  }
}

for (const [scheme, colors] of Object.entries(schemes)) {
  for (const [shape, ground] of shapes) {
    test(`${shape} on ${ground} can be seen in the ${scheme} scheme`, () => {
      assert.ok(contrast(getColor(colors, shape), getColor(colors, ground)) >= 3);
    });
  }
}

test('both schemes define the same colours', () => {
  assert.deepEqual([...schemes.dark.keys()], [...schemes.light.keys()]);
});

function getColor(colors: Map<string, string>, name: string): string {
  return colors.get(name) ?? assert.fail(`There is no colour ${name}.`);
}
