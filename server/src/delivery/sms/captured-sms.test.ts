import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { SmsFault } from '../../domain/ports/sms-provider.ts';
import { createCapturedSms, smsPath } from './captured-sms.ts';
import { sampleSms } from './sms-provider.conformance.ts';

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-sms-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the folder is made when it is needed, and both are their owner’s alone', async (t) => {
  const folder = join(await openFolder(t), 'mail');
  const sms = sampleSms('one');
  await createCapturedSms(folder).send(sms);
  assert.deepEqual(await readdir(folder), [`${sms.id}.sms.txt`]);
  assert.equal((await stat(smsPath(folder, sms.id))).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test('a disk that takes nothing is a fault that may pass', async (t) => {
  const file = join(await openFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(
    createCapturedSms(join(file, 'mail')).send(sampleSms('one')),
    (error) => error instanceof SmsFault && !error.isPermanent,
  );
});
