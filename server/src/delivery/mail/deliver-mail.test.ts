import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { day, hour, minute } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createMailDelivery, pauseAfter } from './deliver-mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault, MemoryTransport } from './mail-transport.ts';
import { MemorySms } from '../sms/captured-sms.ts';
import { sampleAccount } from '../../testing/samples.ts';
import {
  addMail,
  composerOver,
  mailOutcomesOver,
  openOutbox,
  processesOf,
} from './outbox-fixture.ts';

const down = new MailFault('connect ECONNREFUSED', { isPermanent: false, isOutage: true });
const greylisted = new MailFault('451 try again later', { isPermanent: false });

async function openDelivery(t: TestContext) {
  const outbox = await openOutbox(t);
  const transport = new MemoryTransport();
  const logged: string[] = [];
  const note = (facts: object, text: string): void => {
    logged.push(`${text} ${JSON.stringify(facts)}`);
  };
  const parts = {
    processes: processesOf('node'),
    outbox: outbox.database.outbox,
    compose: outbox.compose,
    transport,
    sms: new MemorySms(),
    outcomes: mailOutcomesOver(outbox.database, outbox.clock),
    clock: outbox.clock,
    randomness: seededRandomness(t.name),
    log: { warn: note, error: note },
    giveUpMs: 3 * day,
    connections: 1,
  };
  async function get(id: MailId) {
    const entry = await outbox.database.outbox.find(id);
    assert.ok(entry);
    return entry;
  }
  return { ...outbox, transport, logged, parts, get, delivery: createMailDelivery(parts) };
}

