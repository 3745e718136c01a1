import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import { storageFault } from './storage-fault.ts';
import { writeFully } from '../platform/durable-files.ts';

async function catchError(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => assert.fail('expected a failure'),
    (error: unknown) => error,
  );
}

test('a full disk is insufficient_storage', async (t) => {
  const fullDisk = await open('/dev/full', 'w');
  t.after(() => fullDisk.close());
  const cause = await catchError(writeFully(fullDisk, [Buffer.from('no room')], 0));
  const fault = storageFault(cause);
  assert.ok(fault instanceof ValiseError);
  assert.equal(fault.code, 'insufficient_storage');
  assert.equal(fault.cause, cause);
});

test('any other failed system call is unavailable, and tells no path to clients', async () => {
  const cause = await catchError(open('/dev/null/nowhere', 'r'));
  const fault = storageFault(cause);
  assert.ok(fault instanceof ValiseError);
  assert.equal(fault.code, 'unavailable');
  assert.equal(fault.cause, cause);
  assert.ok((fault.retryAfterSeconds ?? 0) > 0);
  assert.doesNotMatch(fault.message, /nowhere/);
});

test('bugs and faults that are told already stay what they are', () => {
  const bug = new TypeError('a bug');
  assert.equal(storageFault(bug), bug);
  const told = new ValiseError('too_large', 'The file is too large.');
  assert.equal(storageFault(told), told);
});
