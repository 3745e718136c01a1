import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { casesBeside } from './beside.ts';
import type { Bench, Case } from './cases/case.ts';
import { cases } from './cases/cases.ts';
import type { Contestant } from './contest.ts';
import { UsageError } from './options.ts';

const never = () => assert.fail('not to be called');
const thisCheckout = join(import.meta.dirname, '..');

test('a case that both checkouts have is measured in both, and no other', async () => {
  const own: Case = { name: 'ours alone', title: '', unit: 'calls', start: never };
  const found = await casesBeside(thisCheckout, [...cases, own]);
  assert.deepEqual(
    found.map(({ name, unit }) => [name, unit]),
    cases.map(({ name, unit }) => [name, unit]),
  );
});

test('the two that meet are the first of each, and a reference beside it is stopped', async () => {
  const [known] = cases;
  assert.ok(known !== undefined);
  const stopped: string[] = [];
  const contestant = (name: string): Contestant => {
    const stop = () => Promise.resolve(void stopped.push(name));
    const server = { stop } as unknown as NonNullable<Contestant['server']>;
    return { name, server, run: never };
  };
  const start = () => Promise.resolve([contestant('valise'), contestant('reference')]);
  const [both] = await casesBeside(thisCheckout, [{ ...known, start }]);
  const refuse = () => Promise.reject(new Error('the other side is not started in a test'));
  const bench = { hosts: [], newDir: refuse, testFile: refuse, scale: {} } as unknown as Bench;
  await assert.rejects(async () => await both?.start(bench));
  assert.deepEqual(stopped, ['reference']);
});

test('a folder that is no checkout is refused', async () => {
  await assert.rejects(casesBeside('/nowhere', cases), UsageError);
});
