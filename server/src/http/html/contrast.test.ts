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

function getColor(colors: Map<string, string>, name: string): string {
  return colors.get(name) ?? assert.fail(`There is no colour ${name}.`);
}
