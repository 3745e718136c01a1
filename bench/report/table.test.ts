import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown, renderText } from './document.ts';
import { sampleCase, sampleReport, sampleSide } from './report-fixture.ts';

const gibibyte = 1024 ** 3;
const report = sampleReport(
  sampleCase('upload', 'bytes', [
    sampleSide('valise', gibibyte, [2, 4, 3]),
    sampleSide('nginx', gibibyte, [1, 1, 1.5]),
  ]),
  sampleCase('contacts', 'calls', [sampleSide('valise', 20_000, [2, 2, 2])]),
  sampleCase('start', 'time', [sampleSide('valise', 1, [0.4, 0.6, 0.5])]),
);

function row(name: string): string[] | undefined {
  const line = renderText(report)
    .split('\n')
    .find((each) => each.includes(name));
  return line?.split(/ {2,}/);
}

test('a row tells rates, range, cost and memory', () => {
  assert.deepEqual(row('the upload'), [
    'the upload',
    'valise',
    '0.36 GB/s',
    '0.27 – 0.54',
    '3.00 s/GiB',
    '50 %',
    '60 MiB',
    '90 MiB',
  ]);
  assert.deepEqual(row('the contacts')?.slice(2, 5), [
    '10,000/s',
    '10,000 – 10,000',
    '150 µs/call',
  ]);
});

test('the row of a reference tells how Valise compares, round by round', () => {
  assert.equal(row('  nginx')?.at(-1), '0.50 (0.25 – 0.50)');
});

test('what is timed shows its time, the shortest first', () => {
  assert.deepEqual(row('the start')?.slice(2, 4), ['500 ms', '400 – 600']);
});

test('a reference that could not be had is named', () => {
  assert.match(renderText(report), /nginx\/1\.0, no @tus\/server/);
});

test('each table in a document has a cell for each column in every row', () => {
  const tables = renderMarkdown(report)
    .split('\n\n')
    .filter((block) => block.startsWith('|'));
  assert.equal(tables.length, 2);
  for (const table of tables) {
    const widths = table
      .trim()
      .split('\n')
      .map((line) => line.split('|').length);
    assert.equal(new Set(widths).size, 1, table);
  }
});
