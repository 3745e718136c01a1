import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { idFor, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { openDelivery } from './delivery-fixture.ts';
import type { Answering } from './receiver-fixture.ts';

const dropOf = (body: string) => (JSON.parse(body) as { data: { drop: string } }).data.drop;

/** Refuses the messages of these drops, and takes all others. */
function refusing(status: number, ...drops: string[]): Answering {
  const refused = new Set(drops.map((name) => idFor<string>(name)));
  return ({ body }, response) => {
    response.writeHead(refused.has(dropOf(body)) ? status : 204).end();
  };
}

test('events are sent once each, in their order, as the feed tells them', async (t) => {
  const { make, tell, deliver, receiver, idsAt, find, clock } = await openDelivery(t);
  await tell(['before']);
  const made = await make();
  const ids = await tell(['a', 'b', 'a', 'c']);
  assert.equal(await deliver(), 4);
  assert.deepEqual([...idsAt()].sort(), [...ids].sort());
  const own = receiver.messages.filter(({ body }) => dropOf(body) === idFor('a'));
  assert.deepEqual(
    own.map(({ headers }) => headers['webhook-id']),
    [ids[0], ids[2]],
  );
  assert.deepEqual(JSON.parse(own[0]?.body ?? ''), {
    type: 'drop.extended',
    timestamp: new Date(clock.now()).toISOString(),
    data: { drop: idFor('a'), state: 'live' },
  });
  assert.equal(await deliver(), 0);
  assert.equal((await find(made)).lastSuccessAt, clock.now());
});

test('only the kinds that are wanted are sent', async (t) => {
  const { make, tell, deliver, idsAt, webhooks, find } = await openDelivery(t);
  const made = await make({ kinds: ['drop.expired'] });
  await tell(['a', 'b']);
  const [wanted] = await tell(['a'], { kind: 'drop.expired' });
  await tell(['c']);
  await deliver();
  assert.deepEqual(idsAt(), [wanted]);
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 0 });
});

test('a bad drop waits in its own order, and delays no other', async (t) => {
  const { make, tell, deliver, receiver, idsAt, webhooks, find, clock } = await openDelivery(t);
  const made = await make();
  const [warm] = await tell(['warm']);
  await deliver();
  receiver.setAnswer(refusing(500, 'bad'));
  const ids = await tell(['bad', 'a', 'bad', 'b']);
  await deliver();
  const later = await tell(['bad', 'c']);
  await deliver();
  assert.deepEqual(new Set(idsAt()), new Set([warm, ids[0], ids[1], ids[3], later[1]]));
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 3 });

  clock.advance(6 * second);
  await deliver();
  assert.equal(idsAt().filter((id) => id === ids[0]).length, 2);
  const [another] = await tell(['d']);
  await deliver();
  assert.equal(idsAt().at(-1), another);

  receiver.setAnswer(refusing(500));
  clock.advance(minute);
  const count = idsAt().length;
  await deliver();
  assert.deepEqual(idsAt().slice(count), [ids[0], ids[2], later[0]]);
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 0 });
});

test('a receiver that fails, hangs, redirects and lies gets every event, in order for each drop', async (t) => {
  const world = await openDelivery(t, 100);
  const { make, tell, deliver, receiver, clock, webhooks, find } = world;
  const made = await make();
  const drops = ['a', 'b', 'c', 'd'];
  const ids: string[] = [];
  const taken: string[] = [];
  let turn = 0;
  receiver.setAnswer(({ headers }, response, request) => {
    turn += 1;
    const taking = (): void => {
      taken.push(String(headers['webhook-id']));
      response.writeHead(200).end('ok');
    };
    const ways = [
      taking,
      () => response.writeHead(500).end(),
      () => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      () => request.socket.destroy(),
      () => undefined,
      taking,
      () => response.writeHead(200, { 'content-length': '5' }).write('no'),
      () => response.writeHead(429, { 'retry-after': '7' }).end(),
    ];
    // What says 200 has taken it, whatever it says then.
    if (turn % ways.length === 6) taken.push(String(headers['webhook-id']));
    ways[turn % ways.length]?.();
  });
  for (let round = 0; round < 5; round += 1) ids.push(...(await tell(drops)));
  for (let round = 0; round < 200; round += 1) {
    await deliver();
    const { behind, waiting } = await webhooks.measure(await find(made));
    if (behind + waiting === 0) break;
    clock.advance(10 * minute);
  }
  assert.deepEqual(new Set(taken), new Set(ids));
  for (const [at] of drops.entries()) {
    const own = ids.filter((_id, index) => index % drops.length === at);
    const firsts = own.map((id) => taken.indexOf(id));
    assert.deepEqual(
      firsts,
      firsts.toSorted((a, b) => a - b),
    );
  }
});

