import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { chainHash } from '../../sealing/crypto/secrets.ts';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { openInMemory } from '../../database/memory/memory-database.ts';
import { openSqliteDatabase } from '../../database/sqlite/sqlite-database.ts';
import type { Account } from '../../domain/model/account.ts';
import type { Dispatch, DispatchReceiver } from '../../domain/model/dispatch.ts';
import { createEvents } from '../../domain/events/events.ts';
import { createAuditTrail } from '../../domain/model/audit.ts';
import { createMailOutcomes } from '../../domain/notices/mail-outcomes.ts';
import type { OutboxEntry, OutboxMessage } from '../../domain/model/outbox.ts';
import type { Processes } from '../../domain/ports/coordination.ts';
import type { Database } from '../../domain/model/database.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { createMailComposer } from './compose-mail.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

export const sender = sampleAccount('anna@example.com');
const origin = 'https://files.example.com';

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** A store that knows one sender, and a composer of mails over it. */
export async function openOutbox(t: TestContext, path?: string) {
  const clock = createFakeClock();
  const database =
    path === undefined
      ? openInMemory(testRowBinding)
      : await openSqliteDatabase(path, { binding: testRowBinding });
  t.after(() => database.close());
  if ((await database.accounts.findByEmail(sender.email)) === undefined) {
    await database.accounts.add(sender);
  }
  return { clock, database, compose: composerOver(database, clock) };
}

export function composerOver(database: Database, clock: ReturnType<typeof createFakeClock>) {
  return createMailComposer({
    database,
    clock,
    linkSecret: (id, generation) => `secret-${generation}-of-${id}`,
    noReminderToken: (id) => `no-reminder-${id}`,
    noMailToken: (id) => `no-mail-${id}`,
    codeFor: () => '01234567',
    accountLinkSecret: ({ id }) => `secret of ${id}`,
    origin: () => origin,
    from: 'valise@example.com',
    language: 'en',
    timeZone: 'UTC',
    abuseAddress: 'abuse@example.com',
    translations: ourTranslations,
    brand: () =>
      Promise.resolve({
        ...{ serviceName: 'Valise', supportAddress: 'help@example.com', accent: undefined },
      }),
  });
}

/** The processes as the only one sees them, or as one of several. */
export function processesOf(self: string, ...others: string[]): () => Processes {
  const living = { self, all: [self, ...others], isCertain: () => true, hasOlder: false };
  return () => ({ look: () => Promise.resolve(living) });
}

const auditKey = Buffer.alloc(32, 7);

/** What writes the outcomes of mails, over a store. */
export function mailOutcomesOver(database: Database, clock: ReturnType<typeof createFakeClock>) {
  const audit = createAuditTrail({
    clock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  });
  const randomness = seededRandomness('failed mail');
  return createMailOutcomes({
    database,
    events: createEvents({ audit, randomness, clock }),
    clock,
    actor: { name: 'system', source: 'scheduler', requestId: '-' },
  });
}

interface Sending {
  label?: string;
  account?: Account;
  to?: string;
  kind?: OutboxMessage['kind'];
  dispatch?: Partial<Dispatch>;
  receiver?: Partial<DispatchReceiver>;
  files?: readonly string[];
}

/** Adds a dispatch with one receiver and files, and the mail about it. */
export async function addMail({ database }: { database: Database }, sending: Sending = {}) {
  const { label = 'drop', to = 'bob@example.com', kind = 'download', files = ['a.pdf'] } = sending;
  const account = sending.account ?? sender;
  const dispatch = sampleDispatch(account, label, sending.dispatch);
  const receiver = sampleReceiver(dispatch, to, sending.receiver);
  const isToAccount = kind === 'receipt' || kind === 'received' || kind === 'unfetched';
  const mail = { ...sampleMail(receiver, dispatch), kind, to: isToAccount ? account.email : to };
  await database.dispatches.add(dispatch, [receiver]);
  for (const [index, name] of files.entries()) {
    const id = idFor<ReturnType<typeof sampleFile>['id']>(`${label}/${index}`);
    await database.files.addToDispatch(
      sampleFile(account, name, { id, dispatchId: dispatch.id, sizeBytes: 1500 }),
    );
  }
  await database.outbox.add([mail]);
  const entry = await database.outbox.find(mail.id);
  if (entry === undefined) throw new Error('The mail is not in the outbox');
  return { dispatch, receiver, entry };
}

/** Composes a mail and reads it as a mail program does. */
export async function readMail({ compose }: Pick<Outbox, 'compose'>, entry: OutboxEntry) {
  const outgoing = await compose(entry);
  assert.ok(typeof outgoing === 'object' && outgoing.by === 'mail');
  const { mail } = outgoing;
  return {
    ...mail.content,
    envelope: mail.envelope,
    parsed: await PostalMime.parse(mail.raw),
  };
}
