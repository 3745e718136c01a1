import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventKind } from '#protocol/event-kinds.ts';
import { eventKinds } from '#protocol/event-kinds.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { hashFor, idFor, readerOf } from '../../testing/samples.ts';
import { day, hour, minute } from '../model/clock.ts';
import { mostLeases } from '../model/inbox-queue.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { accountOwner } from '../uploads/owners.ts';
import type { World } from './told-fixture.ts';
import { bob, eve, openTold } from './told-fixture.ts';

/** What each act tells the feed of Alice. */
const acts: [string, readonly EventKind[], (world: World) => Promise<unknown>][] = [
  ['sending', ['drop.created'], ({ send }) => send()],
  [
    'extending a drop',
    ['drop.created', 'drop.extended'],
    async ({ send, drops, clock }) => drops.extend(actor, await send(), clock.now() + 2 * day),
  ],
  [
    'revoking a drop',
    ['drop.created', 'drop.revoked'],
    async ({ send, drops }) => drops.revoke(actor, await send()),
  ],
  [
    'the end of a drop, a day before and then',
    ['drop.created', 'drop.expiring', 'drop.expired'],
    async ({ send, clock, endings, expiry }) => {
      await send(3 * day);
      clock.advance(2 * day);
      for (let runs = 0; runs < 2; runs += 1) assert.ok((await endings.tellFeeds()) <= 1);
      clock.advance(day);
      await expiry.endDueDispatches();
    },
  ],
  [
    'adding a receiver',
    ['drop.created', 'receiver.added'],
    async ({ send, drops }) => drops.addReceiver(actor, await send(), eve),
  ],
  [
    'correcting an address',
    ['drop.created', 'receiver.revoked', 'receiver.added'],
    async ({ send, drops, receiversOf }) => {
      const id = await send();
      const [receiver] = await receiversOf(id);
      await drops.correctAddress(actor, id, receiver?.id ?? '', eve);
    },
  ],
  [
    'revoking a receiver',
    ['drop.created', 'receiver.revoked'],
    async ({ send, drops, receiversOf }) => {
      const id = await send();
      const [receiver] = await receiversOf(id);
      await drops.revokeReceiver(actor, id, receiver?.id ?? '');
    },
  ],
  [
    'making a link for anyone, and revoking it',
    ['drop.created', 'drop.link_added', 'drop.link_revoked'],
    async ({ send, drops }) => {
      const id = await send();
      const [link] = (await drops.makeLink(actor, id)).receivers;
      await drops.revokeLink(actor, id, link ?? '');
    },
  ],
  [
    'fetching every file',
    [
      ...(['drop.created', 'receiver.opened', 'receiver.file_completed'] as const),
      ...(['receiver.file_completed', 'receiver.completed', 'drop.completed'] as const),
    ],
    async ({ send, fetch }) => {
      const id = await send();
      await fetch(id, bob, 'a.txt');
      await fetch(id, bob, 'b.txt');
      await fetch(id, bob, 'b.txt');
    },
  ],
  [
    'fetching every file of one of two receivers',
    [
      ...(['drop.created', 'receiver.added', 'receiver.opened'] as const),
      ...(['receiver.file_completed', 'receiver.file_completed', 'receiver.completed'] as const),
    ],
    async ({ send, fetch, drops }) => {
      const id = await send();
      await drops.addReceiver(actor, id, eve);
      await fetch(id, eve, 'a.txt', 'b.txt');
    },
  ],
  [
    'revoking the one of two receivers who has not fetched every file',
    [
      ...(['drop.created', 'receiver.added', 'receiver.opened'] as const),
      ...(['receiver.file_completed', 'receiver.file_completed', 'receiver.completed'] as const),
      ...(['receiver.revoked', 'drop.completed', 'receiver.revoked'] as const),
    ],
    async ({ send, fetch, drops, receiversOf }) => {
      const id = await send();
      await drops.addReceiver(actor, id, eve);
      await fetch(id, eve, 'a.txt', 'b.txt');
      const named = async (email: string) =>
        (await receiversOf(id)).find((each) => each.email === email)?.id ?? '';
      await drops.revokeReceiver(actor, id, await named(bob));
      await drops.revokeReceiver(actor, id, await named(eve));
    },
  ],
  [
    'a receiver with an account who deletes the drop from their inbox',
    [
      ...(['drop.created', 'receiver.added', 'receiver.opened'] as const),
      ...(['receiver.file_completed', 'receiver.file_completed', 'receiver.completed'] as const),
      ...(['receiver.revoked', 'drop.completed'] as const),
    ],
    async ({ send, fetch, drops, receiversOf, addAccount, inboxItems }) => {
      const id = await send();
      await drops.addReceiver(actor, id, eve);
      await fetch(id, eve, 'a.txt', 'b.txt');
      const receiver = (await receiversOf(id)).find(({ email }) => email === bob);
      await inboxItems.remove(actor, await addAccount(bob), receiver?.inboxToken ?? '');
    },
  ],
  ['asking for files', ['request.created'], ({ ask }) => ask()],
  [
    'closing a request',
    ['request.created', 'request.closed'],
    async ({ ask, fileRequests, alice }) => fileRequests.close(actor, alice, await ask()),
  ],
  [
    'the end of a request',
    ['request.created', 'request.expired'],
    async ({ ask, clock, endings, expiry }) => {
      await ask();
      clock.advance(day + hour);
      await endings.tellFeeds();
      clock.advance(day);
      await expiry.endDueDispatches();
    },
  ],
  [
    'files that come back, and end',
    ['request.created', 'inbox.received', 'inbox.expiring'],
    async ({ ask, sendBack, clock, endings }) => {
      await sendBack(await ask());
      clock.advance(2 * day);
      await endings.tellFeeds();
    },
  ],
  [
    'an item that is leased in vain',
    ['request.created', 'inbox.received', 'inbox.parked'],
    async ({ ask, sendBack, inboxLeases, inboxParking, alice, clock }) => {
      await sendBack(await ask());
      for (let leases = 0; leases < mostLeases; leases += 1) {
        const { receivers } = await inboxLeases.lease(readerOf(alice), { max: 9, seconds: 60 });
        assert.equal(receivers.length, 1);
        clock.advance(minute);
      }
      assert.equal(await inboxParking.parkSpent(), 1);
      assert.equal(await inboxParking.parkSpent(), 0);
    },
  ],
  [
    'a file that nobody sends',
    ['upload.expired'],
    async ({ upload, alice, clock, trayExpiry }) => {
      await upload(alice, { 'a.txt': 'a' });
      clock.advance(8 * day);
      await trayExpiry.expireForgotten(new AbortController().signal);
    },
  ],
  [
    'an upload of a program that nobody sends',
    ['upload.expired'],
    async ({ alice, database, resumableUploads, clock, expiry }) => {
      const keyId = idFor<ApiKeyId>('uploader');
      await database.apiKeys.add({
        ...{ id: keyId, accountId: alice.id, hash: hashFor('uploader'), salt: undefined },
        ...{ createdAt: 0, expiresAt: undefined },
      });
      await resumableUploads.begin(actor, accountOwner({ account: alice, keyId }), {
        ...{ name: 'a.txt', sizeBytes: 3, mediaType: 'text/plain', fingerprint: '', metadata: '' },
      });
      clock.advance(31 * day);
      assert.equal(await expiry.shredAbandonedUploads(), 1);
    },
  ],
  [
    'a key that ends soon, and is ended',
    ['key.expiring', 'key.revoked'],
    async ({ ownKeys, alice, clock, keyEndings }) => {
      const made = await ownKeys.make(actor, alice, { name: 'Nightly', days: 30 });
      assert.ok('made' in made);
      clock.advance(17 * day);
      await keyEndings.tellOwners();
      await ownKeys.end(actor, alice, made.made.id);
    },
  ],
  [
    'disabling an account',
    ['key.revoked', 'key.revoked'],
    async ({ ownKeys, alice, accounts }) => {
      for (const name of ['one', 'two']) {
        await ownKeys.make(actor, alice, { name, days: 30 });
      }
      await accounts.disable(actor, alice.email);
    },
  ],
  [
    'the mail with a link: delayed, and sent, each told once',
    ['drop.created', 'receiver.mail_delayed', 'receiver.mailed'],
    async ({ send, database, outcomes, clock }) => {
      await send();
      const why = { by: 'node', reason: 'busy', isOutage: false };
      for (let attempts = 1; attempts < 4; attempts += 1) {
        const claim = { now: clock.now(), by: 'node' };
        const entry = (await database.outbox.claimNext('mail', claim)) ?? assert.fail();
        assert.equal(entry.attempts, attempts);
        const delivery = await database.dispatches.findByReceiver(
          entry.receiverId ?? assert.fail(),
        );
        if (attempts < 3) await outcomes.putOff(entry, clock.now() + minute, why);
        // What another process has settled by then was told by it.
        else
          for (const state of ['sent', 'sent'] as const)
            await outcomes.deliver(entry, state, delivery);
        clock.advance(minute);
      }
    },
  ],
  [
    'the mail with a link: refused, given up, unwanted',
    [
      ...(['drop.created', 'receiver.mail_refused', 'drop.created'] as const),
      ...(['receiver.mail_refused', 'drop.created', 'receiver.mail_refused'] as const),
    ],
    async ({ send, database, outcomes, clock }) => {
      for (const outcome of ['refused', 'abandoned', 'suppressed'] as const) {
        await send();
        const claim = { now: clock.now(), by: 'node' };
        const entry = (await database.outbox.claimNext('mail', claim)) ?? assert.fail();
        if (outcome === 'suppressed') await outcomes.suppress(entry);
        else await outcomes.settle(entry, outcome, 'no such address');
      }
    },
  ],
];

for (const [act, expected, run] of acts) {
  test(`${act} tells: ${expected.join(', ')}`, async (context) => {
    const world = await openTold(context);
    await run(world);
    assert.deepEqual(await world.kinds(), expected);
  });
}

test('every kind is told by an act', () => {
  // Of webhooks, the tests of their delivery tell.
  const told = new Set([...acts.flatMap(([, kinds]) => kinds), 'webhook.parked']);
  assert.deepEqual(
    eventKinds.filter((kind) => !told.has(kind)),
    [],
  );
});
