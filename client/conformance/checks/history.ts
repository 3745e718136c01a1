import { briefly, checksOf, invented } from '../check.ts';
import { expect, expectEqual, expectError, expectMatch } from '../expect.ts';
import { contact } from '../wire.ts';
import {
  addContacts,
  history,
  newest,
  newestInInbox,
  sendFiles,
  setReceivers,
  storeContacts,
} from '../workflow.ts';

/** Every value in a JSON document that is neither an object nor an array. */
function scalars(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(scalars);
}

/** The clocks of a client and a server may differ. */
const clockDifference = 300;

function expectRecent(seconds: string | undefined): void {
  expectMatch(seconds, /^\d{10}$/, 'a time in seconds');
  const age = Math.abs(Number(seconds) - Date.now() / 1000);
  expect(age < clockDifference, 'a time of now');
}

const known = { number: '46700000002', language: 'sv', groups: ['g'], nick: 'Bob' };

export const historyChecks = checksOf('History (operation 10)', [
  {
    id: 'history/entry',
    title: "an entry has exactly the document's fields, the receivers as they were set",
    async run({ me }) {
      await storeContacts(me, [{ email: me.email, ...known }]);
      const terms = { desttime: briefly, ddmessage: 'One' };
      await sendFiles(me, [invented('first'), me.email], { 'b.txt': '2', 'a.txt': '3' }, terms);
      const entry = await newest(me);
      expectRecent(entry.create_time);
      const { sender } = entry;
      const receivers = [contact(invented('first')), contact(me.email, known)];
      expectEqual(
        entry,
        {
          ...{ drop_type: 'downloadfiles', create_time: entry.create_time },
          ...{ ttl: String(briefly), receivers, ddmessage: 'One', sender },
          files: [
            { name: 'b.txt', settings: '[]' },
            { name: 'a.txt', settings: '[]' },
          ],
        },
        'the entry',
      );
    },
  },
  {
    id: 'history/sender',
    title: "the sender has exactly the document's fields; first_run and change_passwd are false",
    async run({ me }) {
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: briefly });
      const { sender } = await newest(me);
      expectMatch(sender.number, /^\d{6,15}$/, 'number');
      expectEqual(
        sender,
        {
          ...{ email: me.email, number: sender.number, lang: sender.lang, first_run: 'false' },
          ...{ accountType: 'api', change_passwd: 'false', settings: sender.settings },
        },
        'the sender',
      );
      const names = ['show_email', 'show_lang', 'show_nick', 'show_number'];
      expectEqual(Object.keys(sender.settings).sort(), names, 'settings of the sender');
      for (const value of Object.values(sender.settings))
        expectMatch(value, /^(?:true|false)$/, 'a setting of the sender');
    },
  },
  {
    id: 'history/strings',
    title: 'all scalars are strings, files[].settings is a JSON array as text',
    async run({ me }) {
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: briefly });
      const all = await history(me);
      expect(all.history.length > 0 && all.inbox.length > 0, 'an entry in history and inbox');
      for (const value of scalars(all)) expectEqual(typeof value, 'string', 'type of a value');
      for (const { settings } of [...all.history, ...all.inbox].flatMap(({ files }) => files))
        expect(Array.isArray(JSON.parse(settings)), 'settings that are a JSON array');
    },
  },
  {
    id: 'history/order',
    title: 'drops and grants stand newest first; live_drops counts drops, and grants do not',
    async run({ me }) {
      const before = Number((await history(me)).live_drops);
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: briefly, ddmessage: '1' });
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: briefly, ddmessage: '2' });
      await setReceivers(me, [me.email]);
      await me.get('givedrop', { json: { desttime: briefly, ddmessage: '3' } });
      const { history: entries, live_drops: live } = await history(me);
      const told = entries.slice(0, 3).map(({ drop_type: type, ddmessage }) => [type, ddmessage]);
      const expected = [
        ['uploadfiles', '3'],
        ['downloadfiles', '2'],
        ['downloadfiles', '1'],
      ];
      expectEqual(told, expected, 'the newest entries');
      expectEqual(live, String(before + 2), 'live_drops');
    },
  },
  {
    id: 'history/name',
    title: 'a receiver has the name that it was set with; one that cannot be kept is ignored',
    async run({ me }) {
      await addContacts(me, [me.email]);
      const json = [
        { email: invented('named'), name: 'Åsa Öberg' },
        { email: invented('other'), name: 7 },
        { email: invented('plain') },
      ];
      await me.get('receivers_set', { json });
      await me.get('givedrop', { json: { desttime: briefly } });
      const expected = [
        { ...contact(invented('named')), name: 'Åsa Öberg' },
        contact(invented('other')),
        contact(invented('plain')),
      ];
      expectEqual((await newest(me)).receivers, expected, 'receivers');
    },
  },
  {
    id: 'inbox/entry',
    title: "the inbox has the drop to the account's own address, newest first, with these fields",
    async run({ me }) {
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: briefly });
      await sendFiles(me, [me.email], { 'b.txt': '2', 'a.txt': '3' }, { desttime: briefly + 1 });
      const entry = await newestInInbox(me);
      expectRecent(entry.createtime);
      expectMatch(entry.url, /^[A-Za-z0-9_-]{20,}$/, 'url, fit for a path as it is');
      expectEqual(
        entry,
        {
          ...{ ttl: String(briefly + 1), createtime: entry.createtime, sender: me.email },
          files: [
            { name: 'b.txt', settings: '[]' },
            { name: 'a.txt', settings: '[]' },
          ],
          url: entry.url,
        },
        'the entry',
      );
      expectEqual((await newestInInbox(me)).url, entry.url, 'url when asked again');
    },
  },
  {
    id: 'inbox/others',
    title: 'every receiver has a url of its own, worthless to another account and to nobody',
    needs: 'other',
    async run({ me, other }) {
      await sendFiles(me, [me.email, other.email], { 'b.txt': 'both' }, { desttime: briefly });
      const [mine, theirs] = [await newestInInbox(me), await newestInInbox(other)];
      expect(mine.url !== theirs.url, 'two urls');
      expectEqual(theirs.sender, me.email, 'sender');
      expectEqual((await other.download(theirs.url, 'b.txt')).text(), 'both', 'the file');
      expectError(await me.download(theirs.url, 'b.txt'), 404, 'not_found');
      const path = other.path(`${theirs.url}/files/b.txt`);
      expectError(await me.signed({ path }), 403, 'forbidden');
      expectError(await other.bare({ path }), 401, 'unauthorized');
      expectError(await other.send({ path }), 403, 'csrf');
    },
  },
  {
    id: 'inbox/no-receiver',
    title: 'history and inbox show nothing of what others sent to others',
    needs: 'other',
    async run({ me, other }) {
      const { inbox } = await history(other);
      const drops = (await history(other)).history.length;
      await sendFiles(me, [me.email], { 'mine.txt': 'mine' }, { desttime: briefly });
      const now = await history(other);
      expectEqual(now.inbox, inbox, 'inbox of who is no receiver');
      expectEqual(now.history.length, drops, 'entries in the history of another');
    },
  },
]);
