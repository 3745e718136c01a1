import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Side } from '../contest.ts';
import { jsonCase } from '../cases/json.ts';
import { uploadCase } from '../cases/upload.ts';
import type { Report } from './report.ts';
import { reportCase } from './report.ts';
import { renderMarkdown, renderText } from './table.ts';

const mebibyte = 1024 ** 2;

function side(name: string, work: number, seconds: readonly number[]): Side {
  const trials = seconds.map((each) => ({
    work,
    seconds: each,
    clientCpuSeconds: each / 2,
    cpuSeconds: 3,
  }));
  return { name, idleRssBytes: 60 * mebibyte, peakRssBytes: 90 * mebibyte, trials };
}

const report: Report = {
  startedAt: '2026-01-02T03:04:05.000Z',
  machine: {
    processor: 'Test (arm64)',
    cores: 2,
    memoryBytes: 8 * 1024 ** 3,
    system: 'Linux 6',
    loadBefore: 0.04,
    node: 'Node 26.0.0',
    curl: 'curl 8.0.0',
    nginx: undefined,
  },
  settings: { sizeBytes: 1024 ** 3, rounds: 3, loadSeconds: 5, connections: 16 },
  cases: [
    reportCase(uploadCase, [
      side('valise', 1024 ** 3, [2, 4, 3]),
      side('nginx', 1024 ** 3, [1, 1, 1.5]),
    ]),
    reportCase(jsonCase, [side('valise', 20_000, [2, 2, 2])]),
  ],
};

test('a row tells rates, range, cost, memory, and the ratio to the reference', () => {
  const row = renderText(report)
    .split('\n')
    .find((line) => line.includes('upload'));
  assert.deepEqual(row?.split(/ {2,}/), [
    'upload, one stream',
    'valise',
    '0.36 GB/s',
    '0.27 – 0.54',
    '3.00 s/GiB',
    '50 %',
    '60 MiB',
    '90 MiB',
    '0.50 (0.25 – 0.50)',
  ]);
});

test('a case without its reference says so', () => {
  assert.match(renderText(report), /10,000\/s .* 150 µs\/call .* no reference/);
});

test('the table in a document has a cell for each column in every row', () => {
  const rows = renderMarkdown(report)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  assert.equal(rows.length, 5);
  assert.deepEqual(new Set(rows.map((row) => row.split('|').length)), new Set([11]));
});