test('a receiver that takes nothing is left alone for longer each time, and catches up at once', async (t) => {
  const { make, tell, deliver, receiver, find, clock, webhooks, idsAt } = await openDelivery(t);
  const made = await make();
  receiver.setAnswer((_message, response) => {
    response.writeHead(503).end();
  });
  await tell(Array.from({ length: 50 }, (_, at) => `drop ${at}`));
  await deliver();
  assert.equal(idsAt().length, 3);
  const { waitUntil } = await find(made);
  assert.ok(waitUntil > clock.now());
  await deliver();
  assert.equal(idsAt().length, 3, 'nothing is sent before');
  for (let round = 0; round < 4; round += 1) {
    clock.advance(hour);
    await deliver();
  }
  assert.ok(idsAt().length < 30, String(idsAt().length));
  receiver.setAnswer((_message, response) => {
    response.writeHead(204).end();
  });
  clock.advance(hour);
  await deliver();
  clock.advance(second);
  await deliver();
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 0 });
});

test('Retry-After is kept, up to an hour', async (t) => {
  const { make, tell, deliver, receiver, find, clock } = await openDelivery(t);
  const made = await make();
  for (const [asked, kept] of [
    ['30', 30 * second],
    ['1000000', hour],
  ] as const) {
    receiver.setAnswer((_message, response) => {
      response.writeHead(429, { 'retry-after': asked }).end();
    });
    await tell([asked]);
    await deliver();
    assert.equal((await find(made)).waitUntil, clock.now() + kept);
    const { length } = receiver.messages;
    clock.advance(kept - second);
    await deliver();
    assert.equal(receiver.messages.length, length);
    clock.advance(2 * hour);
  }
});

test('after three days a webhook is parked and its owner told; resumed, it goes on', async (t) => {
  const world = await openDelivery(t);
  const { make, tell, deliver, receiver, find, clock, database, alice, webhooks, idsAt } = world;
  const made = await make();
  receiver.setAnswer(refusing(500, 'bad'));
  const [bad] = await tell(['bad']);
  let attempts = 0;
  for (; attempts < 1000 && (await find(made)).state === 'live'; attempts += 1) {
    await deliver();
    clock.advance(10 * minute);
  }
  const parked = await find(made);
  assert.equal(parked.state, 'parked');
  assert.ok(parked.stoppedAt !== undefined);
  assert.ok(parked.stoppedAt - made.createdAt >= 3 * day);
  assert.ok(receiver.messages.length > 10 && receiver.messages.length < 20);
  await database.placeEvents?.([alice.id]);
  const told = await database.feed.list(alice.id, 0, 100);
  const last = told.findLast(({ kind }) => kind === 'webhook.parked');
  assert.deepEqual(last?.about, { webhook: made.id, state: 'parked' });
  const mails = await database.outbox.list(10);
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to]),
    [['webhook_parked', alice.email]],
  );

  const [later] = await tell(['later']);
  receiver.setAnswer(refusing(500));
  const { length } = receiver.messages;
  await deliver();
  assert.equal(receiver.messages.length, length);
  await webhooks.resume(actor, alice, made.id);
  await deliver();
  const sent = idsAt().slice(length);
  assert.ok(sent.includes(bad) && sent.includes(later));
  assert.equal((await find(made)).state, 'live');
});

test('410 ends a webhook, and nothing of it is left to be sent', async (t) => {
  const { make, tell, deliver, receiver, find, clock, webhooks, alice } = await openDelivery(t);
  const made = await make();
  receiver.setAnswer((_message, response) => {
    response.writeHead(410).end();
  });
  await tell(['a', 'b']);
  await deliver();
  clock.advance(day);
  await deliver();
  const ended = await find(made);
  assert.equal(ended.state, 'ended');
  assert.equal(receiver.messages.length, 1);
  assert.equal((await webhooks.measure(ended)).waiting, 0);
  assert.equal(ended.sealed.length, 0);
  await assert.rejects(webhooks.rotate(actor, alice, made.id), { code: 'state_conflict' });
});

