import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { day, minute } from '../../domain/model/clock.ts';
import { MemorySms } from '../sms/captured-sms.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createMailDelivery } from './deliver-mail.ts';
import { MailFault, MemoryTransport } from './mail-transport.ts';
import { addMail, mailOutcomesOver, openOutbox, sender, processesOf } from './outbox-fixture.ts';

const unknown = new MailFault('550 5.1.1 <bob@example.com>: no such user', { isPermanent: true });

async function openDelivery(t: TestContext) {
  const { database, clock, compose } = await openOutbox(t);
  const transport = new MemoryTransport();
  const logged: { level: string; facts: object }[] = [];
  const delivery = createMailDelivery({
    processes: processesOf('node'),
    outbox: database.outbox,
    compose,
    transport,
    sms: new MemorySms(),
    outcomes: mailOutcomesOver(database, clock),
    clock,
    randomness: seededRandomness(t.name),
    log: {
      warn: (facts) => logged.push({ level: 'warn', facts }),
      error: (facts) => logged.push({ level: 'error', facts }),
    },
    giveUpMs: 3 * day,
    connections: 1,
  });
  async function deliverLater(): Promise<void> {
    clock.advance(minute);
    await delivery.deliverDue('mail');
  }
  return { database, clock, transport, logged, delivery, deliverLater };
}

test('a refused mail is told to its sender, the audit trail and the log, with its reason', async (t) => {
  const { database, transport, logged, delivery, deliverLater } = await openDelivery(t);
  const { dispatch } = await addMail({ database });
  transport.fault = unknown;
  await delivery.deliverDue('mail');
  transport.fault = undefined;
  await deliverLater();

  const [notice, ...others] = transport.mails;
  assert.deepEqual(others, []);
  assert.equal(notice?.envelope.to, sender.email);
  const { subject, text } = notice.content;
  assert.equal(subject, 'Could not be delivered: bob@example.com');
  assert.match(text, / {2}bob@example\.com: 550 5\.1\.1 <bob@example\.com>: no such user/);

  const [record] = await database.audit.list(0, 9);
  assert.equal(record?.action, 'mail.refused');
  assert.deepEqual(record.details, {
    kind: 'download',
    receiver: 'bob@example.com',
    transfer: dispatch.id,
    reason: unknown.message,
  });
  assert.deepEqual(
    logged.map(({ facts }) => (facts as { reason: string }).reason),
    ['550 5.1.1 <[address]>: no such user'],
  );
});

test('a mail that is given up is told as well, and logged as an error', async (t) => {
  const { database, clock, transport, logged, delivery, deliverLater } = await openDelivery(t);
  const { entry } = await addMail(
    { database },
    { dispatch: { expiresAt: clock.now() + 30 * day } },
  );
  clock.advance(3 * day);
  transport.fault = new MailFault('connect ECONNREFUSED', { isPermanent: false, isOutage: true });
  await delivery.deliverDue('mail');
  assert.equal((await database.outbox.find(entry.id))?.state, 'abandoned');
  assert.deepEqual(
    logged.map(({ level }) => level),
    ['error'],
  );
  transport.fault = undefined;
  await deliverLater();
  assert.match(transport.mails[0]?.content.text ?? '', /ECONNREFUSED/);
  assert.equal((await database.audit.list(0, 9))[0]?.action, 'mail.abandoned');
});

test('who wants no mail gets none, from one sender or from all, and the sender is told', async (t) => {
  const { database, clock, transport, delivery, deliverLater } = await openDelivery(t);
  const mails = [
    await addMail({ database }, { label: 'one', to: 'one@example.com' }),
    await addMail({ database }, { label: 'all', to: 'all@example.com' }),
    await addMail({ database }, { label: 'other', to: 'other@example.com' }),
  ];
  const createdAt = clock.now();
  const [someone] = [sampleAccount('someone@example.com')];
  await database.suppressions.add({ email: 'one@example.com', accountId: sender.id, createdAt });
  await database.suppressions.add({ email: 'all@example.com', accountId: undefined, createdAt });
  await database.suppressions.add({ email: 'other@example.com', accountId: someone.id, createdAt });
  await delivery.deliverDue('mail');
  const states = await Promise.all(mails.map(({ entry }) => database.outbox.find(entry.id)));
  assert.deepEqual(
    states.map((entry) => entry?.state),
    ['suppressed', 'suppressed', 'sent'],
  );
  await deliverLater();
  const { text } = transport.mails[1]?.content ?? assert.fail();
  assert.match(
    text,
    / {2}one@example\.com: does not want any more e-mails\n {2}all@example\.com: does not want/,
  );
});

test('every mail with a link leads to a page where further ones can be refused', async (t) => {
  const { database, transport, delivery } = await openDelivery(t);
  const receivers = [];
  for (const kind of ['download', 'upload', 'reminder'] as const) {
    receivers.push((await addMail({ database }, { label: kind, kind })).receiver);
  }
  await delivery.deliverDue('mail');
  const texts = transport.mails.map(({ content }) => content);
  for (const [index, { id }] of receivers.entries()) {
    const link = `https://files.example.com/no-mail/${id}/no-mail-${id}`;
    assert.ok(texts[index]?.text.includes(link) && texts[index].html.includes(`href="${link}"`));
  }
});

test('there is no notice about a notice', async (t) => {
  const { database, transport, delivery, deliverLater } = await openDelivery(t);
  await addMail({ database });
  transport.fault = unknown;
  await delivery.deliverDue('mail');
  await deliverLater();
  await deliverLater();
  const mails = await database.outbox.list(9);
  assert.deepEqual(
    mails.map(({ kind, state }) => `${kind} ${state}`),
    ['undelivered refused', 'download refused'],
  );
});

test('many refused mails are told in one', async (t) => {
  const { database, transport, delivery, deliverLater } = await openDelivery(t);
  for (let index = 0; index < 60; index += 1) {
    await addMail({ database }, { label: `drop ${index}`, to: `bob${index}@example.com` });
  }
  transport.fault = unknown;
  await delivery.deliverDue('mail');
  transport.fault = undefined;
  await deliverLater();
  assert.equal(transport.mails.length, 1);
  const { subject, text } = transport.mails[0]?.content ?? assert.fail();
  assert.equal(subject, '60 recipients could not be reached');
  assert.match(text, / {2}and 10 more/);
});
