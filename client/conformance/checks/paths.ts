import { basic } from '../account.ts';
import { checksOf, invented } from '../check.ts';
import {
  expect,
  expectEqual,
  expectError,
  expectJson,
  expectMatch,
  expectSameAnswer,
  expectStatus,
} from '../expect.ts';
import { addContacts, namesInTray } from '../workflow.ts';

export const pathChecks = checksOf('Paths and the order of checks', [
  {
    id: 'path/spellings',
    title: '%40 and upper case in {user} mean the same account; so does upper case in credentials',
    async run({ me, key }) {
      const spellings = [
        me.email.replaceAll('@', '%40').replaceAll('+', '%2B'),
        me.email.toUpperCase(),
      ];
      for (const user of spellings) {
        expectStatus(await me.send({ path: `/${user}/` }), 200);
        expectJson(await me.signed({ path: `/${user}/cgi/get_files.cgi` }), []);
      }
      const authorization = basic({ email: me.email.toUpperCase(), key });
      expectStatus(await me.bare({ path: me.path(), headers: { authorization } }), 200);
    },
  },
  {
    id: 'path/no-slash',
    title: '/{user} without the slash answers 308 to /{user}/',
    async run({ me }) {
      for (const path of [`/${me.email}`, `/${me.email.replace('@', '%40')}`]) {
        const answer = await me.send({ path });
        expectStatus(answer, 308);
        const location = decodeURIComponent(answer.headers.location ?? '');
        expect(location.endsWith(`/${me.email}/`), `Location to /${me.email}/`, answer);
      }
    },
  },
  {
    id: 'path/doubled-slashes',
    title: 'doubled slashes and a slash after .cgi mean the same path',
    async run({ me }) {
      for (const path of [`//${me.email}/`, `/${me.email}//`, `//${me.email}//`])
        expectStatus(await me.send({ path }), 200);
      for (const rest of ['/cgi/get_files.cgi', 'cgi//get_files.cgi', 'cgi/get_files.cgi/'])
        expectJson(await me.signed({ path: me.path(rest) }), []);
      await me.upload({ 'a.txt': 'a' });
      const listed = await me.signed({ path: me.path('/cgi//get_files.cgi/') });
      expectJson(listed, [{ name: 'a.txt', type: 'text/plain', size: '1 B' }]);
      const removed = await me.signed({ path: me.path('cgi/remove_file.cgi/?filename=a.txt') });
      expectJson(removed, { status: 'deldone' });
    },
  },
  {
    id: 'path/doubled-guard',
    title: 'a doubled slash does not get past the checks',
    async run({ me }) {
      for (const path of [`//${me.email}//cgi//get_files.cgi/`, `/${me.email}//x`]) {
        expectError(await me.bare({ path }), 401, 'unauthorized');
        expectError(await me.send({ path }), 403, 'csrf');
      }
    },
  },
  {
    id: 'path/foreign',
    title: 'the path of another account is 403 forbidden, whether or not there is one',
    async run({ me }) {
      for (const rest of ['', 'cgi/get_history.cgi', 'nothing', 'x/files/y'])
        expectError(await me.signed({ path: `/${invented('nobody')}/${rest}` }), 403, 'forbidden');
    },
  },
  {
    id: 'path/foreign-same',
    title: 'the answer for the path of an account that exists is that for one that does not',
    needs: 'other',
    async run({ me, other }) {
      for (const rest of ['', 'cgi/get_history.cgi', 'nothing', 'x/files/y']) {
        const existing = await me.signed({ path: other.path(rest) });
        expectError(existing, 403, 'forbidden');
        const none = await me.signed({ path: `/${invented('nobody')}/${rest}` });
        expectSameAnswer(none, existing, 'answers for another account and for none');
      }
    },
  },
  {
    id: 'path/head',
    title: 'HEAD works wherever GET does, behind the same checks',
    async run({ me }) {
      for (const rest of [
        '',
        'cgi/contacts_read.cgi',
        'cgi/get_files.cgi',
        'cgi/get_history.cgi',
      ]) {
        const path = me.path(rest);
        const got = await me.signed({ path });
        const head = await me.signed({ path, method: 'HEAD' });
        expectStatus(head, 200);
        expectEqual(head.body.length, 0, 'length of the body');
        for (const name of ['content-type', 'content-length'])
          expectEqual(head.headers[name], got.headers[name], `header ${name}`, head);
        expectStatus(await me.bare({ path, method: 'HEAD' }), 401);
        if (rest !== '') expectStatus(await me.send({ path, method: 'HEAD' }), 403);
      }
    },
  },
  {
    id: 'path/head-changes-nothing',
    title: 'HEAD changes nothing: no file goes, no token ends another',
    async run({ me }) {
      await me.upload({ 'a.txt': 'a' });
      const path = me.path('cgi/remove_file.cgi?filename=a.txt');
      expectStatus(await me.signed({ path, method: 'HEAD' }), 200);
      expectEqual(await namesInTray(me), ['a.txt'], 'names of files');
      const none = me.path('cgi/remove_file.cgi?filename=none');
      expectStatus(await me.signed({ path: none, method: 'HEAD' }), 404);
      const token = await me.token();
      for (let count = 0; count < 60; count += 1)
        expectStatus(await me.send({ path: me.path(), method: 'HEAD' }), 200);
      expectStatus(await me.call('get_files', { headers: { 'csrf-token': token } }), 200);
    },
  },
]);