test('a process that died right after a delivery is followed by one that sends it again', async (t) => {
  const { make, tell, deliver, openProcess, receiver, idsAt, find } = await openDelivery(t);
  const made = await make();
  const ids = await tell(['a']);
  const died = new AbortController();
  receiver.setAnswer(() => {
    // It has the message, and its sender is gone before it knows.
    died.abort();
  });
  await deliver(died.signal);
  receiver.setAnswer((_message, response) => {
    response.writeHead(204).end();
  });
  await openProcess().deliverDue(new AbortController().signal);
  assert.ok(idsAt().length >= 2);
  assert.deepEqual(new Set(idsAt()), new Set(ids));
  assert.ok((await find(made)).lastSuccessAt !== undefined);
});

test('a disabled account and a webhook that is ended get nothing more, at once', async (t) => {
  const world = await openDelivery(t);
  const { make, tell, deliver, receiver, database, alice, webhooks, clock, idsAt } = world;
  const { accounts } = database;
  const made = await make();
  receiver.setAnswer(() => undefined);
  await tell(['a', 'b']);
  const delivering = deliver();
  while (idsAt().length === 0) await new Promise(setImmediate);
  await accounts.setDisabled(alice.id, clock.now());
  await delivering;
  assert.equal(idsAt().length, 1);
  assert.equal((await database.webhookAttempts.list(made.id, undefined, 10)).length, 0);
  await tell(['c']);
  assert.equal(await deliver(), 0);
  assert.equal(idsAt().length, 1);

  await accounts.setDisabled(alice.id, undefined);
  const again = deliver();
  while (idsAt().length === 1) await new Promise(setImmediate);
  await webhooks.remove(actor, alice, made.id);
  await again;
  assert.equal(idsAt().length, 2);
});

test('events are sent again from a cursor, with the same ids', async (t) => {
  const { make, tell, deliver, idsAt, find, webhooks, alice, receiver } = await openDelivery(t);
  const made = await make();
  const ids = await tell(['a', 'b', 'c']);
  receiver.setAnswer(refusing(500, 'b'));
  await deliver();
  receiver.setAnswer(refusing(500));
  const { place, placeAt } = made;
  await webhooks.replay(actor, alice, made.id, { place, at: placeAt });
  await deliver();
  assert.deepEqual(new Set(idsAt().slice(3)), new Set(ids));
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 0 });
});

test('names and addresses are in messages only where they are asked for', async (t) => {
  const { make, deliver, receiver, other, send, alice, database, clock } = await openDelivery(t);
  await make();
  await make({ url: other.url, hasDetails: true });
  await send(alice, 'bob@example.com', { 'a.pdf': 'a' });
  const [drop = assert.fail()] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
  const { id: receiverId } = drop.receivers[0] ?? assert.fail();
  const [file = assert.fail()] = await database.dispatches.listFiles(drop.dispatch.id);
  await database.feed.add([
    {
      ...{ id: idFor('fetched'), accountId: alice.id, kind: 'receiver.file_completed' as const },
      ...{
        at: clock.now(),
        about: { drop: drop.dispatch.id, receiver: receiverId, file: file.id },
      },
    },
  ]);
  await deliver();
  const dataOf = ({ messages }: typeof receiver) =>
    messages.map(({ body }) => (JSON.parse(body) as { data: Record<string, string> }).data).at(-1);
  const ids = dataOf(receiver);
  assert.ok(!JSON.stringify(receiver.messages).includes('bob@example.com'));
  assert.ok(!JSON.stringify(receiver.messages).includes('a.pdf'));
  assert.deepEqual(dataOf(other), {
    ...{ ...ids, email: 'bob@example.com', name: drop.receivers[0]?.nick },
    ...{ file_name: 'a.pdf', file_path: 'a.pdf' },
  });
});

test('of what came, the message and its sender are in messages, unless a code is demanded', async (t) => {
  const world = await openDelivery(t);
  const { make, deliver, receiver, alice, addAccount, database, clock } = world;
  const bob = await addAccount('bob@example.com');
  await make({ hasDetails: true });
  for (const secondFactor of ['off', 'email'] as const) {
    const drop = sampleDispatch(bob, `drop ${secondFactor}`, {
      ...{ secondFactor, message: 'Only for you', expiresAt: clock.now() + day },
    });
    const linked = sampleReceiver(drop, alice.email);
    const item = linked.inboxToken;
    await database.dispatches.add(drop, [linked]);
    await database.feed.add([
      {
        ...{ id: idFor(secondFactor), accountId: alice.id, kind: 'inbox.received' as const },
        ...{ at: clock.now(), about: { item } },
      },
    ]);
    await deliver();
    const { data } = JSON.parse(receiver.messages.at(-1)?.body ?? '') as { data: object };
    const details = { message: 'Only for you', email: bob.email };
    assert.deepEqual(data, { item, ...(secondFactor === 'off' && details) });
  }
});
