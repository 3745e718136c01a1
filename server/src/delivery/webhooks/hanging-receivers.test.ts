import assert from 'node:assert/strict';
import { test } from 'node:test';
import { second } from '../../domain/model/clock.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { openDelivery } from './delivery-fixture.ts';

const dropOf = (body: string) => (JSON.parse(body) as { data: { drop: string } }).data.drop;

test('a hanging receiver does not delay another', async (t) => {
  const { make, tell, deliver, receiver, other, idsAt } = await openDelivery(t, 2000);
  await make();
  await make({ url: other.url });
  let hasHung = false;
  receiver.setAnswer(() => {
    hasHung = true;
  });
  const ids = await tell(['a', 'b', 'c', 'd', 'e']);
  const stop = new AbortController();
  const delivering = deliver(stop.signal);
  while (idsAt(other).length < ids.length) await new Promise(setImmediate);
  const more = await tell(['f']);
  while (idsAt(other).length < ids.length + 1) await new Promise(setImmediate);
  assert.equal(idsAt(other).at(-1), more[0]);
  assert.ok(hasHung);
  assert.equal(receiver.messages.length, 1, 'a receiver that is not known yet has one place');
  stop.abort();
  await delivering;
});

test('a drop with which a receiver hangs delays no other, and keeps its order', async (t) => {
  const world = await openDelivery(t, 15_000, 20);
  const { make, tell, deliver, receiver, idsAt, webhooks, find, database } = world;
  const made = await make();
  await tell(['warm']);
  await deliver();
  const hanging: (() => void)[] = [];
  receiver.setAnswer(({ body }, response) => {
    const take = () => response.writeHead(204).end();
    if (dropOf(body) === idFor('bad')) hanging.push(take);
    else take();
  });
  const until = async (isThere: () => boolean) => {
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const bad = await tell(['bad', 'bad']);
  const delivering = deliver();
  await until(() => hanging.length === 1);
  for (const name of ['a', 'b', 'c']) {
    const [id] = await tell([name, 'bad']);
    await until(() => idsAt().includes(id));
  }
  assert.equal(hanging.length, 1, 'its later events wait behind it');
  hanging[0]?.();
  for (let answered = 1; answered < 5; answered += 1) {
    await until(() => hanging.length > answered);
    hanging[answered]?.();
  }
  assert.equal(await delivering, 8);
  const own = receiver.messages.filter(({ body }) => dropOf(body) === idFor('bad'));
  assert.deepEqual(
    own.slice(0, 2).map(({ headers }) => headers['webhook-id']),
    bad,
  );
  const ids = own.map(({ headers }) => headers['webhook-id']);
  const feed = await database.feed.list(made.accountId, 0, 100);
  const inOrder = feed.filter(({ about }) => about.drop === idFor('bad')).map(({ id }) => id);
  assert.deepEqual(ids, inOrder, 'each once');
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 0 });
});

test('a message that hangs past its turn fails like any other, and is cut when its webhook ends', async (t) => {
  const world = await openDelivery(t, 2000, 20);
  const { make, tell, deliver, receiver, idsAt, webhooks, find, clock, alice, database } = world;
  const made = await make();
  await tell(['warm']);
  await deliver();
  receiver.setAnswer(() => undefined);
  const [bad] = await tell(['bad']);
  assert.equal(await deliver(), 0);
  assert.equal((await find(made)).lastError, 'There was no answer in time.');
  assert.deepEqual(await webhooks.measure(await find(made)), { behind: 0, waiting: 1 });
  const [message] = await database.webhookMessages.listOf(made.id, idFor('bad'), 10);
  assert.equal(message?.attempts, 1);

  clock.advance(6 * second);
  const began = performance.now();
  const delivering = deliver();
  while (idsAt().filter((id) => id === bad).length < 2) await new Promise(setImmediate);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await webhooks.remove(actor, alice, made.id);
  await delivering;
  assert.ok(performance.now() - began < 1900, 'it is not waited for');
});
