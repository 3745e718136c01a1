import assert from 'node:assert/strict';
import { isBuiltin } from 'node:module';
import { test } from 'node:test';
import { trimHeap } from './trim-heap.ts';

/** Undefined where the C library is another one. */
function glibcVersion(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

test('free memory of the C heap is given back wherever Node can ask glibc for it', async () => {
  const canAsk = isBuiltin('node:ffi') && glibcVersion() !== undefined;
  assert.equal(await trimHeap(), canAsk);
  assert.equal(await trimHeap(), canAsk, 'again and again');
});
