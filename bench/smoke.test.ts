import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cases } from './cases/cases.ts';
import { measureCases } from './measure.ts';
import { renderText } from './report/document.ts';
import { sampleReport } from './report/report-fixture.ts';
import { valiseHost } from './valise-host.ts';

/**
 * Enough to go through the harness from end to end in seconds: a server, a load, a filled store, and
 * no reference that a machine may lack. Every case takes minutes: `npm run bench -- --quick`.
 */
const kinds = ['small-files', 'growth-createdrop', 'lists'];

const scale = {
  sizeBytes: 1024 ** 2,
  rounds: 1,
  loadSeconds: 0.02,
  connections: 2,
  smallFiles: 4,
  storedDrops: 1000,
};

let scratchDir: string;
before(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'valise-bench-smoke-'));
});
after(() => rm(scratchDir, { recursive: true }));

test('cases are measured and reported', async () => {
  const chosen = cases.filter(({ name }) => kinds.includes(name));
  assert.equal(chosen.length, kinds.length);
  const reports = await measureCases({
    cases: chosen,
    scale,
    hosts: [valiseHost],
    scratchDir,
    report: () => undefined,
    say: () => undefined,
  });
  for (const { name, sides } of reports) {
    for (const side of sides) {
      assert.ok(side.rate.median > 0 && Number.isFinite(side.rate.median), `${name} ${side.name}`);
    }
  }
  const text = renderText(sampleReport(...reports));
  for (const { title } of chosen) assert.ok(text.includes(title), title);
});
