import type { Account } from '../account.ts';
import { briefly, checksOf, invented } from '../check.ts';
import { expectEqual, expectError, expectOk } from '../expect.ts';
import type { Contact } from '../wire.ts';
import { contact } from '../wire.ts';
import { addContacts, newest, prepareDrop, setReceivers, storeContacts } from '../workflow.ts';

/** Who is chosen shows in the grant that uses them up. */
async function useUp(me: Account): Promise<Contact[]> {
  expectOk(await me.call('givedrop', { json: { desttime: briefly } }));
  return (await newest(me)).receivers;
}

const known = { number: '46700000001', language: 'sv', groups: ['g'], nick: 'Bob' };
const bob = { email: invented('bob'), ...known };

export const receiverChecks = checksOf('Receivers (operation 4)', [
  {
    id: 'receivers/replace',
    title: 'the array replaces the set, in the order sent',
    async run({ me }) {
      await addContacts(me, [me.email]);
      expectOk(await me.call('receivers_set', { json: [{ email: invented('x') }] }));
      await setReceivers(me, [invented('z'), invented('y')]);
      const expected = [contact(invented('z')), contact(invented('y'))];
      expectEqual(await useUp(me), expected, 'receivers');
    },
  },
  {
    id: 'receivers/clear',
    title: '[] clears the set',
    async run({ me }) {
      await addContacts(me, [me.email]);
      await setReceivers(me, [me.email]);
      expectOk(await me.call('receivers_set', { json: [] }));
      expectError(await me.call('givedrop', { json: {} }), 409, 'no_receivers');
    },
  },
  {
    id: 'receivers/strangers',
    title: 'any valid e-mail is accepted, contact or not; the same set may be sent again',
    async run({ me }) {
      await addContacts(me, [me.email]);
      const email = 'Stranger@Conformance.INVALID';
      const json = [{ email, number: '+46 70 000 00 02', unknown: 1 }];
      expectOk(await me.call('receivers_set', { json }));
      expectOk(await me.call('receivers_set', { json }));
      const expected = contact(invented('stranger'), { number: '46700000002' });
      expectEqual(await useUp(me), [expected], 'receivers');
    },
  },
  {
    id: 'receivers/filled',
    title: 'fields left out are filled from the contact of that e-mail, fields sent are kept',
    async run({ me }) {
      await storeContacts(me, [bob]);
      const json = [{ email: bob.email.toUpperCase(), nick: 'Robert' }];
      expectOk(await me.call('receivers_set', { json }));
      expectEqual(await useUp(me), [{ ...bob, nick: 'Robert' }], 'receivers');
    },
  },
  {
    id: 'receivers/refused',
    title: 'a wrong element or a duplicate is invalid, and the set stays',
    async run({ me }) {
      await storeContacts(me, [bob]);
      await setReceivers(me, [bob.email]);
      for (const json of [[{ email: 'no' }], [bob, bob]])
        expectError(await me.call('receivers_set', { json }), 422, 'invalid');
      expectEqual(await useUp(me), [bob], 'receivers');
    },
  },
  {
    id: 'receivers/used-up',
    title: 'the set is used up by a successful operation 8 or 9',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      for (const operation of ['createdrop', 'givedrop']) {
        await setReceivers(me, [me.email]);
        expectOk(await me.call(operation, { json: { desttime: briefly } }));
        for (const next of ['createdrop', 'givedrop'])
          expectError(await me.call(next, { json: {} }), 409, 'no_receivers');
      }
    },
  },
]);
