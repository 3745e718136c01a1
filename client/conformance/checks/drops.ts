import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import { briefly, checksOf, invented } from '../check.ts';
import {
  expect,
  expectEqual,
  expectError,
  expectInvalid,
  expectJson,
  expectMatch,
  expectOk,
} from '../expect.ts';
import type { ContactList } from '../wire.ts';
import { contact } from '../wire.ts';
import {
  addContacts,
  history,
  namesInTray,
  newest,
  newestInInbox,
  prepareDrop,
  sendFiles,
  setReceivers,
  storeContacts,
  tray,
} from '../workflow.ts';

const aDay = 24 * 3600;

const takenTimes: [sent: unknown, ttl: string][] = [
  [1, '1'],
  [3600, '3600'],
  ['3600', '3600'],
  [365 * aDay, String(365 * aDay)],
  [undefined, String(7 * aDay)],
  [null, String(7 * aDay)],
];

const wrongTimes = [
  ...[0, -1, 1.5, 365 * aDay + 1, 1e300],
  ...['', '1.5', '-1', '0x10', '1e3', 'week', true, [60], {}],
];

const keptTexts = [
  ...['', 'Grüße,\r\n\tBob\n', '<b>not bold</b> & "quoted"'],
  ...['é'.repeat(10_000), '📦'.repeat(10_000)],
];

const refusedTexts = ['x'.repeat(10_001), 'bell\u0007', 'nul\u0000', '\ud800', 7, ['x']];

async function give(me: Account, json: object): Promise<Answer> {
  return await me.call('givedrop', { json });
}

export const firstChecks = checksOf('An account that was never used', [
  {
    id: 'first/empty',
    title: 'no contacts, an empty history and inbox, "0" live drops',
    needs: 'unlisted',
    async run({ me }) {
      const { global } = await me.get<ContactList>('contacts_read');
      expectJson(await me.call('contacts_read'), { local: [], global });
      expectJson(await me.call('get_history'), { history: [], live_drops: '0', inbox: [] });
    },
  },
  {
    id: 'first/not-listed',
    title: 'a drop is files_not_listed before operation 5; page, upload and HEAD are no listing',
    needs: 'unlisted',
    async run({ me }) {
      await addContacts(me, [me.email]);
      await setReceivers(me, [me.email]);
      await me.upload({ 'a.txt': 'a' });
      await me.token();
      // What it names is not there, so that nothing is sent even where files were listed before.
      const json = { files: ['conformance-none'] };
      expectError(await me.call('createdrop', { json }), 409, 'files_not_listed');
    },
  },
]);

