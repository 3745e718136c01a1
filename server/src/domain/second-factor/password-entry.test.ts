import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import type { Repositories } from '../model/database.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { Delivery } from '../model/dispatch.ts';
import { noAddress } from '../model/dispatch.ts';
import { ValiseError } from '../model/valise-error.ts';
import { findDropPasswordProblem } from '../model/drop-password.ts';
import { keyReads } from './inbox-lock.ts';
import { findLack } from './receiver-sessions.ts';
import { toldRefused } from './refused-guesses.ts';

const right = 'blå båt 42';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, dropPasswords, passwordEntry } = exchange;
  const alice = await exchange.addAccount('alice@example.com');
  let drops = 0;

  async function drop(
    secondFactor: 'off' | 'email' = 'off',
    email = 'zoe@example.com',
  ): Promise<Delivery> {
    drops += 1;
    const { dispatchId, hash } = await dropPasswords.prepare(alice, right);
    const dispatch = sampleDispatch(alice, String(drops), {
      ...{
        id: dispatchId,
        passwordHash: hash,
        secondFactor,
        expiresAt: exchange.clock.now() + day,
      },
    });
    const receiver = sampleReceiver(dispatch, email);
    await database.dispatches.add(dispatch, [receiver]);
    return await again(receiver.id);
  }

  async function again(id: Delivery['receiver']['id']): Promise<Delivery> {
    return (await database.dispatches.findByReceiver(id)) ?? assert.fail();
  }

  const from = (source: string) => ({ ...actor, source });
  const enter = (delivery: Delivery, written: string, source = '192.0.2.1') =>
    passwordEntry.enter(from(source), delivery, written);

  /** The secret of the session that the right password opens. */
  async function unlock(delivery: Delivery, written = right): Promise<string> {
    const entered = await enter(delivery, written);
    assert.ok(entered.kind === 'right');
    return entered.secret;
  }

  const lackOf = async (delivery: Delivery, password?: string, code?: string) =>
    await findLack(exchange, delivery, { password, code });

  return { ...exchange, alice, drop, again, enter, unlock, lackOf };
}

test('a password is at least eight characters and at most 1,024 bytes, however it is composed', () => {
  assert.equal(findDropPasswordProblem('1234567'), 'short');
  assert.equal(findDropPasswordProblem('12345678'), undefined);
  assert.equal(findDropPasswordProblem('   1234567   '), 'short');
  // Four letters with four accents of their own are four characters.
  assert.equal(findDropPasswordProblem('e\u0301'.repeat(4)), 'short');
  assert.equal(findDropPasswordProblem('é'.repeat(512)), undefined);
  assert.equal(findDropPasswordProblem('é'.repeat(513)), 'long');
});

