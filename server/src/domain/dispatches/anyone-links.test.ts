import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import { noAddress } from '../model/dispatch.ts';
import { mostAnyoneLinks } from './anyone-links.ts';

/** Alice has sent a file to Zoe, and to anyone. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { addAccount, tray, upload, dispatching, database, senderControl, linkDownloads } =
    exchange;
  const alice = await addAccount('alice@example.com');
  await tray.list(alice);
  await exchange.choose(alice, 'zoe@example.com');
  await upload(alice, { 'a.txt': 'hello' });
  await dispatching.createDrop(actor, alice, { ...oneDay, anyone: true });
  const [overview = assert.fail()] = await database.dispatches.list({ limit: 1 });
  const verbs = senderControl.of(alice, 'drop');
  const zoe = overview.receivers.find(({ email }) => email !== noAddress) ?? assert.fail();
  const link = overview.receivers.find(({ email }) => email === noAddress) ?? assert.fail();
  const opens = async (id: string) =>
    (await linkDownloads.findByLink(exchange.linkSecret(id, 0))) !== undefined;
  return { ...exchange, alice, verbs, drop: overview.dispatch, zoe, link, opens };
}

/** The same, and a drop of Alice that has no receiver by name. */
async function openWithoutReceivers(context: TestContext) {
  const side = await open(context);
  const drop = sampleDispatch(side.alice, 'only', { expiresAt: side.clock.now() + day });
  const link = sampleReceiver(drop, noAddress);
  await side.database.dispatches.add(drop, [link]);
  return { ...side, drop, link };
}

test('the operator acts on a drop with no receiver by name, and its sender is told', async (context) => {
  const { control, drop, link, alice, database, clock } = await openWithoutReceivers(context);
  await control.extend(actor, drop.id, clock.now() + 2 * day);
  const nobody = /nobody is left who could be mailed/;
  await assert.rejects(control.resend(actor, drop.id), nobody);
  await assert.rejects(control.resendUnfetched(actor, drop.id), nobody);
  await assert.rejects(control.resend(actor, drop.id, ''), /is not among its receivers/);
  await assert.rejects(control.revokeReceiver(actor, drop.id, ''), /is not among its receivers/);
  await control.revoke(actor, drop.id);
  const mails = await database.outbox.listFor(link.id);
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to]),
    [
      ['revoked', alice.email],
      ['extended', alice.email],
    ],
  );
});

test('its sender reminds, resends and corrects nobody', async (context) => {
  const { verbs, drop, link, database } = await openWithoutReceivers(context);
  assert.deepEqual(await verbs.remind(actor, drop.id), { mailed: 0, waiting: 0 });
  await assert.rejects(verbs.resend(actor, drop.id, link.id), { code: 'not_found' });
  await assert.rejects(verbs.revokeReceiver(actor, drop.id, link.id), { code: 'not_found' });
  const secrets = await verbs.revealLinks(actor, drop.id);
  assert.equal(secrets.size, 0);
  assert.deepEqual(await database.outbox.listFor(link.id), []);
});

test('a link is made while a drop lives, so many at once, and ends alone', async (context) => {
  const { verbs, drop, link, zoe, opens } = await open(context);
  for (let made = 1; made < mostAnyoneLinks; made += 1) await verbs.makeLink(actor, drop.id);
  await assert.rejects(verbs.makeLink(actor, drop.id), { code: 'invalid' });
  await verbs.revokeLink(actor, drop.id, link.id);
  assert.deepEqual([await opens(link.id), await opens(zoe.id)], [false, true]);
  // One that has ended makes room, and ends once.
  const { receivers } = await verbs.makeLink(actor, drop.id);
  assert.equal(await opens(receivers[0] ?? ''), true);
  assert.deepEqual((await verbs.revokeLink(actor, drop.id, link.id)).receivers, []);
  await assert.rejects(verbs.revokeLink(actor, drop.id, zoe.id), { code: 'not_found' });
  await verbs.revoke(actor, drop.id);
  await assert.rejects(verbs.makeLink(actor, drop.id), { code: 'dispatch_ended' });
  assert.equal((await verbs.revealAnyoneLinks(actor, drop.id)).size, 0);
});