export const credentialChecks = checksOf('Errors: 401 (document 5)', [
  {
    id: 'credentials/missing',
    title: 'no credentials are 401 with WWW-Authenticate: Basic, alike at every operation',
    async run({ me }) {
      const missing = await me.bare({ path: me.path() });
      expectError(missing, 401, 'unauthorized');
      expectMatch(missing.headers['www-authenticate'], /^Basic realm="[^"]+"/, 'WWW-Authenticate');
      for (const user of [me.email, invented('nobody')]) {
        for (const rest of ['', 'cgi/get_history.cgi', 'x/files/y', 'nothing']) {
          const answer = await me.bare({ path: `/${user}/${rest}` });
          expectSameAnswer(answer, missing, 'answers without credentials');
        }
      }
    },
  },
  {
    id: 'credentials/wrong',
    title: 'one answer for no credentials, wrong ones and an unknown account',
    async run({ me, key }) {
      const missing = await me.bare({ path: me.path() });
      const wrong = [
        basic({ email: me.email, key: `${key}0` }),
        basic({ email: me.email, key: '' }),
        basic({ email: invented('nobody'), key: 'wrong-key-wrong-key-wrong-key-wrong' }),
        `Basic ${Buffer.from(me.email).toString('base64')}`,
        'Basic §§§',
        'Digest x',
        '',
      ];
      for (const authorization of wrong) {
        const answer = await me.bare({ path: me.path(), headers: { authorization } });
        expectError(answer, 401, 'unauthorized');
        expectSameAnswer(answer, missing, 'answers to wrong credentials and to none');
      }
    },
  },
  {
    id: 'credentials/of-another',
    title: 'the address of one account with the key of another is 401',
    needs: 'other',
    async run({ other, key }) {
      const authorization = basic({ email: other.email, key });
      const answer = await other.bare({ path: other.path(), headers: { authorization } });
      expectError(answer, 401, 'unauthorized');
    },
  },
]);

export const separationChecks = checksOf('Contacts, tray and history of others', [
  {
    id: 'others/contacts',
    title: 'contacts and tray of one account are not those of another',
    needs: 'other',
    async run({ me, other }) {
      await addContacts(me, [invented('mine')]);
      await me.upload({ 'conformance-mine.txt': 'mine' });
      const path = other.path('cgi/contacts_read.cgi');
      const contacts = await other.signed({ path });
      expectStatus(contacts, 200);
      expect(
        !contacts.text().includes(invented('mine')),
        'no contact of another account',
        contacts,
      );
      const removing = other.path('cgi/remove_file.cgi?filename=conformance-mine.txt');
      expectError(await other.signed({ path: removing }), 404, 'not_found');
      expectEqual(await namesInTray(me), ['conformance-mine.txt'], 'names of files');
    },
  },
]);
