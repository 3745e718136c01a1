import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createCapturedTransport, mailPath } from './captured-transport.ts';
import { sampleOutgoing } from './mail-transport.conformance.ts';
import { MailFault } from './mail-transport.ts';

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-mail-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the folder is made when it is needed, and both are their owner’s alone', async (t) => {
  const folder = join(await openFolder(t), 'mail');
  const mail = sampleOutgoing('one');
  await createCapturedTransport(folder).send(mail);
  assert.deepEqual((await readdir(folder)).sort(), [`${mail.id}.eml`, `${mail.id}.json`]);
  assert.equal((await stat(mailPath(folder, mail.id))).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test('what a crash left half-written is in nobody’s way', async (t) => {
  const folder = await openFolder(t);
  const mail = sampleOutgoing('one');
  await writeFile(`${mailPath(folder, mail.id)}.new`, 'half a ma');
  await createCapturedTransport(folder).send(mail);
  assert.deepEqual((await readdir(folder)).sort(), [`${mail.id}.eml`, `${mail.id}.json`]);
});

test('a disk that takes nothing is a fault that may pass', async (t) => {
  const file = join(await openFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(
    createCapturedTransport(join(file, 'mail')).send(sampleOutgoing('one')),
    (error) => error instanceof MailFault && !error.isPermanent,
  );
});
