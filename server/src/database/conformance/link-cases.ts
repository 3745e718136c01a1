import assert from 'node:assert/strict';
import { hour } from '../../domain/model/clock.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleContact,
  sampleDispatch,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop', { message: 'Hello' });
const contact = sampleContact('zoe@example.com', { nick: 'Zoe', language: 'sv', groups: ['a'] });
const zoe = sampleReceiver(drop, contact.email, { ...contact, linkGeneration: 3 });
const adam = sampleReceiver(drop, 'adam@example.com');
const linkOf = ({ linkHash = hashFor('no link') }: { linkHash: Buffer | undefined }) => linkHash;

export const linkCases: readonly DatabaseCase[] = [
  {
    name: 'follows a link to its receiver, dispatch and sender, while the dispatch lives',
    async run(database) {
      await addAccounts(database, bob, alice);
      await addDispatch(database, sampleDispatch(bob, 'of bob'), zoe.email);
      await database.dispatches.add(drop, [adam, zoe]);
      const { dispatches } = database;
      const found = await dispatches.findByLink(linkOf(zoe), drop.expiresAt - 1);
      assert.deepEqual(found, { dispatch: drop, endedAt: undefined, receiver: zoe, sender: alice });
      assert.equal((await dispatches.findByLink(linkOf(adam), noon))?.receiver.id, adam.id);
      assert.equal(await dispatches.findByLink(linkOf(zoe), drop.expiresAt), undefined);
      assert.equal(await dispatches.findByLink(hashFor('no link'), noon), undefined);
      await dispatches.end(drop.id, noon);
      assert.equal(await dispatches.findByLink(linkOf(zoe), noon), undefined);
    },
  },
  {
    name: 'finds the dispatch of a receiver, ended or not',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, adam]);
      const { dispatches } = database;
      const live = await dispatches.findByReceiver(adam.id);
      assert.deepEqual(live, {
        dispatch: drop,
        endedAt: undefined,
        receiver: adam,
        sender: alice,
      });
      await dispatches.end(drop.id, noon);
      const receiver = { ...adam, linkHash: undefined };
      const ended = await dispatches.findByReceiver(adam.id);
      assert.deepEqual(ended, { dispatch: drop, endedAt: noon, receiver, sender: alice });
      assert.equal(await dispatches.findByReceiver(idFor('nobody')), undefined);
    },
  },
  {
    name: 'makes one link dead, and takes the drop out of that inbox alone',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, adam]);
      const { dispatches } = database;
      await dispatches.endLink(zoe.id, noon);
      assert.equal(await dispatches.findByLink(linkOf(zoe), noon), undefined);
      assert.deepEqual(await dispatches.listInbox(zoe.email, noon), []);
      assert.equal(await dispatches.findInInbox(zoe.email, zoe.inboxToken, noon), undefined);
      assert.equal((await dispatches.findByReceiver(zoe.id))?.receiver.linkGeneration, 3);
      assert.notEqual(await dispatches.findByLink(linkOf(adam), noon), undefined);
      assert.equal((await dispatches.listInbox(adam.email, noon)).length, 1);
    },
  },
  {
    name: 'replaces one link by another, also a dead one',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, adam]);
      const { dispatches } = database;
      await dispatches.setLink(zoe.id, { hash: hashFor('fourth'), generation: 4 });
      assert.equal(await dispatches.findByLink(linkOf(zoe), noon), undefined);
      await dispatches.endLink(zoe.id, noon);
      await dispatches.setLink(zoe.id, { hash: hashFor('fifth'), generation: 5 });
      const receiver = { ...zoe, linkHash: hashFor('fifth'), linkGeneration: 5 };
      const found = await dispatches.findByLink(hashFor('fifth'), noon);
      assert.deepEqual(found?.receiver, receiver);
      assert.equal(await dispatches.findByLink(hashFor('fourth'), noon), undefined);
      assert.equal((await dispatches.listInbox(zoe.email, noon)).length, 1);
    },
  },
  {
    name: 'finds the dispatches of short life that were made since, newest first, with their senders',
    async run(database) {
      await addAccounts(database, alice);
      const brief = { createdAt: noon + 1, expiresAt: noon + 1 + hour - 1 };
      const first = sampleDispatch(alice, 'first', { ...brief, ttl: '7', ttlUnit: 'hours' });
      const grant = sampleDispatch(alice, 'grant', { ...brief, kind: 'grant', ttlUnit: undefined });
      const old = sampleDispatch(alice, 'old', { expiresAt: noon + 1 });
      const long = sampleDispatch(alice, 'long', { ...brief, expiresAt: noon + 1 + hour });
      const back = sampleDispatch(alice, 'back', { ...brief, kind: 'return' });
      for (const made of [first, grant, old, long, back]) {
        await addDispatch(database, made, adam.email);
      }
      const wanted = { since: noon, underMs: hour, limit: 10 };
      const ofGrant = { senderEmail: alice.email, ttl: grant.ttl, unit: undefined };
      assert.deepEqual(await database.dispatches.listBrief(wanted), [
        ofGrant,
        { senderEmail: alice.email, ttl: '7', unit: 'hours' },
      ]);
      assert.deepEqual(await database.dispatches.listBrief({ ...wanted, limit: 1 }), [ofGrant]);
    },
  },
  {
    name: 'gives one dispatch another end',
    async run(database) {
      await addAccounts(database, alice);
      const other = sampleDispatch(alice, 'other');
      await database.dispatches.add(drop, [zoe]);
      await addDispatch(database, other, adam.email);
      const expiresAt = drop.expiresAt + hour;
      await database.dispatches.extend(drop.id, expiresAt, '90000');
      const found = await database.dispatches.findByLink(linkOf(zoe), expiresAt - 1);
      assert.deepEqual(found?.dispatch, { ...drop, expiresAt, ttl: '90000' });
      assert.deepEqual(await database.dispatches.listDue(drop.expiresAt, 10), [other]);
    },
  },
  {
    name: 'counts the wrong codes at one link',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, adam]);
      const counts: number[] = [];
      for (const id of [zoe.id, zoe.id, adam.id, zoe.id]) {
        counts.push(await database.dispatches.countRefusedCode(id));
      }
      assert.deepEqual(counts, [1, 2, 1, 3]);
      assert.equal(await database.dispatches.countRefusedCode(idFor('nobody')), 0);
    },
  },
];
