import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { day, minute } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { lanes } from '../../domain/model/outbox.ts';
import { SmsFault } from '../../domain/ports/sms-provider.ts';
import { MemorySms } from '../sms/captured-sms.ts';
import { hashFor, idFor } from '../../testing/samples.ts';
import { createMailDelivery } from './deliver-mail.ts';
import { MailFault, MemoryTransport } from './mail-transport.ts';
import { addMail, mailOutcomesOver, openOutbox, processesOf } from './outbox-fixture.ts';

const number = '46701234567';

/** Codes in the outbox, one for each address or number, and a delivery that has not begun. */
async function openCodes(t: TestContext) {
  const { database, clock, compose } = await openOutbox(t);
  const [transport, sms] = [new MemoryTransport(), new MemorySms()];
  const logged: string[] = [];
  const note = (facts: object, text: string): void => {
    logged.push(`${text} ${JSON.stringify(facts)}`);
  };
  const delivery = createMailDelivery({
    processes: processesOf('node'),
    outbox: database.outbox,
    compose,
    transport,
    sms,
    outcomes: mailOutcomesOver(database, clock),
    clock,
    randomness: seededRandomness(t.name),
    log: { warn: note, error: note },
    giveUpMs: 3 * day,
    connections: 1,
  });

  async function addCode(to: string, language = 'en') {
    const added = await addMail(
      { database },
      { label: to, to, kind: 'code', receiver: { language }, dispatch: { secondFactor: 'either' } },
    );
    const { entry, receiver } = added;
    await database.receiverCodes.put({
      id: entry.id,
      receiverId: receiver.id,
      browser: hashFor('browser'),
      channel: to.includes('@') ? 'email' : 'sms',
      hash: hashFor('01234567'),
      expiresAt: clock.now() + 10 * minute,
      triesLeft: 5,
    });
    return { id: entry.id, receiver };
  }

  async function deliverAll(): Promise<void> {
    for (const lane of lanes) await delivery.deliverDue(lane);
  }

  async function stateOf(id: MailId) {
    return (await database.outbox.find(id))?.state;
  }

  return { database, clock, transport, sms, logged, deliverAll, addCode, stateOf };
}

test('a code goes to its address or its number, in the reader’s language', async (t) => {
  const { deliverAll, transport, sms, addCode, logged } = await openCodes(t);
  await addCode('bob@example.com');
  const { id } = await addCode(number, 'sv');
  await deliverAll();
  const [mail] = transport.mails;
  assert.equal(mail?.envelope.to, 'bob@example.com');
  const { subject, text, html, links } = mail.content;
  assert.doesNotMatch(subject, /01234567/);
  assert.ok(text.includes('01234567') && html.includes('01234567'));
  assert.deepEqual(links, [], 'whoever forwards the code does not forward the link');
  assert.deepEqual(
    sms.messages.map((message) => [message.id, message.to]),
    [[id, number]],
  );
  assert.match(sms.messages[0]?.text ?? '', /^01234567 är din kod för Valise/);
  assert.deepEqual(logged, []);
});

test('a code that got too old on its way is withdrawn unsent', async (t) => {
  const { deliverAll, transport, sms, clock, addCode, stateOf } = await openCodes(t);
  const codes = [await addCode('bob@example.com'), await addCode(number)];
  transport.fault = new MailFault('connect ECONNREFUSED', { isPermanent: false });
  sms.fault = new SmsFault('The gateway answered 503', { isPermanent: false });
  await deliverAll();
  for (const { id } of codes) assert.equal(await stateOf(id), 'waiting');
  clock.advance(10 * minute);
  [transport.fault, sms.fault] = [undefined, undefined];
  await deliverAll();
  for (const { id } of codes) assert.equal(await stateOf(id), 'withdrawn');
  assert.deepEqual([transport.mails, sms.messages], [[], []]);
});

test('a code that was replaced, used, or whose drop has ended is withdrawn unsent', async (t) => {
  const { deliverAll, transport, database, addCode, stateOf } = await openCodes(t);
  const [replaced, used, ended] = [
    await addCode('replaced@example.com'),
    await addCode('used@example.com'),
    await addCode('ended@example.com'),
  ];
  const code = await database.receiverCodes.findByMail(replaced.id);
  assert.ok(code);
  await database.receiverCodes.put({ ...code, id: idFor('next mail') });
  await database.receiverCodes.delete(used.receiver.id, hashFor('browser'));
  await database.dispatches.endLink(ended.receiver.id, 1);
  await deliverAll();
  assert.deepEqual(transport.mails, []);
  for (const { id } of [replaced, used, ended]) assert.equal(await stateOf(id), 'withdrawn');
});

test('a message that its gateway will never take is not tried again, and no log tells the code', async (t) => {
  const { deliverAll, sms, clock, database, addCode, logged } = await openCodes(t);
  const { id } = await addCode(number);
  sms.fault = new SmsFault('The gateway answered 422', { isPermanent: true });
  await deliverAll();
  const { state, lastError } = (await database.outbox.find(id)) ?? {};
  assert.deepEqual([state, lastError], ['refused', 'The gateway answered 422']);
  sms.fault = undefined;
  clock.advance(5 * minute);
  await deliverAll();
  assert.deepEqual(sms.messages, []);
  assert.equal(logged.length, 1);
  assert.doesNotMatch(logged.join(), /01234567|4670/);
});
