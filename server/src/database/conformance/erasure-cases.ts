import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleContact,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, alice } from './store-case.ts';

const erasure = { email: 'zoe@example.com', pseudonym: 'erased-1@erased.invalid' };
const details = { number: '46700000009', nick: 'Zoe', groups: ['a'] };
const live = sampleDispatch(alice, 'live');
const over = sampleDispatch(alice, 'over', { expiresAt: noon - day, createdAt: noon - 2 * day });
const liveZoe = sampleReceiver(live, erasure.email, details);
const overZoe = sampleReceiver(over, erasure.email, details);
const overAdam = sampleReceiver(over, 'adam@example.com', { nick: 'Adam' });

export const erasureCases: readonly StoreCase[] = [
  {
    name: 'erases receivers whose link is dead, with their mails, codes and sessions, and nobody else',
    async run(store) {
      await addAccounts(store, alice);
      await store.dispatches.add(live, [liveZoe]);
      await store.dispatches.add(over, [overZoe, overAdam]);
      await store.outbox.add([
        sampleMail(overZoe, over),
        sampleMail(overAdam, over),
        sampleMail(overZoe, over, { id: idFor('sms'), kind: 'code', to: details.number }),
        sampleMail(overZoe, over, { id: idFor('receipt'), kind: 'receipt', to: alice.email }),
      ]);
      const session = { receiverId: overZoe.id, hash: hashFor('session'), expiresAt: noon + day };
      await store.receiverSessions.add(session);

      assert.deepEqual(await store.erasure.listLive(erasure.email, noon), [live.id]);
      assert.equal(await store.erasure.eraseReceivers(erasure, noon, 10), 1);
      assert.equal(await store.erasure.eraseReceivers(erasure, noon, 10), 0);
      const found = await store.dispatches.findByReceiver(overZoe.id);
      const erased = { email: erasure.pseudonym, number: '', nick: '', groups: [] };
      assert.deepEqual(found?.receiver, { ...overZoe, ...erased });
      assert.deepEqual((await store.dispatches.findByReceiver(overAdam.id))?.receiver, overAdam);
      assert.deepEqual((await store.dispatches.findByReceiver(liveZoe.id))?.receiver, liveZoe);
      const mails = await store.outbox.list(10);
      assert.deepEqual(mails.map(({ to }) => to).sort(), [
        overAdam.email,
        alice.email,
        erasure.pseudonym,
        erasure.pseudonym,
      ]);
      assert.equal(await store.receiverSessions.find(session.hash, noon), undefined);
    },
  },
  {
    name: 'erases an address from contacts, origins and messages, and no other',
    async run(store) {
      await addAccounts(store, alice);
      const contacts = [erasure.email, 'adam@example.com'].map((email) => sampleContact(email));
      await store.contacts.replaceLocal(alice.id, contacts);
      await store.contacts.replaceGlobal(contacts);
      const origin = { email: erasure.email, nick: 'Zoe', grantReceiverId: liveZoe.id };
      const back = sampleDispatch(alice, 'back', { kind: 'return', origin });
      const lender = sampleReceiver(back, alice.email, { linkHash: undefined });
      await store.dispatches.add(live, [liveZoe]);
      await store.dispatches.add(back, [lender]);
      const mail = sampleMail(liveZoe, live);
      await store.outbox.add([mail]);
      await store.outbox.settle(mail.id, 'captured', noon);

      assert.deepEqual(await store.erasure.listCaptured(erasure.email), [mail.id]);
      assert.equal(await store.erasure.removeContacts(erasure.email), 2);
      const [, adam] = contacts;
      assert.deepEqual(await store.contacts.listLocal(alice.id), [adam]);
      assert.deepEqual(await store.contacts.listGlobal(), [adam]);
      assert.equal(await store.erasure.eraseOrigins(erasure), 1);
      const found = await store.dispatches.find(back.id);
      assert.deepEqual(found?.dispatch.origin, { ...origin, email: erasure.pseudonym, nick: '' });
      await store.erasure.eraseTraces(erasure);
      assert.equal((await store.outbox.find(mail.id))?.to, erasure.pseudonym);
    },
  },
];
