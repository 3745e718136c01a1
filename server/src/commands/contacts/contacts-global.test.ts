import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Contact } from '../../domain/model/contact.ts';
import { openCommandLine } from '../command-fixture.ts';
import { contactRowsOfCsv, contactsAsCsv, parseContactRows } from './contact-formats.ts';

const ann: Contact = {
  email: '=ann@example.com',
  number: '46700000001',
  language: 'sv',
  groups: ['staff', 'a;b', '\\', '=1+1'],
  nick: '@SUM(A1)',
};
const bob: Contact = { email: 'bob@example.com', number: '', language: '', groups: [], nick: '' };

async function openWithData(t: Parameters<typeof openCommandLine>[0]) {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  return line;
}

for (const format of ['json', 'csv']) {
  test(`an import of an export in ${format} brings back the same list`, async (t) => {
    const line = await openWithData(t);
    await line.type('contacts global import - --format json', {
      input: JSON.stringify([ann, bob]),
    });
    await line.type(`contacts global export --output list.${format}`);
    await line.type('contacts global import - --format json', { input: '[]' });
    const answer = await line.json(`contacts global import list.${format}`);
    assert.deepEqual(answer, { status: 'ok', before: 0, after: 2 });
    assert.deepEqual(await line.json('contacts global list'), { contacts: [ann, bob] });
  });
}

test('every list of contacts survives CSV', () => {
  const name = fc
    .string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\\', 'a', 'ü') })
    .map((text) => `x${text}`);
  const text = fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ',', ';', ' ', 'a', '😀') });
  const contact = fc.record(
    {
      email: fc.nat().map((number) => `-${number}@example.com`),
      number: fc.constantFrom('', '46700000001'),
      language: fc.constantFrom('', 'pt-BR'),
      groups: fc.array(name, { maxLength: 5 }),
      nick: text,
    },
    { noNullPrototype: true },
  );
  const contacts = fc.uniqueArray(contact, { selector: ({ email }) => email });
  fc.assert(
    fc.property(contacts, (list) => {
      assert.deepEqual(parseContactRows(contactRowsOfCsv(contactsAsCsv(list))), list);
    }),
  );
});

test('the exported CSV is safe to open in a spreadsheet', async (t) => {
  const line = await openWithData(t);
  await line.type('contacts global import - --format json', { input: JSON.stringify([ann]) });
  const { stdout } = await line.type('contacts global export --format csv');
  assert.equal(
    stdout,
    "email,number,language,groups,nick\r\n'=ann@example.com,46700000001,sv,staff;a\\;b;\\\\;=1+1,'@SUM(A1)\r\n",
  );
});

test('columns may stand in any order and be left out, as spreadsheets of people have them', async (t) => {
  const line = await openWithData(t);
  await writeFile(
    join(line.folder, 'list.csv'),
    '\ufeffNick,Email,Groups\r\nAnn,ANN@example.com,"staff; sales;;"\r\n\r\n',
  );
  const { status, stdout } = await line.type('contacts global import list.csv');
  assert.equal(status, 0);
  assert.equal(stdout, 'Shared contacts: 1 now, 0 before.\n');
  assert.deepEqual(await line.json('contacts global list'), {
    contacts: [
      {
        email: 'ann@example.com',
        number: '',
        language: '',
        groups: ['staff', 'sales'],
        nick: 'Ann',
      },
    ],
  });
});

test('every bad row is named, and nothing is changed', async (t) => {
  const line = await openWithData(t);
  await line.type('contacts global import - --format json', { input: JSON.stringify([bob]) });
  const input = 'email,number\na@example.com,1\nnobody,46700000001\na@example.com,46700000001\n';
  const { status, stderr } = await line.type('contacts global import - --format csv', { input });
  assert.equal(status, 2);
  assert.match(stderr, /row 2, number: must be 6 to 15 digits/);
  assert.match(stderr, /row 3, email: must be an e-mail address/);
  assert.match(stderr, /row 4, email: a@example\.com stands twice/);
  const fromJson = await line.type('contacts global import - --format json', { input: '[{}, 5]' });
  assert.match(fromJson.stderr, /contact 1, email/);
  assert.match(fromJson.stderr, /contact 2: must be a contact object/);
  assert.deepEqual(await line.json('contacts global list'), { contacts: [bob] });
});

const unreadable: [what: string, format: string, input: string, says: RegExp][] = [
  ['no JSON', 'json', '[', /is not JSON/],
  ['JSON that is no array', 'json', '{}', /must hold a JSON array/],
  ['an unknown column', 'csv', 'email,phone\n', /row 1: must be the header/],
  ['a column twice', 'csv', 'email,email\n', /row 1: must be the header/],
  ['no e-mail column', 'csv', 'nick\n', /row 1: must be the header/],
  ['an empty file', 'csv', '', /row 1: must be the header/],
  ['a row of another length', 'csv', 'email,nick\na@example.com\n', /row 2: has 1 cells/],
  ['a stray quote', 'csv', 'email\na"b\n', /row 2: has a quote/],
];

test('what cannot be read is refused', async (t) => {
  const line = await openWithData(t);
  for (const [what, format, input, says] of unreadable) {
    const refused = await line.type(`contacts global import - --format ${format}`, { input });
    assert.equal(refused.status, 2, what);
    assert.match(refused.stderr, says, what);
  }
});

test('the format comes from the file, or must be given', async (t) => {
  const line = await openWithData(t);
  for (const typed of [
    'contacts global import -',
    'contacts global import list.txt',
    'contacts global import list.csv --format xml',
    'contacts global export --format xml',
    'contacts global import missing.csv',
    'contacts global export --output missing/list.csv',
  ]) {
    assert.equal((await line.type(typed)).status, 2, typed);
  }
  assert.equal((await line.type('contacts global export')).stdout, '[]\n');
  await line.type('contacts global export --output list.CSV');
  const written = await readFile(join(line.folder, 'list.CSV'), 'utf8');
  assert.equal(written, 'email,number,language,groups,nick\r\n');
});

test('the list is a table for people, and an import is on record', async (t) => {
  const line = await openWithData(t);
  assert.match((await line.type('contacts global list')).stdout, /No shared contacts/);
  await line.type('contacts global import - --format json', { input: JSON.stringify([ann, bob]) });
  const { stdout } = await line.type('contacts global list');
  assert.match(
    stdout,
    /^EMAIL +NUMBER +LANGUAGE +GROUPS +NICK\n=ann@example\.com +46700000001 +sv /,
  );
  assert.match(
    (await line.type('audit list')).stdout,
    /contacts\.global_replaced +global +ok +contacts=2/,
  );
});