describe('the password of a drop', () => {
  test('opens it, as it is read out and pasted, for twelve hours', async (context) => {
    const { drop, unlock, lackOf, clock } = await open(context);
    const delivery = await drop();
    assert.equal(await lackOf(delivery), 'password');
    const secret = await unlock(delivery, ` ${right.normalize('NFD')}\n`);
    assert.equal(await lackOf(delivery, secret), undefined);
    clock.advance(12 * hour);
    assert.equal(await lackOf(delivery, secret), 'password');
  });

  test('opens no other drop, nor what a code opens', async (context) => {
    const { drop, unlock, lackOf } = await open(context);
    const [one, other] = [await drop(), await drop()];
    const secret = await unlock(one);
    assert.equal(await lackOf(other, secret), 'password');
    const coded = await drop('email');
    const ofCoded = await unlock(coded);
    assert.equal(await lackOf(coded, ofCoded), 'code');
    assert.equal(await lackOf(coded, ofCoded, ofCoded), 'code');
  });

  test('is stored as a slow hash that is right for one drop alone', async (context) => {
    const { drop, enter } = await open(context);
    const [one, other] = [await drop(), await drop()];
    assert.match(one.dispatch.passwordHash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { passwordHash = '' } = one.dispatch;
    const moved = { ...other, dispatch: { ...other.dispatch, passwordHash } };
    assert.equal((await enter(moved, right)).kind, 'wrong');
  });

  test('ends what the one before had opened, and what runs', async (context) => {
    const { drop, again, unlock, lackOf, dropPasswords, alice, linkDownloads, database, hasher } =
      await open(context);
    const delivery = await drop();
    const { receiver, dispatch } = delivery;
    await database.dispatches.setLink(receiver.id, {
      hash: hasher.hash('link', 'link'),
      generation: 0,
    });
    const secret = await unlock(delivery);
    const opened = await linkDownloads.findByLink('link', { password: secret });
    assert.ok(opened?.isLocked === false);
    assert.equal(await linkDownloads.mayRead('link', opened), true);
    await dropPasswords.change(actor, alice, dispatch.id, 'another one');
    assert.equal(await linkDownloads.mayRead('link', opened), false);
    const changed = await again(receiver.id);
    assert.equal(await lackOf(changed, secret), 'password');
    assert.equal(await lackOf(changed, await unlock(changed, 'another one')), undefined);
  });

  test('ends with a new link', async (context) => {
    const { drop, again, unlock, lackOf, database } = await open(context);
    const delivery = await drop();
    const secret = await unlock(delivery);
    await database.dispatches.setLink(delivery.receiver.id, {
      hash: delivery.receiver.linkHash ?? assert.fail(),
      generation: 1,
    });
    assert.equal(await lackOf(await again(delivery.receiver.id), secret), 'password');
  });

  test('is changed by its sender alone, and given to no drop that has none', async (context) => {
    const { drop, dropPasswords, alice, addAccount, database, clock } = await open(context);
    const { dispatch } = await drop();
    const mallory = await addAccount('mallory@example.com');
    await assert.rejects(dropPasswords.change(actor, mallory, dispatch.id, right), ValiseError);
    await assert.rejects(dropPasswords.change(actor, alice, dispatch.id, 'short'), /8 characters/);
    const bare = sampleDispatch(alice, 'bare', { expiresAt: clock.now() + day });
    await database.dispatches.add(bare, [sampleReceiver(bare, 'zoe@example.com')]);
    await assert.rejects(dropPasswords.change(actor, alice, bare.id, right), ValiseError);
    await dropPasswords.change(actor, alice, dispatch.id, 'another one');
    const records = await database.audit.list(0, 99);
    const set = records.filter(({ action }) => action === 'drop.password_set');
    assert.deepEqual(
      set.map(({ object }) => object),
      [dispatch.id],
    );
  });
});

describe('guesses', () => {
  test('are ten a minute for a link and a network, and leave the receiver elsewhere a try', async (context) => {
    const { drop, enter } = await open(context);
    const delivery = await drop();
    for (let guess = 0; guess < 10; guess += 1) {
      assert.equal((await enter(delivery, `wrong ${guess}`)).kind, 'wrong');
    }
    const blocked = await enter(delivery, right);
    assert.ok(blocked.kind === 'blocked' && blocked.retryAfterSeconds <= 60);
    assert.equal((await enter(delivery, right, '198.51.100.7')).kind, 'right');
  });

  test('pause the networks that guess, for half a minute at most', async (context) => {
    const { drop, enter, clock } = await open(context);
    const delivery = await drop();
    let pausedMs = 0;
    for (let guess = 0; guess < 30; guess += 1) {
      for (;;) {
        const entered = await enter(delivery, 'wrong password', `192.0.2.${guess % 3}`);
        if (entered.kind !== 'blocked') break;
        assert.ok(entered.retryAfterSeconds <= 60);
        pausedMs += entered.retryAfterSeconds * 1000;
        clock.advance(entered.retryAfterSeconds * 1000);
      }
    }
    assert.ok(pausedMs > 5 * minute, `${pausedMs} ms`);
    assert.equal((await enter(delivery, right, '198.51.100.7')).kind, 'right');
  });

  test('at right passwords take no attempt, and empty ones are none', async (context) => {
    const { drop, enter, clock, database } = await open(context);
    const delivery = await drop();
    for (let entry = 0; entry < 25; entry += 1) {
      clock.advance(minute);
      assert.equal((await enter(delivery, right)).kind, 'right');
      assert.equal((await enter(delivery, '')).kind, 'wrong');
    }
    assert.deepEqual(await database.outbox.listFor(delivery.receiver.id), []);
  });

  test('are told to the sender, and recorded without what was typed', async (context) => {
    const { drop, enter, database } = await open(context);
    const delivery = await drop();
    for (let guess = 0; guess < toldRefused; guess += 1) {
      await enter(delivery, 'guessed password', `192.0.${guess}.1`);
    }
    const [mail, ...more] = await database.outbox.listFor(delivery.receiver.id);
    assert.equal(mail?.kind, 'codes_refused');
    assert.deepEqual(more, []);
    const records = await database.audit.list(0, 99);
    assert.ok(records.some(({ action }) => action === 'drop_password.refused'));
    assert.doesNotMatch(JSON.stringify(records), /guessed password|blå båt/);
  });

  test('at a link for anyone are recorded, and mailed to nobody', async (context) => {
    const { drop, enter, database } = await open(context);
    const delivery = await drop('off', noAddress);
    for (let guess = 0; guess < toldRefused; guess += 1) {
      await enter(delivery, 'wrong password', `192.0.${guess}.1`);
    }
    assert.deepEqual(await database.outbox.listFor(delivery.receiver.id), []);
    const actions = (await database.audit.list(0, 99)).map(({ action }) => action);
    assert.ok(actions.includes('drop_password.refused'));
  });

  test('wait in a queue of their own, which is bounded', async (context) => {
    const { drop, enter, hashSlots } = await open(context);
    const drops = [];
    for (let count = 0; count < 8; count += 1) drops.push(await drop());
    const release = await hashSlots.drops.take({ isKnown: true, group: 'busy' });
    const all = drops.flatMap((delivery) =>
      Array.from({ length: 10 }, (_, at) =>
        enter(delivery, 'wrong password', `10.0.${at}.1`).then(
          ({ kind }) => kind,
          (error: unknown) => (error instanceof ValiseError ? error.code : 'bug'),
        ),
      ),
    );
    await hashSlots.accounts.take({ isKnown: false, group: 'somebody who signs in' });
    release();
    const outcomes = new Set(await Promise.all(all));
    assert.deepEqual([...outcomes].toSorted(), ['unavailable', 'wrong']);
  });
});

test('a key of a person reads what has a password only if it was there before; one of a program does', async () => {
  const person = sampleAccount('zoe@example.com', { role: 'user' });
  const keyId = idFor<ApiKeyId>('key');
  const key = { ...{ id: keyId, accountId: person.id, hash: hashFor('key') }, createdAt: noon };
  const apiKeys = { listFor: () => Promise.resolve([key]) } as unknown as Repositories['apiKeys'];
  const transfer = { secondFactor: 'off', hasPassword: true } as const;
  const reads = async (account: Account, createdAt: number) =>
    (await keyReads({ apiKeys }, { account, keyId }, [{ ...transfer, createdAt }]))({
      ...{ ...transfer, createdAt },
    });
  assert.equal(await reads(person, noon - 1), false);
  assert.equal(await reads(person, noon + 1), true);
  assert.equal(await reads({ ...person, role: 'api' }, noon - 1), true);
});
