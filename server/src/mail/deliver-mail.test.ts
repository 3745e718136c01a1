import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { seededRandomness } from '../crypto/vectors/seeded-randomness.ts';
import { day, hour, minute } from '../domain/clock.ts';
import type { MailId } from '../domain/ids.ts';
import { createMailDelivery, pauseAfter } from './deliver-mail.ts';
import { MailFault } from './mail-transport.ts';
import { MemorySms } from '../sms/memory-sms.ts';
import { MemoryTransport } from './memory-transport.ts';
import { addMail, openOutbox } from './outbox-fixture.ts';

const down = new MailFault('connect ECONNREFUSED', { isPermanent: false });

async function openDelivery(t: TestContext) {
  const outbox = await openOutbox(t);
  const transport = new MemoryTransport();
  const logged: string[] = [];
  const note = (facts: object, text: string): void => {
    logged.push(`${text} ${JSON.stringify(facts)}`);
  };
  const parts = {
    outbox: outbox.store.outbox,
    compose: outbox.compose,
    transport,
    sms: new MemorySms(),
    clock: outbox.clock,
    randomness: seededRandomness(t.name),
    log: { warn: note, error: note },
    giveUpMs: 3 * day,
  };
  async function get(id: MailId) {
    const entry = await outbox.store.outbox.find(id);
    assert.ok(entry);
    return entry;
  }
  return { ...outbox, transport, logged, parts, get, delivery: createMailDelivery(parts) };
}

test('a mail that was taken is settled, and not sent again', async (t) => {
  const { delivery, transport, get, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  assert.equal(await delivery.deliverDue(), 1);
  assert.equal(transport.mails.length, 1);
  const { state, settledAt } = await get(entry.id);
  assert.deepEqual({ state, settledAt }, { state: 'sent', settledAt: clock.now() });
  clock.advance(day);
  assert.equal(await delivery.deliverDue(), 0);
});

test('mails leave in the order in which they were written', async (t) => {
  const { delivery, transport, ...outbox } = await openDelivery(t);
  const labels = Array.from({ length: 20 }, (_, index) => `drop ${index}`);
  const ids: MailId[] = [];
  for (const label of labels) ids.push((await addMail(outbox, { label })).entry.id);
  await delivery.deliverDue();
  assert.deepEqual(
    transport.mails.map(({ id }) => id),
    ids,
  );
});

test('a mail about what is over is withdrawn unsent', async (t) => {
  const { delivery, transport, get, store } = await openDelivery(t);
  const { entry, receiver } = await addMail({ store });
  await store.dispatches.setLink(receiver.id, undefined);
  await delivery.deliverDue();
  assert.deepEqual(transport.mails, []);
  assert.equal((await get(entry.id)).state, 'withdrawn');
});

test('a mail that is refused for good is not tried again, and says why', async (t) => {
  const { delivery, transport, get, logged, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  transport.fault = new MailFault('550 no such user', { isPermanent: true });
  await delivery.deliverDue();
  const { state, lastError } = await get(entry.id);
  assert.deepEqual({ state, lastError }, { state: 'refused', lastError: '550 no such user' });
  assert.doesNotMatch(logged.join('\n'), /bob@|secret/);
  clock.advance(day);
  transport.fault = undefined;
  assert.equal(await delivery.deliverDue(), 0);
});

test('a mail that fails is tried again, at first soon and then ever later, until it is given up', async (t) => {
  const { delivery, transport, get, logged, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox, { dispatch: { expiresAt: clock.now() + 30 * day } });
  transport.fault = down;
  const pauses: number[] = [];
  for (;;) {
    await delivery.deliverDue();
    const { state, nextAttemptAt, lastError } = await get(entry.id);
    assert.equal(lastError, down.message);
    if (state !== 'waiting') {
      assert.equal(state, 'abandoned');
      break;
    }
    const pause = nextAttemptAt - clock.now();
    pauses.push(pause);
    clock.advance(pause - 1);
    assert.equal(await delivery.deliverDue(), 0);
    clock.advance(1);
  }
  assert.ok(pauses[0] !== undefined && pauses[0] <= 2.5 * minute);
  assert.ok(pauses.every((pause) => pause <= 5 * hour));
  assert.ok(clock.now() - entry.createdAt >= 3 * day);
  assert.ok(clock.now() - entry.createdAt <= 3 * day + 5 * hour);
  assert.doesNotMatch(logged.join('\n'), /bob@|secret/);
});

test('pauses double from a minute to four hours, and differ by a quarter at most', () => {
  const randomness = seededRandomness('pauses');
  for (let attempts = 1; attempts < 40; attempts += 1) {
    const middle = Math.min(minute * 2 ** (attempts - 1), 4 * hour);
    const pauses = Array.from({ length: 50 }, () => pauseAfter(attempts, randomness));
    assert.ok(pauses.every((pause) => pause >= middle * 0.75 && pause <= middle * 1.25));
    assert.ok(new Set(pauses).size > 10);
  }
});

test('a mail that cannot even be made holds up none behind it', async (t) => {
  const { parts, get, logged, ...outbox } = await openDelivery(t);
  const poison = await addMail(outbox, { label: 'poison' });
  const good = await addMail(outbox, { label: 'good' });
  const delivery = createMailDelivery({
    ...parts,
    compose(entry) {
      if (entry.id === poison.entry.id) throw new TypeError('a bug');
      return parts.compose(entry);
    },
  });
  assert.equal(await delivery.deliverDue(), 2);
  assert.equal((await get(good.entry.id)).state, 'sent');
  assert.equal((await get(poison.entry.id)).state, 'waiting');
  assert.match(logged[0] ?? '', /went wrong/);
});

test('told to stop, it ends after the mail under way', async (t) => {
  const { parts, transport, ...outbox } = await openDelivery(t);
  for (const label of ['one', 'two', 'three']) await addMail(outbox, { label });
  const stopping = new AbortController();
  const delivery = createMailDelivery({
    ...parts,
    compose(entry) {
      stopping.abort();
      return parts.compose(entry);
    },
  });
  assert.equal(await delivery.deliverDue(stopping.signal), 1);
  assert.equal(transport.mails.length, 1);
  assert.equal(await outbox.store.outbox.countWaiting(), 2);
});

test('a new start tries at once what an earlier one had put off', async (t) => {
  const { delivery, parts, transport, clock, ...outbox } = await openDelivery(t);
  await addMail(outbox, { dispatch: { expiresAt: clock.now() + 30 * day } });
  transport.fault = down;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await delivery.deliverDue();
    clock.advance(5 * hour);
  }
  await delivery.deliverDue();
  transport.fault = undefined;
  assert.equal(await delivery.deliverDue(), 0);
  assert.equal(await createMailDelivery(parts).deliverDue(), 1);
  assert.equal(transport.mails.length, 1);
});
