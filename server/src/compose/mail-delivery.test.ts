import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import pino from 'pino';
import { composeMailDelivery } from './mail-delivery.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { loadConfig } from '../config/load-config.ts';
import { openInstallation } from './installation.ts';
import { loadBrand } from '../brand/load-brand.ts';
import { addMail, sender } from '../delivery/mail/outbox-fixture.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { testStores } from '../testing/test-database-fixture.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';

/** The mail that a receiver gets of a server with these settings. */
async function mailToReceiver(context: TestContext, ...args: string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-mail-delivery-'));
  const { config } = await loadConfig({
    dataDir,
    args,
    env: {},
    cwd: dataDir,
    readStandardInput: () => Promise.resolve(''),
  });
  const installation = await openInstallation(
    {
      stores: await testStores(dataDir),
      keyDir: config.keyDir,
      clock: createFakeClock(),
      randomness: systemRandomness,
    },
    { create: true },
  );
  context.after(async () => {
    await installation.close();
    await rm(dataDir, { recursive: true });
  });
  await installation.database.accounts.add(sender);
  await addMail(installation);
  const coordination = createSingleProcessCoordination(systemClock);
  const delivery = await composeMailDelivery(installation, config, {
    coordination: () => coordination,
    log: pino({ level: 'silent' }),
    brand: () => loadBrand(config),
    origin: () => 'https://files.example.com',
  });
  assert.equal(await delivery.deliverDue('mail'), 1);
  const names = await readdir(installation.mailDir);
  const name = names.find((each) => each.endsWith('.eml')) ?? assert.fail('no mail was captured');
  return await readFile(join(installation.mailDir, name), 'utf8');
}

test('mails to receivers name the address that the operator set for complaints', async (t) => {
  const help = ['--support-address', 'help@example.com'];
  const both = await mailToReceiver(t, ...help, '--abuse-address', 'abuse@example.com');
  assert.match(both, /abuse@example\.com/);
  assert.doesNotMatch(both, /help@example\.com/);
  assert.match(await mailToReceiver(t, ...help), /help@example\.com/);
});
