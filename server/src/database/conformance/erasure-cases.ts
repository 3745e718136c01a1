import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import type { ContactGroupId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleContact,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice } from './database-case.ts';

const erasure = { email: 'zoe@example.com', pseudonym: 'erased-1@erased.invalid' };
const details = { number: '46700000009', nick: 'Zoe', groups: ['a'] };
const live = sampleDispatch(alice, 'live');
const over = sampleDispatch(alice, 'over', { expiresAt: noon - day, createdAt: noon - 2 * day });
const liveZoe = sampleReceiver(live, erasure.email, details);
const overZoe = sampleReceiver(over, erasure.email, details);
const overAdam = sampleReceiver(over, 'adam@example.com', { nick: 'Adam' });

export const erasureCases: readonly DatabaseCase[] = [
  {
    name: 'erases receivers whose link is dead, with their mails, codes and sessions, and nobody else',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(live, [liveZoe]);
      await database.dispatches.add(over, [overZoe, overAdam]);
      await database.outbox.add([
        sampleMail(overZoe, over),
        sampleMail(overAdam, over),
        sampleMail(overZoe, over, { id: idFor('sms'), kind: 'code', to: details.number }),
        sampleMail(overZoe, over, { id: idFor('receipt'), kind: 'receipt', to: alice.email }),
      ]);
      const session = { receiverId: overZoe.id, hash: hashFor('session'), expiresAt: noon + day };
      await database.receiverSessions.add(session);

      assert.deepEqual(await database.erasure.listLive(erasure.email, noon), [live.id]);
      assert.equal(await database.erasure.eraseReceivers(erasure, noon, 10), 1);
      assert.equal(await database.erasure.eraseReceivers(erasure, noon, 10), 0);
      const found = await database.dispatches.findByReceiver(overZoe.id);
      const erased = { email: erasure.pseudonym, number: '', nick: '', groups: [] };
      assert.deepEqual(found?.receiver, { ...overZoe, ...erased });
      assert.deepEqual((await database.dispatches.findByReceiver(overAdam.id))?.receiver, overAdam);
      assert.deepEqual((await database.dispatches.findByReceiver(liveZoe.id))?.receiver, liveZoe);
      const mails = await database.outbox.list(10);
      assert.deepEqual(mails.map(({ to }) => to).sort(), [
        overAdam.email,
        alice.email,
        erasure.pseudonym,
        erasure.pseudonym,
      ]);
      assert.equal(await database.receiverSessions.find(session.hash, noon), undefined);
    },
  },
  {
    name: 'erases an address from contacts, origins and messages, and no other',
    async run(database) {
      await addAccounts(database, alice);
      const contacts = [erasure.email, 'adam@example.com'].map((email) => sampleContact(email));
      await database.contacts.replaceLocal(alice.id, contacts);
      await database.contacts.replaceGlobal(contacts);
      const group = { id: idFor<ContactGroupId>('lab'), name: 'Lab', createdAt: noon };
      await database.contactGroups.add(alice.id, group);
      await database.contactGroups.addMembers(
        alice.id,
        group.id,
        contacts.map(({ email }) => email),
      );
      const origin = { email: erasure.email, nick: 'Zoe', grantReceiverId: liveZoe.id };
      const back = sampleDispatch(alice, 'back', { kind: 'return', origin });
      const lender = sampleReceiver(back, alice.email, { linkHash: undefined });
      await database.dispatches.add(live, [liveZoe]);
      await database.dispatches.add(back, [lender]);
      const mail = sampleMail(liveZoe, live);
      await database.outbox.add([mail]);
      await database.outbox.settle(mail.id, 'captured', noon);

      assert.deepEqual(await database.erasure.listCaptured(erasure.email), [mail.id]);
      assert.equal(await database.erasure.removeContacts(erasure.email), 2);
      const [, adam] = contacts;
      assert.deepEqual(await database.contactGroups.listOf(alice.id, erasure.email), []);
      assert.equal((await database.contactGroups.listOf(alice.id, 'adam@example.com')).length, 1);
      assert.deepEqual(await database.contacts.listLocal(alice.id), [adam]);
      assert.deepEqual(await database.contacts.listGlobal(), [adam]);
      assert.equal(await database.erasure.eraseOrigins(erasure), 1);
      const found = await database.dispatches.find(back.id);
      assert.deepEqual(found?.dispatch.origin, { ...origin, email: erasure.pseudonym, nick: '' });
      await database.erasure.eraseTraces(erasure);
      assert.equal((await database.outbox.find(mail.id))?.to, erasure.pseudonym);
    },
  },
];
