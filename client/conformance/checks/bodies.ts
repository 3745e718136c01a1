import type { Account } from '../account.ts';
import { checksOf, invented } from '../check.ts';
import { expectEqual, expectError, expectInvalid, expectOk } from '../expect.ts';
import { doUpload, filePart, multipart } from '../multipart.ts';
import { storeContacts, storedContacts } from '../workflow.ts';

const greeting = 'Provsvar för Åsa';

/** The nickname that is stored of a contact in these bytes. */
async function nickOf(me: Account, type: string, nick: string, coding: BufferEncoding) {
  await storeContacts(me, []);
  const text = JSON.stringify([{ email: invented('asa'), nick }]);
  const marked = coding === 'utf8' ? `\ufeff${text}` : text;
  expectOk(await me.post('contacts_add', type, Buffer.from(marked, coding)));
  return (await storedContacts(me))[0]?.nick;
}

export const bodyChecks = checksOf('Bodies and hosts', [
  {
    id: 'body/western',
    title: 'JSON in a declared charset of ISO-8859-1 or windows-1252 is decoded',
    async run({ me }) {
      for (const charset of ['ISO-8859-1', 'iso-8859-1', 'windows-1252', '"Windows-1252"']) {
        const type = `application/json; charset=${charset}`;
        expectEqual(await nickOf(me, type, greeting, 'latin1'), greeting, `nick in ${charset}`);
      }
    },
  },
  {
    id: 'body/windows-letters',
    title: 'bytes that only windows-1252 has are letters in both Western charsets',
    async run({ me }) {
      const type = 'application/json; charset=iso-8859-1';
      const nick = await nickOf(me, type, '\x93100 \x80\x94', 'latin1');
      expectEqual(nick, '“100 €”', 'nick');
    },
  },
  {
    id: 'body/utf-8',
    title: 'UTF-8 is taken with and without its name, and with a byte order mark',
    async run({ me }) {
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'application/json;v=1',
      ])
        expectEqual(await nickOf(me, type, greeting, 'utf8'), greeting, `nick as ${type}`);
    },
  },
  {
    id: 'body/not-utf-8',
    title: 'a body that is not valid UTF-8 is 400 bad_request, and nothing of it is stored',
    async run({ me }) {
      await storeContacts(me, []);
      const text = JSON.stringify([{ email: invented('asa'), nick: greeting }]);
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        for (const operation of ['contacts_add', 'receivers_set'])
          expectError(
            await me.post(operation, type, Buffer.from(text, 'latin1')),
            400,
            'bad_request',
          );
        const message = Buffer.from(JSON.stringify({ ddmessage: greeting }), 'latin1');
        expectError(await me.post('createdrop', type, message), 400, 'bad_request');
      }
      expectEqual(await storedContacts(me), [], 'contacts');
    },
  },
  {
    id: 'body/other-charset',
    title: 'any other charset is 415 unsupported_media_type',
    async run({ me }) {
      for (const charset of ['utf-16', 'iso-8859-15', 'us-ascii', 'x-nonsense']) {
        const answer = await me.post('createdrop', `application/json; charset=${charset}`, '{}');
        expectError(answer, 415, 'unsupported_media_type');
      }
    },
  },
  {
    id: 'body/chunked',
    title: 'a body that is sent in chunks, without a length, is taken as any other',
    async run({ me }) {
      await storeContacts(me, []);
      const pieces = ['[{"email":"', invented('chunked'), '"}]'].map((piece) => Buffer.from(piece));
      const answer = await me.signed({
        method: 'POST',
        path: me.path('cgi/contacts_add.cgi'),
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          await Promise.resolve();
          yield* pieces;
        })(),
      });
      expectOk(answer);
      expectEqual((await storedContacts(me)).length, 1, 'number of contacts');
    },
  },
]);

const { contentType: form, body: formBody } = multipart([doUpload, filePart('a.txt', 'a')]);
const formText = formBody.toString();

