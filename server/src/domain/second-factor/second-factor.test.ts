import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { SmsPolicy } from './code-sending.ts';
import { codesPerReceiver, smsPerNumber } from './code-sending.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { codeTries, deleteExpiredCodes } from './second-factor.ts';
import { atLeast } from '../model/receiver-code.ts';

const browser = 'the only browser';
const { source } = actor;

/** Two accounts, whose drops demand a code. */
async function openSenders(context: TestContext, sms: Partial<SmsPolicy> = {}) {
  const exchange = await openExchange(context, { sms });
  const { database, clock, secondFactor } = exchange;
  const accounts = {
    alice: await exchange.addAccount('alice@example.com'),
    bob: await exchange.addAccount('bob@example.com'),
  };
  let drops = 0;

  async function drop(
    number: string,
    account: keyof typeof accounts = 'alice',
    mode: SecondFactorMode = 'either',
  ): Promise<Delivery> {
    drops += 1;
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 7 * day };
    const sender = accounts[account];
    const dispatch = sampleDispatch(sender, `${drops}`, { secondFactor: mode, ...times });
    const receiver = sampleReceiver(dispatch, 'zoe@example.com', { number });
    await database.dispatches.add(dispatch, [receiver]);
    return (await database.dispatches.findByReceiver(receiver.id)) ?? assert.fail();
  }

  /** How many of these concurrent requests for an SMS are granted. */
  async function askOften(delivery: Delivery, times = 6): Promise<number> {
    const wishes = Array.from({ length: times }, () =>
      secondFactor.ask(actor, delivery, { channel: 'sms', browser }),
    );
    return (await Promise.all(wishes)).filter(Boolean).length;
  }

  return { ...exchange, drop, askOften };
}

function numberOf(index: number): string {
  return `4670000${String(index).padStart(4, '0')}`;
}

describe('what strangers can make the operator pay', () => {
  test('three messages an hour and twenty a day to one number, over all drops', async (context) => {
    const { drop, askOften, clock } = await openSenders(context, { perAccountAndDay: 1000 });
    const [one, other] = [await drop(numberOf(1)), await drop(numberOf(1), 'bob')];
    assert.equal((await askOften(one)) + (await askOften(other)), 3);
    assert.equal(await askOften(await drop(numberOf(2))), 3);
    let sent = 3;
    for (let hours = 1; hours < 20; hours += 1) {
      clock.advance(hour);
      sent += await askOften(hours % 2 === 0 ? one : other);
    }
    assert.equal(sent, 20);
    clock.advance(day);
    assert.equal(await askOften(one), 3);
  });

  for (const [name, limit, expected] of [
    ['in all', { perDay: 7 }, { alice: 6, bob: 1 }],
    ['to the numbers of one prefix', { perPrefixAndDay: 7 }, { alice: 6, bob: 1 }],
    ['for one account', { perAccountAndDay: 5 }, { alice: 5, bob: 5 }],
  ] as const) {
    test(`so many messages a day ${name}, and again the next day`, async (context) => {
      const { drop, askOften, clock } = await openSenders(context, limit);
      for (let days = 0; days < 2; days += 1) {
        const sent = { alice: 0, bob: 0 };
        for (const account of ['alice', 'bob'] as const) {
          const index = account === 'alice' ? 10 : 20;
          sent[account] += await askOften(await drop(numberOf(index), account));
          sent[account] += await askOften(await drop(numberOf(index + 1), account));
        }
        assert.deepEqual(sent, expected);
        clock.advance(day);
      }
    });
  }

  test('nothing for numbers that no allowed prefix fits, and mail is not counted in', async (context) => {
    const { drop, askOften, secondFactor } = await openSenders(context, {
      allowedPrefixes: ['4670', '49'],
      perDay: 1,
    });
    for (const number of ['', '46', '4680000000', '1234567890', '4467000000']) {
      const delivery = await drop(number);
      assert.equal(await askOften(delivery), 0, number);
      assert.equal((await secondFactor.describe(delivery, { source, browser })).routes.length, 1);
      assert.equal(await secondFactor.ask(actor, delivery, { channel: 'email', browser }), true);
    }
    assert.equal(await askOften(await drop('4917000000')), 1);
    const { routes } = await secondFactor.describe(await drop(numberOf(1)), {
      source,
      browser,
    });
    assert.deepEqual(
      routes.map(({ channel, isOpen }) => [channel, isOpen]),
      [
        ['sms', false],
        ['email', true],
      ],
    );
  });

  test('no other way than the sender allows', async (context) => {
    const { drop, secondFactor } = await openSenders(context);
    const byMail = await drop(numberOf(1), 'alice', 'email');
    const bySms = await drop(numberOf(1), 'alice', 'sms');
    assert.equal(await secondFactor.ask(actor, byMail, { channel: 'sms', browser }), false);
    assert.equal(await secondFactor.ask(actor, bySms, { channel: 'email', browser }), false);
    assert.equal(await secondFactor.ask(actor, bySms, { channel: 'sms', browser }), true);
  });
});

