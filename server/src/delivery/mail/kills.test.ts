import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { openSqliteDatabase } from '../../database/sqlite/sqlite-database.ts';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import type { Database } from '../../domain/model/database.ts';
import { createMailDelivery } from './deliver-mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault, MemoryTransport } from './mail-transport.ts';
import { MemorySms } from '../sms/captured-sms.ts';
import {
  addMail,
  composerOver,
  mailOutcomesOver,
  openOutbox,
  processesOf,
} from './outbox-fixture.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const mailCount = 8;
const silent = { warn: () => undefined, error: () => undefined };

/** Where a process can die: whatever was to follow never happens. */
const points = ['before the mail leaves', 'after it was taken'] as const;
type DeathPoint = (typeof points)[number];

/** A transport whose process dies at one of its next mails, if a death is planned. */
function createMortalTransport(network: MemoryTransport) {
  const died = Promise.withResolvers<'died'>();
  let planned: { point: DeathPoint; mailsLeft: number } | undefined;
  function die(): Promise<never> {
    died.resolve('died');
    return new Promise(() => undefined);
  }
  function isTime(point: DeathPoint): boolean {
    return planned?.point === point && planned.mailsLeft === 0;
  }
  const transport: MailTransport = {
    async send(mail) {
      if (isTime('before the mail leaves')) return await die();
      const state = await network.send(mail);
      if (isTime('after it was taken')) return await die();
      if (planned !== undefined) planned.mailsLeft -= 1;
      return state;
    },
    close: () => undefined,
  };
  return {
    transport,
    died: died.promise,
    plan(point: DeathPoint, mailsLeft: number) {
      planned ??= { point, mailsLeft };
    },
  };
}

test('a mail server that is down for an hour, and kills in between, lose no mail', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-kills-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'valise.db');
  const { clock, database: first } = await openOutbox(t, path);
  for (let index = 0; index < mailCount; index += 1) {
    await addMail({ database: first }, { label: `drop ${index}`, to: `bob${index}@example.com` });
  }
  const randomness = seededRandomness('kills');
  const network = new MemoryTransport();
  const stores: Database[] = [];

  async function boot() {
    const database = await openSqliteDatabase(path, { binding: testRowBinding });
    stores.push(database);
    const mortal = createMortalTransport(network);
    const delivery = createMailDelivery({
      outbox: database.outbox,
      processes: processesOf(`process ${stores.length}`),
      compose: composerOver(database, clock),
      transport: mortal.transport,
      sms: new MemorySms(),
      outcomes: mailOutcomesOver(database, clock),
      clock,
      randomness,
      log: silent,
      giveUpMs: 3 * day,
      connections: 1,
    });
    return { ...mortal, delivery };
  }
  t.after(() => Promise.all(stores.map((database) => database.close())));

  let kills = 0;
  let process = await boot();
  const start = clock.now();
  while ((await first.outbox.countWaiting()) > 0) {
    const isDown = clock.now() - start < hour;
    network.fault = isDown ? new MailFault('down', { isPermanent: false }) : undefined;
    if (!isDown)
      process.plan(points[randomness.below(2)] ?? 'after it was taken', randomness.below(4));
    else if (randomness.below(30) === 0) process.plan('before the mail leaves', 0);
    if ((await Promise.race([process.delivery.deliverDue('mail'), process.died])) === 'died') {
      kills += 1;
      process = await boot();
    }
    clock.advance(isDown ? 30 * second : second);
    assert.ok(clock.now() - start < 4 * hour + minute, 'it comes to an end');
  }

  const copies = new Map<MailId, Buffer[]>();
  for (const { id, raw } of network.mails) copies.set(id, [...(copies.get(id) ?? []), raw]);
  assert.equal(copies.size, mailCount, 'no mail is lost');
  assert.ok(kills >= 4, `there were kills: ${kills}`);
  assert.ok(network.mails.length > mailCount, 'a kill made a copy, or the test proves little');
  assert.ok(network.mails.length - mailCount <= kills, 'a kill makes one copy at most');
  for (const [id, [original, ...repeated]] of copies) {
    for (const copy of repeated) assert.deepEqual(copy, original);
    const { messageId } = await PostalMime.parse(original ?? '');
    assert.equal(messageId, `<${id}@files.example.com>`);
  }
  const states = new Set((await first.outbox.list(mailCount)).map(({ state }) => state));
  assert.deepEqual([...states], ['sent']);
});