export const refusalChecks = checksOf('Errors', [
  {
    id: 'error/no-json',
    title: '400 bad_request: not JSON, and no body where JSON should be',
    async run({ me }) {
      for (const [operation, body] of [
        ['contacts_add', '[{'],
        ['receivers_set', '?'],
        ['createdrop', ''],
        ['givedrop', '{'],
      ] as const)
        expectError(await me.post(operation, 'application/json', body), 400, 'bad_request');
    },
  },
  {
    id: 'error/broken-form',
    title: '400 bad_request: a form that breaks off, or with a wrong or no boundary',
    async run({ me }) {
      for (const [type, body] of [
        [form, formText.slice(0, -20)],
        ['multipart/form-data; boundary=x', formText],
        ['multipart/form-data', formText],
      ] as const)
        expectError(await me.post('upload', type, body), 400, 'bad_request');
      const nameless = { name: '', value: '', disposition: 'form-data' };
      expectError(await me.uploadForm([doUpload, nameless]), 400, 'bad_request');
    },
  },
  {
    id: 'error/no-upload',
    title: '400 bad_request: do is missing or not upload, no file part',
    async run({ me }) {
      const file = filePart('a', 'a');
      for (const parts of [[{ name: 'do', value: 'delete' }, file], [file], [doUpload]])
        expectError(await me.uploadForm(parts), 400, 'bad_request');
    },
  },
  {
    id: 'error/no-filename',
    title: '400 bad_request: no filename parameter, or an empty one',
    async run({ me }) {
      expectError(await me.call('remove_file'), 400, 'bad_request');
      expectError(await me.call('remove_file', { query: 'filename=' }), 400, 'bad_request');
    },
  },
  {
    id: 'error/media-type',
    title: '415 unsupported_media_type: a JSON operation without JSON, an upload that is no form',
    async run({ me }) {
      for (const [operation, type, body] of [
        ['contacts_add', undefined, '[]'],
        ['receivers_set', 'text/plain', '[]'],
        ['createdrop', form, formText],
        ['upload', 'application/json', '{}'],
        ['upload', 'multipart/mixed; boundary=x', formText],
      ] as const)
        expectError(await me.post(operation, type, body), 415, 'unsupported_media_type');
    },
  },
  {
    id: 'error/wrong-shape',
    title: '422 invalid: an object where an array should be, and the other way round',
    async run({ me }) {
      for (const operation of ['contacts_add', 'receivers_set'])
        expectError(await me.call(operation, { json: { email: 'n@b' } }), 422, 'invalid');
      expectError(await me.call('givedrop', { json: [] }), 422, 'invalid');
    },
  },
  {
    id: 'error/details',
    title: '422 details name every problem by its field, so that one round mends all',
    async run({ me }) {
      const json = [{ email: 'nobody' }, { email: 'n@example.com', number: 'x', language: '?' }];
      const answer = await me.call('contacts_add', { json });
      expectInvalid(answer, '[0].email', '[1].number', '[1].language');
    },
  },
  {
    id: 'error/not-found',
    title: '404 not_found: no such route, file in the tray, inbox entry, or path below one',
    async run({ me }) {
      for (const rest of ['cgi/other.cgi', 'AAAAAAAAAAAAAAAAAAAAAA/files/a.txt', 'nothing'])
        expectError(await me.signed({ path: me.path(rest) }), 404, 'not_found');
      expectError(await me.call('remove_file', { query: 'filename=none' }), 404, 'not_found');
    },
  },
  {
    id: 'error/always-json',
    title: 'below cgi/ and files/ an error is JSON, whatever Accept says',
    async run({ me }) {
      // As Java's HttpURLConnection sends it.
      const headers = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };
      const path = me.path('cgi/get_files.cgi');
      expectError(await me.bare({ path, headers }), 401, 'unauthorized');
      const foreign = `/${invented('nobody')}/cgi/get_files.cgi`;
      expectError(await me.signed({ path: foreign, headers }), 403, 'forbidden');
      const noToken = { ...headers, 'csrf-token': 'none' };
      for (const rest of ['cgi/get_files.cgi', 'x/files/y', 'cgi/', 'cgi/none?x', 'x/files/'])
        expectError(await me.signed({ path: me.path(rest), headers: noToken }), 403, 'csrf');
      for (const rest of ['/cgi/other.cgi', 'x/files/y'])
        expectError(await me.signed({ path: me.path(rest), headers }), 404, 'not_found');
    },
  },
]);
