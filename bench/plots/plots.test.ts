import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCase, sampleReport, sampleSide } from '../report/report-fixture.ts';
import { logScale, plotGrowth, spreadApart } from './growth-plot.ts';
import { element, text } from './svg.ts';
import { plotThroughput } from './throughput-plot.ts';

const report = sampleReport(
  sampleCase('upload', 'bytes', [sampleSide('valise', 1e9, [2]), sampleSide('nginx', 1e9, [1])]),
  sampleCase('growth-page', 'calls', [
    sampleSide('valise, 1,000 drops', 100, [1]),
    sampleSide('valise, 10,000 drops', 10, [1]),
  ]),
);

test('bars are as long as rates are high', () => {
  const widths = [
    ...(plotThroughput(report) ?? '').matchAll(/<rect x="110" .*? width="([\d.]+)" height="12"/g),
  ];
  const lengths = widths.map(([, width]) => Number(width)).filter((width) => width > 12);
  assert.deepEqual(lengths, [280, 560]);
});

test('a line has a point for each store', () => {
  const plot = plotGrowth(report) ?? '';
  assert.equal(plot.split('<circle').length - 1, 2);
  assert.match(plot, />the growth-page</);
});

test('nothing is drawn of what was not measured', () => {
  assert.equal(plotThroughput(sampleReport()), undefined);
  assert.equal(plotGrowth(sampleReport()), undefined);
});

test('a scale spans whole powers of ten', () => {
  const { place, decades } = logScale([20, 5000], 0, 300);
  assert.deepEqual(decades, [10, 100, 1000, 10_000]);
  assert.equal(place(100), 100);
  assert.equal(logScale([5, 5], 0, 1).decades.length, 2);
});

test('labels that would overlap move apart, and the others stay', () => {
  assert.deepEqual(spreadApart([105, 20, 100, 300], 16), [116, 20, 100, 300]);
});

test('words cannot break out of a picture', () => {
  assert.match(text(0, 0, '<b> & "c"'), /&lt;b&gt; &amp; &quot;c&quot;/);
  assert.match(element('g', { id: '"' }), /id="&quot;"/);
});
