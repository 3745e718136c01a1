import type { TestContext } from 'node:test';
import type { AuditAction } from '../model/audit.ts';
import type { TrailAnchor } from '../audit/audit-verification.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { createDropFigures } from './drop-figures.ts';
import { createOutboxAdministration } from './outbox-administration.ts';
import { createTrailChecks } from './trail-checks.ts';

export const admin = { ...actor, name: 'admin@example.com' };
export const noAnchor: TrailAnchor = {
  find: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
};

/** An exchange, and what administrators do with it. */
export async function openAdministration(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, audit, events, randomness, clock } = exchange;
  const alice = sampleAccount('sender@example.com');
  await database.accounts.add(alice);
  const parts = { database, audit, events, randomness, clock };
  async function write(action: AuditAction, object: string, name = 'tester'): Promise<void> {
    await database.transact((repositories) =>
      audit.record(repositories, { ...actor, name }, { action, object, outcome: 'ok' }),
    );
  }
  const lastRecord = async () => (await database.audit.listNewest(1))[0];
  return {
    ...exchange,
    alice,
    write,
    lastRecord,
    outbox: createOutboxAdministration(parts),
    drops: createDropFigures(parts),
    checks: createTrailChecks({
      ...parts,
      trailAnchor: noAnchor,
      onFault(error) {
        throw error;
      },
    }),
  };
}

/** A drop of the account, with a mail to its receiver for each label. */
export async function addMails(
  exchange: Awaited<ReturnType<typeof openAdministration>>,
  count: number,
) {
  const { database, alice } = exchange;
  const drop = sampleDispatch(alice, 'drop');
  const receiver = sampleReceiver(drop, 'zoe@example.com');
  await database.dispatches.add(drop, [receiver]);
  const mails = Array.from({ length: count }, (_, index) =>
    sampleMail(receiver, drop, { id: idFor(`mail ${index}`) }),
  );
  await database.outbox.add(mails);
  return mails.map(({ id }) => id);
}