describe('a code', () => {
  test('is told to be stuck while its message cannot be delivered, until it got through', async (context) => {
    const { drop, secondFactor, database, clock } = await openSenders(context);
    const delivery = await drop(numberOf(1));
    await secondFactor.ask(actor, delivery, { channel: 'sms', browser });
    const stateNow = async () =>
      (await secondFactor.describe(delivery, { source, browser })).code?.state;
    assert.equal(await stateNow(), 'fresh');
    const [mail] = await database.outbox.listFor(delivery.receiver.id);
    assert.ok(mail);
    await database.outbox.claimNext('sms', { now: clock.now(), by: 'node' });
    await database.outbox.retry(mail.id, clock.now() + minute, {
      by: 'node',
      reason: 'The gateway answered 503',
      isOutage: true,
    });
    assert.equal(await stateNow(), 'stuck');
    await database.outbox.settle(mail.id, 'sent', clock.now());
    assert.equal(await stateNow(), 'fresh');
  });

  test('opens no session that outlives the drop, or the link it was entered at', async (context) => {
    const { drop, secondFactor, linkDownloads, database, clock, hasher, codeFor } =
      await openSenders(context);
    const delivery = await drop(numberOf(1));
    const { dispatch, receiver } = delivery;
    const link = hasher.hash('link', 'link');
    await database.dispatches.setLink(receiver.id, { hash: link, generation: 0 });
    clock.advance(7 * day - minute);
    await secondFactor.ask(actor, delivery, { channel: 'sms', browser });
    const [mail] = await database.outbox.listFor(receiver.id);
    const written = codeFor(mail?.id ?? assert.fail());
    const session = await secondFactor.verify(actor, delivery, { written, browser });
    assert.equal(session?.expiresAt, dispatch.expiresAt);
    const isLocked = async () =>
      (await linkDownloads.findByLink('link', { code: session.secret }))?.isLocked;
    assert.equal(await isLocked(), false);
    await database.dispatches.setLink(receiver.id, { hash: link, generation: 1 });
    assert.equal(await isLocked(), true);
    clock.advance(minute);
    assert.equal(await isLocked(), undefined);
    assert.equal(await deleteExpiredCodes(database, clock.now()), 1);
  });
});

test('the stricter of two demands counts', () => {
  assert.equal(atLeast('off', 'email'), 'email');
  assert.equal(atLeast('email', 'off'), 'email');
  assert.equal(atLeast('email', 'either'), 'either');
  assert.equal(atLeast('either', 'sms'), 'sms');
  assert.equal(atLeast('sms', 'either'), 'sms');
});

test('the sender is told of ten wrong codes at one link, and not of each', async (context) => {
  const { drop, secondFactor, database, clock } = await openSenders(context);
  const [delivery, other] = [await drop(numberOf(1)), await drop(numberOf(2))];
  async function told(): Promise<number> {
    const mails = await database.outbox.list(200);
    return mails.filter(({ kind, to }) => kind === 'codes_refused' && to === delivery.sender.email)
      .length;
  }
  for (let refused = 0; refused < 25; refused += 1) {
    if (refused % 5 === 0) {
      clock.advance(hour);
      for (const each of [delivery, other])
        await secondFactor.ask(actor, each, { channel: 'email', browser });
    }
    assert.equal(await told(), refused < 10 ? 0 : 1);
    await secondFactor.verify(actor, delivery, { written: '00000000', browser });
    if (refused < 9) await secondFactor.verify(actor, other, { written: '00000000', browser });
  }
  assert.equal(await told(), 1);
});