test('a mail that was taken is settled, and not sent again', async (t) => {
  const { delivery, transport, get, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  assert.equal(await delivery.deliverDue('mail'), 1);
  assert.equal(transport.mails.length, 1);
  const { state, settledAt } = await get(entry.id);
  assert.deepEqual({ state, settledAt }, { state: 'sent', settledAt: clock.now() });
  clock.advance(day);
  assert.equal(await delivery.deliverDue('mail'), 0);
});

test('mails leave in the order in which they were written', async (t) => {
  const { delivery, transport, ...outbox } = await openDelivery(t);
  const labels = Array.from({ length: 20 }, (_, index) => `drop ${index}`);
  const ids: MailId[] = [];
  for (const label of labels) ids.push((await addMail(outbox, { label })).entry.id);
  await delivery.deliverDue('mail');
  assert.deepEqual(
    transport.mails.map(({ id }) => id),
    ids,
  );
});

test('a mail about what is over is withdrawn unsent', async (t) => {
  const { delivery, transport, get, database } = await openDelivery(t);
  const { entry, receiver } = await addMail({ database });
  await database.dispatches.endLink(receiver.id, 1);
  await delivery.deliverDue('mail');
  assert.deepEqual(transport.mails, []);
  assert.equal((await get(entry.id)).state, 'withdrawn');
});

test('a mail that is refused for good is not tried again, and says why', async (t) => {
  const { delivery, transport, get, logged, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  transport.fault = new MailFault('550 no such user', { isPermanent: true });
  await delivery.deliverDue('mail');
  const { state, lastError } = await get(entry.id);
  assert.deepEqual({ state, lastError }, { state: 'refused', lastError: '550 no such user' });
  assert.doesNotMatch(logged.join('\n'), /bob@|secret/);
  clock.advance(day);
  transport.fault = undefined;
  await delivery.deliverDue('mail');
  assert.equal((await get(entry.id)).attempts, 1);
});

test('a mail that fails is tried again, at first soon and then ever later, until it is given up', async (t) => {
  const { delivery, transport, get, logged, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox, { dispatch: { expiresAt: clock.now() + 30 * day } });
  transport.fault = down;
  const pauses: number[] = [];
  for (;;) {
    await delivery.deliverDue('mail');
    const { state, nextAttemptAt, lastError } = await get(entry.id);
    assert.equal(lastError, down.message);
    if (state !== 'waiting') {
      assert.equal(state, 'abandoned');
      break;
    }
    const pause = nextAttemptAt - clock.now();
    pauses.push(pause);
    clock.advance(pause - 1);
    assert.equal(await delivery.deliverDue('mail'), 0);
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
  assert.equal(await delivery.deliverDue('mail'), 2);
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
  assert.equal(await delivery.deliverDue('mail', stopping.signal), 1);
  assert.equal(transport.mails.length, 1);
  assert.equal(await outbox.database.outbox.countWaiting(), 2);
});

test('a mail is made without reading the other receivers of its drop', async (t) => {
  const { clock, database } = await openOutbox(t);
  const { entry } = await addMail({ database });
  const dispatches = {
    ...database.dispatches,
    find: () => assert.fail('all receivers were read'),
  };
  const outgoing = await composerOver({ ...database, dispatches }, clock)(entry);
  assert.ok(typeof outgoing === 'object' && outgoing.by === 'mail');
});

test('as many mails are under way at once as there are connections', async (t) => {
  const { parts, transport, ...outbox } = await openDelivery(t);
  for (let index = 0; index < 9; index += 1) await addMail(outbox, { label: `drop ${index}` });
  let [underWay, most] = [0, 0];
  const slow: MailTransport = {
    async send(mail) {
      underWay += 1;
      most = Math.max(most, underWay);
      await nextTurn();
      underWay -= 1;
      return await transport.send(mail);
    },
    close: () => undefined,
  };
  const delivery = createMailDelivery({ ...parts, transport: slow, connections: 4 });
  assert.equal(await delivery.deliverDue('mail'), 9);
  assert.equal(most, 4);
  assert.equal(new Set(transport.mails.map(({ id }) => id)).size, 9);
});

test('the mails of one account do not hold up those of another', async (t) => {
  const { delivery, transport, database } = await openDelivery(t);
  for (let index = 0; index < 50; index += 1)
    await addMail({ database }, { label: `drop ${index}` });
  const other = sampleAccount('other@example.com');
  await database.accounts.add(other);
  await addMail({ database }, { label: 'late', to: 'late@example.com', account: other });
  await delivery.deliverDue('mail');
  const places = transport.mails.map(({ envelope }) => envelope.to);
  assert.ok(places.indexOf('late@example.com') < 2, String(places.indexOf('late@example.com')));
});

test('a mail server that hangs holds up no SMS, and no mail that comes in later', async (t) => {
  const { parts, transport, database, get } = await openDelivery(t);
  const hanging = Promise.withResolvers<'sent'>();
  const stuck = await addMail({ database }, { label: 'stuck' });
  const sticky: MailTransport = {
    send: (mail) => (mail.id === stuck.entry.id ? hanging.promise : transport.send(mail)),
    close: () => undefined,
  };
  const delivery = createMailDelivery({ ...parts, transport: sticky, connections: 2 });
  const running = delivery.deliverDue('mail');
  assert.equal(await delivery.deliverDue('sms'), 0);
  const later = await addMail({ database }, { label: 'later' });
  while ((await get(later.entry.id)).state === 'waiting') await nextTurn();
  assert.equal((await get(stuck.entry.id)).state, 'waiting');
  hanging.resolve('sent');
  assert.equal(await running, 2);
});

test('the first success after an outage makes due what it held up', async (t) => {
  const { delivery, transport, clock, get, ...outbox } = await openDelivery(t);
  const expiresAt = clock.now() + 30 * day;
  for (const label of ['one', 'two', 'three']) {
    await addMail(outbox, { label, dispatch: { expiresAt } });
  }
  const busy = await addMail(outbox, { label: 'busy', dispatch: { expiresAt } });
  transport.faultFor = (mail) => (mail.id === busy.entry.id ? greylisted : down);
  for (let hours = 0; hours < 24; hours += 1) {
    await delivery.deliverDue('mail');
    clock.advance(hour);
  }
  transport.faultFor = (mail) => (mail.id === busy.entry.id ? greylisted : undefined);
  await addMail(outbox, { label: 'new', dispatch: { expiresAt } });
  const before = (await get(busy.entry.id)).attempts;
  await delivery.deliverDue('mail');
  assert.equal(transport.mails.length, 4);
  assert.ok((await get(busy.entry.id)).attempts <= before + 1, 'its delay is its own');
});

test('restarts do not make the pauses of a mail grow', async (t) => {
  const { parts, transport, clock, get, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox, { dispatch: { expiresAt: clock.now() + 30 * day } });
  transport.fault = down;
  const stopped = AbortSignal.abort();
  for (let restarts = 0; restarts < 10; restarts += 1) {
    await createMailDelivery(parts).deliverDue('mail', stopped);
  }
  assert.equal((await get(entry.id)).attempts, 0);
  await createMailDelivery(parts).deliverDue('mail');
  const { attempts, nextAttemptAt } = await get(entry.id);
  assert.equal(attempts, 1);
  assert.ok(nextAttemptAt - clock.now() <= 1.25 * minute);
});

test('a new start tries at once what an earlier one had put off', async (t) => {
  const { delivery, parts, transport, clock, ...outbox } = await openDelivery(t);
  await addMail(outbox, { dispatch: { expiresAt: clock.now() + 30 * day } });
  transport.fault = down;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await delivery.deliverDue('mail');
    clock.advance(5 * hour);
  }
  await delivery.deliverDue('mail');
  transport.fault = undefined;
  assert.equal(await delivery.deliverDue('mail'), 0);
  assert.equal(await createMailDelivery(parts).deliverDue('mail'), 1);
  assert.equal(transport.mails.length, 1);
});

/** A mail that one process has claimed and is sending, and the processes that live beside it. */
async function openTwo(t: TestContext) {
  const opened = await openDelivery(t);
  const { parts, transport } = opened;
  const sending = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const slow: MailTransport = {
    async send(mail) {
      sending.resolve(undefined);
      await answer.promise;
      return await transport.send(mail);
    },
    close: () => undefined,
  };
  const { entry } = await addMail(opened);
  const one = createMailDelivery({
    ...parts,
    transport: slow,
    processes: processesOf('one', 'other'),
  });
  const delivered = one.deliverDue('mail');
  await sending.promise;
  return { ...opened, entry, delivered, answer };
}

test('a process that starts leaves alone what a living one is sending', async (t) => {
  const { parts, transport, clock, delivered, answer } = await openTwo(t);
  const other = createMailDelivery({ ...parts, processes: processesOf('other', 'one') });
  assert.equal(await other.deliverDue('mail'), 0);
  clock.advance(day);
  assert.equal(await other.deliverDue('mail'), 0);
  answer.resolve(undefined);
  await delivered;
  assert.equal(await other.deliverDue('mail'), 0);
  assert.equal(transport.mails.length, 1);
});

test('what a dead process was sending is sent by the next that delivers', async (t) => {
  const { parts, transport, entry, get } = await openTwo(t);
  const other = createMailDelivery({ ...parts, processes: processesOf('other') });
  assert.equal(await other.deliverDue('mail'), 1);
  assert.equal(transport.mails.length, 1);
  const { state, attempts } = await get(entry.id);
  assert.deepEqual({ state, attempts }, { state: 'sent', attempts: 2 });
});

test('a process that others may count as dead claims and sends nothing', async (t) => {
  const { parts, transport, get, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  let looks = 0;
  const living = {
    self: 'node',
    all: ['node'],
    isCertain: () => (looks += 1) !== 2,
    hasOlder: false,
  };
  const delivery = createMailDelivery({
    ...parts,
    processes: () => ({ look: () => Promise.resolve(living) }),
  });
  await delivery.deliverDue('mail');
  assert.equal(transport.mails.length, 0, 'it stalled between its claim and the mail server');
  assert.equal((await get(entry.id)).attempts, 1);
  looks = 1;
  clock.advance(2 * minute);
  assert.equal(await delivery.deliverDue('mail'), 0, 'it stalled before its claim');
  assert.equal(await delivery.deliverDue('mail'), 1);
  assert.equal(transport.mails.length, 1);
});

test('a mail that was taken while the database was away is settled when it is back', async (t) => {
  const { parts, transport, get, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  let failures = 1;
  const away = new ValiseError('unavailable', 'The database is away.');
  const delivery = createMailDelivery({
    ...parts,
    outcomes: {
      ...parts.outcomes,
      async deliver(...outcome) {
        failures -= 1;
        if (failures >= 0) throw away;
        await parts.outcomes.deliver(...outcome);
      },
    },
  });
  assert.equal(await delivery.deliverDue('mail'), 1);
  assert.equal((await get(entry.id)).state, 'sent');
  assert.equal(transport.mails.length, 1);
});

test('a mail whose outcome a bug kept from being written is tried again later', async (t) => {
  const { parts, transport, get, clock, ...outbox } = await openDelivery(t);
  const { entry } = await addMail(outbox);
  let isBroken = true;
  const delivery = createMailDelivery({
    ...parts,
    outcomes: {
      ...parts.outcomes,
      deliver: (...outcome) =>
        isBroken ? Promise.reject(new TypeError('a bug')) : parts.outcomes.deliver(...outcome),
    },
  });
  await assert.rejects(delivery.deliverDue('mail'), TypeError);
  isBroken = false;
  assert.equal(await delivery.deliverDue('mail'), 0);
  clock.advance(minute);
  assert.equal(await delivery.deliverDue('mail'), 1);
  assert.equal((await get(entry.id)).state, 'sent');
  assert.equal(transport.mails.length, 2);
});
