import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import { briefly, checksOf, invented } from '../check.ts';
import { expectEqual, expectError, expectOk } from '../expect.ts';
import { contact } from '../wire.ts';
import {
  addContacts,
  history,
  namesInTray,
  newest,
  prepareDrop,
  setReceivers,
  storeContacts,
  storedContacts,
} from '../workflow.ts';

const files = { 'a.txt': 'a', 'Å.txt': 'b' };
const second = invented('second');

function met(me: Account): object[] {
  return [
    { receivers: [second.toUpperCase(), me.email], files: ['A\u030a.txt', 'a.txt'] },
    { receivers: [me.email, second] },
    {
      receivers: [{ email: me.email }, { email: second }],
      files: [{ name: 'a.txt', type: 'text/plain' }, { name: 'Å.txt' }],
    },
    { receivers: null, files: null },
  ];
}

function broken(me: Account): object[] {
  return [
    { receivers: [me.email] },
    { receivers: [me.email, second, invented('third')] },
    { receivers: [] },
    { files: ['a.txt'] },
    { files: ['a.txt', 'Å.txt', 'c.txt'] },
    { receivers: [me.email, second], files: ['a.txt', 'c'] },
  ];
}

const desttime = briefly;

export const assertionChecks = checksOf('Drop: the assertion of receivers and files', [
  {
    id: 'assertion/met',
    title: 'receivers and files that are set as named are sent, in any order, case and shape',
    async run({ me }) {
      for (const assertion of met(me)) {
        await prepareDrop(me, [me.email, second], files);
        expectOk(await me.call('createdrop', { json: { desttime, ...assertion } }));
        expectEqual(await namesInTray(me), [], 'names of files');
        expectEqual((await newest(me)).receivers.length, 2, 'number of receivers');
      }
      await prepareDrop(me, [me.email, second], files);
      const json = { desttime, receivers: [me.email, second], files: ['a.txt', 'Å.txt'] };
      expectOk(await me.call('givedrop', { json }));
    },
  },
  {
    id: 'assertion/broken',
    title: 'where they differ it is state_conflict, and nothing is sent',
    async run({ me }) {
      await prepareDrop(me, [me.email, second], files);
      const before = (await history(me)).history.length;
      for (const assertion of broken(me)) {
        for (const operation of ['givedrop', 'createdrop']) {
          const answer = await me.call(operation, { json: { desttime, ...assertion } });
          expectError(answer, 409, 'state_conflict');
        }
      }
      expectEqual((await history(me)).history.length, before, 'entries in the history');
      expectOk(await me.call('createdrop', { json: { desttime } }));
    },
  },
  {
    id: 'assertion/at-once',
    title: 'of two jobs on one account, none sends its file to the receiver of the other',
    async run({ me }) {
      const jobs = [me.email, second].map((email) => ({ email, name: `for ${email}.txt` }));
      await addContacts(me, [me.email]);
      for (const { email, name } of jobs) {
        await setReceivers(me, [email]);
        await me.upload({ [name]: 'secret' });
      }
      const before = (await history(me)).history.length;
      const answers = await Promise.all(
        jobs.map(({ email, name }) =>
          me.call('createdrop', { json: { desttime, receivers: [email], files: [name] } }),
        ),
      );
      for (const answer of answers) expectError(answer, 409, 'state_conflict');
      expectEqual((await history(me)).history.length, before, 'entries in the history');
    },
  },
  {
    id: 'assertion/shape',
    title: 'an assertion of another shape is invalid',
    async run({ me }) {
      await prepareDrop(me, [me.email], files);
      for (const [field, value] of [
        ['receivers', me.email],
        ['receivers', [7]],
        ['files', {}],
        ['files', [null]],
      ] as const) {
        const answer = await me.call('createdrop', { json: { [field]: value } });
        const { details } = expectError(answer, 422, 'invalid');
        expectEqual(details?.[0]?.field, field, 'field of the first detail', answer);
      }
    },
  },
]);

/** Keys are kept 24 hours: a second run of the suite must not meet those of the first. */
function newKey(): Record<string, string> {
  return { 'idempotency-key': `conformance ${crypto.randomUUID()}` };
}

function expectReplay(answer: Answer, removed?: string): void {
  expectOk(answer);
  expectEqual(answer.headers['idempotent-replayed'], 'true', 'Idempotent-Replayed', answer);
  if (removed !== undefined)
    expectEqual(answer.headers['tray-removed'], removed, 'Tray-Removed', answer);
}