test('the sender is told, once a day for a drop, when its receiver gets no more codes', async (context) => {
  const { drop, secondFactor, database, clock } = await openSenders(context);
  const told = async () =>
    (await database.outbox.list(200)).filter(({ kind }) => kind === 'codes_used_up');
  const ask = (delivery: Delivery, channel: 'email' | 'sms', from: string) =>
    secondFactor.ask({ ...actor, source: from }, delivery, { channel, browser: from });
  const delivery = await drop(numberOf(1));
  for (let line = 0; line < 30; line += 1) {
    const isLast = (await told()).length > 0;
    assert.equal(await ask(delivery, 'email', `203.0.${line}.1`), line < codesPerReceiver.all);
    assert.equal(isLast, line >= codesPerReceiver.all);
  }
  const [mail = assert.fail()] = await told();
  assert.equal(mail.to, delivery.sender.email);
  assert.equal(mail.receiverId, delivery.receiver.id);
  clock.advance(hour);
  for (let line = 0; line < 30; line += 1) await ask(delivery, 'email', `203.0.${line}.1`);
  assert.equal((await told()).length, 1, 'once a day');
  clock.advance(day);
  for (let line = 0; line < 30; line += 1) await ask(delivery, 'email', `203.0.${line}.1`);
  assert.equal((await told()).length, 2);

  const other = await drop(numberOf(2));
  for (let count = 0; count < smsPerNumber.hour; count += 1) {
    assert.equal((await told()).length, 2);
    assert.equal(await ask(other, 'sms', '203.0.113.1'), true);
  }
  assert.equal((await told()).length, 3, 'a number gets fewer');
});

describe('who holds the link of another cannot lock the receiver out', () => {
  const attacker = { actor: { ...actor, source: '192.0.2.1' }, browser: 'the attacker' };
  const owner = { actor: { ...actor, source: '198.51.100.7' }, browser: 'the owner' };

  test('a code stays good in its browser whatever others ask for and try', async (context) => {
    const { drop, secondFactor, database, codeFor } = await openSenders(context);
    const delivery = await drop(numberOf(1));
    const { receiver } = delivery;
    const ask = ({ actor: who, browser: asking }: typeof owner, suffix = '') =>
      secondFactor.ask(who, delivery, { channel: 'email', browser: asking + suffix });
    const enter = ({ actor: who, browser: asking }: typeof owner, written: string) =>
      secondFactor.verify(who, delivery, { written, browser: asking });

    const asked = await Promise.all(
      Array.from({ length: 24 }, (_, index) => ask(attacker, index % 2 === 0 ? '' : `${index}`)),
    );
    assert.equal(asked.filter(Boolean).length, codesPerReceiver.shared);
    assert.equal(await ask(owner), true, 'a network that did not ask before gets a code');
    const [mail] = await database.outbox.listFor(receiver.id);
    const code = codeFor(mail?.id ?? assert.fail());
    for (let tries = 0; tries < 20; tries += 1) {
      assert.equal(await enter(attacker, '00000000'), undefined);
    }
    assert.equal(await enter(attacker, code), undefined, 'the code of another browser');
    const state = await secondFactor.describe(delivery, { source, browser: owner.browser });
    assert.equal(state.code?.triesLeft, codeTries);
    assert.ok(await enter(owner, code));
    assert.equal(await enter(owner, code), undefined, 'a code is good once');
  });

  test('who has ten lines, with a thousand networks each, leaves the receiver a code', async (context) => {
    const { drop, secondFactor } = await openSenders(context);
    const delivery = await drop(numberOf(1));
    const ask = (from: string) =>
      secondFactor.ask({ ...actor, source: from }, delivery, { channel: 'email', browser: from });
    for (let line = 0; line < 10; line += 1) {
      for (let network = 0; network < 20; network += 1) {
        await ask(line < 5 ? `2001:db8:${line}:${network}::1` : `203.0.${line}.${network}`);
      }
    }
    assert.equal(await ask(owner.actor.source), true);
  });

  test('each new network gets one code beyond the shared ones, up to a hard limit', async (context) => {
    const { drop, secondFactor, clock } = await openSenders(context);
    const delivery = await drop(numberOf(1));
    const ask = (from: string) =>
      secondFactor.ask({ ...actor, source: from }, delivery, { channel: 'email', browser: from });
    for (let count = 0; count < codesPerReceiver.shared; count += 1) {
      assert.equal(await ask('192.0.2.1'), true);
    }
    assert.equal(await ask('192.0.2.1'), false);
    assert.equal(await ask('2001:db8:0:1::1'), true);
    assert.equal(await ask('2001:db8:0:2::1'), false, 'another network of the same line');
    assert.equal(await ask('192.0.2.2'), false, 'an address of the same network');
    let sent = codesPerReceiver.shared + 1;
    for (let index = 2; index < 40; index += 1) sent += Number(await ask(`198.18.${index}.1`));
    assert.equal(sent, codesPerReceiver.all);
    const isOpen = async (from: string) =>
      (await secondFactor.describe(delivery, { source: from, browser: undefined })).routes.some(
        (route) => route.isOpen,
      );
    assert.equal(await isOpen('203.0.113.9'), false);
    clock.advance(hour);
    assert.equal(await isOpen('203.0.113.9'), true);
    assert.equal(await ask('192.0.2.1'), true);
  });
});
