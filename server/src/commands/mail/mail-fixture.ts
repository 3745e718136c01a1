import { lanes } from '../../domain/model/outbox.ts';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { composeMailDelivery } from '../../compose/mail-delivery.ts';
import { loadBrand } from '../../brand/load-brand.ts';
import { loadConfig } from '../../config/load-config.ts';
import { createSingleProcessCoordination } from '../../coordination/process-coordination.ts';
import { day } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import { openInstallation } from '../../compose/installation.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import {
  sampleAccount,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { openCommandLine } from '../command-fixture.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

/** A data folder with one mail to bob@example.com, which is waiting. */
export async function openWithMail(t: TestContext) {
  const line = await openCommandLine(t);
  const { dataDir } = line;
  const now = systemClock.now();

  async function open() {
    const place = { stores: embeddedStores(dataDir), keyDir: join(dataDir, 'keys') };
    const world = { clock: systemClock, randomness: systemRandomness };
    return await openInstallation({ ...place, ...world }, { create: true });
  }

  const installation = await open();
  const { database } = installation;
  const sender = sampleAccount('anna@example.com');
  const dispatch = sampleDispatch(sender, 'drop', { expiresAt: now + day });
  const receiver = sampleReceiver(dispatch, 'bob@example.com', { number: '46701234567' });
  const mail = { ...sampleMail(receiver, dispatch), createdAt: now };
  await database.accounts.add(sender);
  await database.dispatches.add(dispatch, [receiver]);
  await database.outbox.add([mail]);
  await installation.close();

  /** Delivers it as a server with these flags would, and closes the folder again. */
  async function deliver(...args: string[]): Promise<void> {
    const readStandardInput = () => Promise.resolve('');
    const { config } = await loadConfig({
      dataDir,
      args,
      env: {},
      cwd: dataDir,
      readStandardInput,
    });
    const reopened = await open();
    const coordination = createSingleProcessCoordination(systemClock);
    const delivery = await composeMailDelivery(reopened, config, {
      coordination: () => coordination,
      log: pino({ level: 'silent' }),
      brand: () => loadBrand(config),
      origin: () => config.publicUrl ?? 'http://127.0.0.1:8080',
    });
    for (const lane of lanes) await delivery.deliverDue(lane);
    delivery.close();
    await reopened.close();
  }

  /** Adds a code that is on its way to bob's telephone, and returns the id of its message. */
  async function addSms(): Promise<string> {
    const reopened = await open();
    const id = newId<MailId>(systemRandomness);
    const code = { ...mail, id, kind: 'code', to: '46701234567' } as const;
    await reopened.database.receiverCodes.put({
      id,
      receiverId: receiver.id,
      browser: Buffer.alloc(32),
      channel: 'sms',
      hash: Buffer.alloc(32),
      expiresAt: now + day,
      triesLeft: 5,
    });
    await reopened.database.outbox.add([code]);
    await reopened.close();
    return id;
  }

  /** Has bob refuse all mail, and returns his address. */
  async function refuse(): Promise<string> {
    const reopened = await open();
    const { email } = receiver;
    await reopened.database.suppressions.add({ email, accountId: undefined, createdAt: now });
    await reopened.close();
    return email;
  }

  return { refuse, line, mail, deliver, addSms };
}