export const repeatChecks = checksOf('Drop: Idempotency-Key', [
  {
    id: 'repeat/once',
    title: 'a repeated operation 8 or 9 answers as the first did and sends nothing again',
    async run({ me }) {
      for (const operation of ['createdrop', 'givedrop']) {
        const call = { json: { desttime }, headers: newKey() };
        await prepareDrop(me, [me.email], { 'a.txt': 'a' });
        const first = await me.call(operation, call);
        expectOk(first);
        expectEqual(first.headers['idempotent-replayed'], undefined, 'Idempotent-Replayed', first);
        await prepareDrop(me, [me.email], { 'next.txt': 'for another drop' });
        const { history: before } = await history(me);
        const tray = await namesInTray(me);
        expectReplay(await me.call(operation, call));
        expectEqual((await history(me)).history, before, 'history after a repeat');
        expectEqual(await namesInTray(me), tray, 'names of files after a repeat');
      }
    },
  },
  {
    id: 'repeat/prepared-again',
    title: 'with the receivers of the first send, they and the same files are taken away',
    async run({ me }) {
      const letter = { 'letter.txt': 'a letter', 'enclosure.txt': 'to all' };
      const call = { json: { desttime }, headers: newKey() };
      await prepareDrop(me, [me.email], letter);
      expectOk(await me.call('createdrop', call));
      await prepareDrop(me, [me.email], { ...letter, 'next.txt': 'of another letter' });
      expectReplay(await me.call('createdrop', call), '2');
      expectEqual(await namesInTray(me), ['next.txt'], 'names of files');
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_receivers');
    },
  },
  {
    id: 'repeat/late',
    title: 'with other receivers, a repeat changes nothing',
    async run({ me }) {
      const letter = { 'letter.txt': 'a letter' };
      const call = { json: { desttime }, headers: newKey() };
      await prepareDrop(me, [me.email], letter);
      expectOk(await me.call('createdrop', call));
      await prepareDrop(me, [second], letter);
      expectReplay(await me.call('createdrop', call), '0');
      expectEqual(await namesInTray(me), ['letter.txt'], 'names of files');
      await setReceivers(me, []);
    },
  },
  {
    id: 'repeat/at-once',
    title: 'the same key sent three times at once makes one drop',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      const before = (await history(me)).history.length;
      const call = { json: { desttime }, headers: newKey() };
      const answers = await Promise.all([1, 2, 3].map(() => me.call('createdrop', call)));
      for (const answer of answers) expectOk(answer);
      expectEqual((await history(me)).history.length, before + 1, 'entries in the history');
    },
  },
  {
    id: 'repeat/refused',
    title: 'a key is not used up by a refusal',
    async run({ me }) {
      const call = { json: { desttime }, headers: newKey() };
      await addContacts(me, [me.email]);
      await setReceivers(me, []);
      expectError(await me.call('createdrop', call), 409, 'no_receivers');
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      const answer = await me.call('createdrop', call);
      expectOk(answer);
      expectEqual(answer.headers['idempotent-replayed'], undefined, 'Idempotent-Replayed', answer);
    },
  },
  {
    id: 'repeat/conflict',
    title: 'a key used for another body or operation is idempotency_conflict',
    async run({ me }) {
      const headers = newKey();
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      expectOk(await me.call('createdrop', { json: { desttime }, headers }));
      for (const [operation, json] of [
        ['createdrop', { desttime: desttime + 1 }],
        ['givedrop', { desttime }],
      ] as const) {
        const answer = await me.call(operation, { json, headers });
        expectError(answer, 409, 'idempotency_conflict');
      }
    },
  },
  {
    id: 'repeat/contacts',
    title: 'a repeated list of contacts answers as the first did and changes nothing',
    async run({ me }) {
      await storeContacts(me, []);
      const call = { json: [{ email: invented('once') }], headers: newKey() };
      expectOk(await me.call('contacts_add', call));
      await me.get('contacts_add', { json: [{ email: invented('later') }] });
      expectReplay(await me.call('contacts_add', call));
      expectEqual(await storedContacts(me), [contact(invented('later'))], 'contacts');
      const other = { ...call, json: [{ email: invented('other') }] };
      expectError(await me.call('contacts_add', other), 409, 'idempotency_conflict');
    },
  },
]);