export const dropChecks = checksOf('Drop (operation 8) and grant (operation 9)', [
  {
    id: 'drop/order',
    title: 'a drop needs, in this order, a contact, a receiver, a file',
    async run({ me }) {
      await storeContacts(me, []);
      await setReceivers(me, [me.email]);
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_contacts');
      await setReceivers(me, []);
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_contacts');
      await addContacts(me, [me.email]);
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_receivers');
      await setReceivers(me, [me.email]);
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_files');
      await me.upload({ 'a.txt': 'a' });
      expectOk(await me.call('createdrop', { json: { desttime: briefly } }));
    },
  },
  {
    id: 'grant/order',
    title: 'a grant needs a contact and a receiver only, and leaves the tray alone',
    async run({ me }) {
      await storeContacts(me, []);
      await setReceivers(me, [me.email]);
      expectError(await give(me, {}), 409, 'no_contacts');
      await addContacts(me, [me.email]);
      await setReceivers(me, []);
      expectError(await give(me, {}), 409, 'no_receivers');
      await setReceivers(me, [invented('x'), me.email]);
      await me.upload({ 'kept.txt': 'kept' });
      expectOk(await give(me, { desttime: briefly, ddmessage: 'Send me yours' }));
      const grant = await newest(me);
      expectEqual(
        [grant.drop_type, grant.ttl, grant.ddmessage, grant.files],
        ['uploadfiles', String(briefly), 'Send me yours', []],
        'the grant in the history',
      );
      const receivers = [contact(invented('x')), contact(me.email)];
      expectEqual(grant.receivers, receivers, 'receivers of the grant');
      expectEqual(await namesInTray(me), ['kept.txt'], 'names of files');
    },
  },
  {
    id: 'drop/used-up',
    title: 'the tray is emptied and the receivers used up; the receiver has every file',
    async run({ me }) {
      const files = { 'a.txt': 'first', 'b.txt': 'second' };
      await sendFiles(me, [me.email], files, { desttime: briefly });
      expectEqual(await tray(me), [], 'tray');
      expectError(await me.call('createdrop', { json: {} }), 409, 'no_receivers');
      const { url } = await newestInInbox(me);
      for (const [name, content] of Object.entries(files))
        expectEqual((await me.download(url, name)).text(), content, name);
    },
  },
  {
    id: 'drop/desttime',
    title: 'desttime: 1 second to 365 days, a number or its digits, 7 days when left out or null',
    async run({ me }) {
      await addContacts(me, [me.email]);
      for (const [desttime, ttl] of takenTimes) {
        await setReceivers(me, [me.email]);
        expectOk(await give(me, { desttime }));
        expectEqual((await newest(me)).ttl, ttl, `ttl of ${JSON.stringify(desttime)}`);
      }
      await sendFiles(me, [me.email], { 'a.txt': 'a' }, { desttime: '3600' });
      expectEqual((await newest(me)).ttl, '3600', 'ttl of a drop');
    },
  },
  {
    id: 'drop/bad-desttime',
    title: 'desttime out of these bounds, or no whole number, is invalid',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'a.txt': 'a' });
      for (const desttime of wrongTimes) {
        for (const operation of ['createdrop', 'givedrop'])
          expectInvalid(await me.call(operation, { json: { desttime } }), 'desttime');
      }
    },
  },
  {
    id: 'drop/message',
    title: 'ddmessage: up to 10,000 characters of plain text, kept as sent',
    async run({ me }) {
      await addContacts(me, [me.email]);
      for (const ddmessage of keptTexts) {
        await setReceivers(me, [me.email]);
        expectOk(await give(me, { desttime: briefly, ddmessage, unknown: true }));
        expectEqual((await newest(me)).ddmessage, ddmessage, 'ddmessage');
      }
    },
  },
  {
    id: 'drop/bad-message',
    title: 'a longer ddmessage, or one that is no text, is invalid',
    async run({ me }) {
      await addContacts(me, [me.email]);
      await setReceivers(me, [me.email]);
      for (const ddmessage of refusedTexts)
        expectInvalid(await give(me, { ddmessage }), 'ddmessage');
    },
  },
  {
    id: 'drop/default-message',
    title: 'ddmessage left out, or null, is a default text',
    async run({ me }) {
      await addContacts(me, [me.email]);
      for (const terms of [{}, { ddmessage: null }]) {
        await setReceivers(me, [me.email]);
        expectOk(await give(me, { desttime: briefly, ...terms }));
        expectMatch((await newest(me)).ddmessage, /\w{3}/, 'ddmessage');
      }
    },
  },
  {
    id: 'drop/half',
    title: 'a refused drop keeps receivers and tray for the next one',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'kept.txt': 'kept' });
      expectError(await me.call('createdrop', { json: { desttime: 'soon' } }), 422, 'invalid');
      expectOk(await me.call('createdrop', { json: { desttime: briefly } }));
      const { receivers, files } = await newest(me);
      expectEqual(
        receivers.map(({ email }) => email),
        [me.email],
        'receivers',
      );
      expectEqual(files, [{ name: 'kept.txt', settings: '[]' }], 'files');
    },
  },
  {
    id: 'drop/body-before-state',
    title: 'the body is looked at before the state: a wrong one is never answered with 409',
    async run({ me }) {
      await storeContacts(me, []);
      for (const operation of ['createdrop', 'givedrop']) {
        expectError(await me.call(operation, { json: { desttime: -1 } }), 422, 'invalid');
        expectError(await me.call(operation, { json: {} }), 409, 'no_contacts');
      }
    },
  },
  {
    id: 'drop/upload-in-progress',
    title: 'a drop while an upload of the account runs is upload_in_progress, with Retry-After',
    async run({ me }) {
      await prepareDrop(me, [me.email], { 'whole.txt': 'whole' });
      const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
      const uploading = me.signed({
        method: 'POST',
        path: me.path('cgi/upload.cgi'),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: (async function* () {
          yield Buffer.from('--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n');
          yield Buffer.from(
            '--b\r\nContent-Disposition: form-data; name="file"; filename="late.txt"\r\n\r\n',
          );
          yield Buffer.alloc(1_000_000, 'late');
          await isOver;
          yield Buffer.from('\r\n--b--\r\n');
        })(),
      });
      const refused = await refusedWhileUploading(me);
      end(undefined);
      const uploaded = await uploading;
      expectError(refused, 409, 'upload_in_progress');
      expectMatch(refused.headers['retry-after'], /^[1-9]\d*$/, 'Retry-After', refused);
      expectEqual(uploaded.json(), { status: 'done' }, 'answer to the upload', uploaded);
      expectOk(await me.call('createdrop', { json: { desttime: briefly } }));
      const names = (await newest(me)).files.map(({ name }) => name);
      expectEqual(names, ['whole.txt', 'late.txt'], 'files of the drop');
    },
  },
  {
    id: 'drop/ends',
    title: 'when the time is over, the file is 404, the inbox is without it, history keeps it',
    async run({ me }) {
      const { live_drops: before } = await history(me);
      await sendFiles(me, [me.email], { 'brief.txt': 'brief' }, { desttime: 2 });
      const { url } = await newestInInbox(me);
      expectEqual((await me.download(url, 'brief.txt')).text(), 'brief', 'the file');
      const deadline = Date.now() + 15_000;
      let answer = await me.download(url, 'brief.txt');
      while (answer.status === 200 && Date.now() < deadline) {
        await sleep(250);
        answer = await me.download(url, 'brief.txt');
      }
      expectError(answer, 404, 'not_found');
      const now = await history(me);
      expect(
        now.inbox.every((entry) => entry.url !== url),
        'an inbox without it',
      );
      expectEqual(now.live_drops, before, 'live_drops');
      const [entry] = now.history;
      expectEqual(entry?.files, [{ name: 'brief.txt', settings: '[]' }], 'files in the history');
      expectEqual(entry?.ttl, '2', 'ttl in the history');
    },
  },
]);

/** The request may reach the server later than the first bytes of the upload. What it names sends nothing. */
async function refusedWhileUploading(me: Account): Promise<Answer> {
  const ask = async () => await me.call('createdrop', { json: { files: ['conformance-none'] } });
  let answer = await ask();
  for (let tries = 0; tries < 40; tries += 1) {
    if (answer.status !== 409 || !answer.text().includes('state_conflict')) break;
    await sleep(50);
    answer = await ask();
  }
  return answer;
}
