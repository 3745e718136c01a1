import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleContact } from '../../testing/samples.ts';
import type { Contact } from '../model/contact.ts';
import { parseCsv } from '../model/csv.ts';
import type { InPieces } from '../model/pieces.ts';
import { finish } from '../model/pieces.ts';
import { csvExportHeader, csvRowOf } from './contact-export.ts';
import { maxImportBytes, planImport } from './contact-import.ts';
import { readCsvContacts } from './csv-import.ts';
import { decodeText } from './decode-text.ts';
import type { ImportedRows } from './imported-rows.ts';
import { readVcardContacts, vcardOf } from './vcard.ts';

function fieldsIn(reading: InPieces<ImportedRows>) {
  const read = finish(reading);
  assert.ok('rows' in read, JSON.stringify(read));
  return read.rows.map(({ fields }) => fields);
}

function readCsv(...lines: string[]) {
  return readCsvContacts(lines.join('\r\n'), 1000);
}

function finishCsv(...lines: string[]) {
  return finish(readCsv(...lines));
}

describe('a table of contacts', () => {
  const anna = { email: 'anna@example.com', nick: 'Anna Berg', number: '0151 123456' };
  const exports: Record<string, string[]> = {
    'of Outlook': [
      'First Name,Middle Name,Last Name,E-mail Address,E-mail 2 Address,Mobile Phone',
      'Anna,,Berg,anna@example.com,other@example.com,0151 123456',
    ],
    'of Google': [
      'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
      'Anna,Berg,* Work,anna@example.com ::: b@example.com,Mobile,0151 123456 ::: 0300',
    ],
    'of Thunderbird': [
      'First Name,Last Name,Display Name,Nickname,Primary Email,Mobile Number',
      'Anna,Berg,Anna Berg,,anna@example.com,0151 123456',
    ],
    'in German': [
      'Vorname;Nachname;E-Mail-Adresse;Mobiltelefon',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in French': [
      'Prénom;Nom;Adresse e-mail;Tél. mobile',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Spanish': [
      'Nombre;Apellidos;Correo electrónico;Móvil',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Italian': [
      'Nome;Cognome;Indirizzo email;Cellulare',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Portuguese': [
      'Nome;Apelido;Endereço de email;Telemóvel',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Dutch': [
      'Voornaam;Achternaam;E-mailadres;Mobiele telefoon',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Swedish': [
      'Förnamn\tEfternamn\tE-postadress\tMobil',
      'Anna\tBerg\tanna@example.com\t0151 123456',
    ],
    'in Danish': [
      'Fornavn;Efternavn;E-mailadresse;Mobilnummer',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Norwegian': [
      'Fornavn;Etternavn;E-postadresse;Mobil',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Finnish': [
      'Etunimi;Sukunimi;Sähköpostiosoite;Matkapuhelin',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'in Polish': [
      'Imię;Nazwisko;Adres e-mail;Telefon komórkowy',
      'Anna;Berg;anna@example.com;0151 123456',
    ],
    'that says its separator': [
      'sep=;',
      'Email;Name;Mobile',
      'anna@example.com;Anna Berg;0151 123456',
    ],
  };
  for (const [name, lines] of Object.entries(exports)) {
    test(`${name} is read`, () => {
      assert.deepEqual(fieldsIn(readCsv(...lines)), [anna]);
    });
  }

  test('without a header is read by what its cells hold', () => {
    const read = readCsv('Anna Berg,anna@example.com', 'bob@example.com', 'bad');
    assert.deepEqual(fieldsIn(read), [
      { email: 'anna@example.com', nick: 'Anna Berg' },
      { email: 'bob@example.com' },
      { email: 'bad' },
    ]);
  });

  test('that cannot be read is refused with the reason and the row', () => {
    assert.deepEqual(finishCsv(''), { fault: 'empty' });
    assert.deepEqual(finishCsv('Email,Name'), { fault: 'empty' });
    assert.deepEqual(finishCsv('Colour,Size', 'red,1'), { fault: 'no_addresses', line: 1 });
    assert.deepEqual(finishCsv('Email', 'a@b', 'x "y" z'), { fault: 'broken', line: 3 });
    const many = Array.from({ length: 1001 }, (_, index) => `${index}@example.com`);
    assert.deepEqual(finishCsv('Email', ...many), { fault: 'too_many' });
  });
});

describe('cards', () => {
  test('of versions 2.1, 3.0 and 4.0 are read, folded or quoted', () => {
    const text = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Berg;Anna;;;',
      'FN:Anna Be',
      ' rg\\, Dr.',
      'EMAIL;TYPE=INTERNET:other@example.com',
      'item1.EMAIL;TYPE=INTERNET,PREF:anna@example.com',
      'TEL;TYPE=WORK:030 1234567',
      'TEL;TYPE=CELL:+49 151 123456',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=',
      'ller;J=C3=B6rg',
      'EMAIL:joerg@example.com',
      'END:VCARD',
      'begin:vcard',
      'VERSION:4.0',
      'FN:Zoë',
      'EMAIL;PREF=1:zoe@example.com',
      'TEL;VALUE=uri;TYPE="voice,cell":tel:+46-70-1234567',
      'LANG:sv',
      'PHOTO:data:image/png;base64,AAAA',
      'end:vcard',
      'BEGIN:VCARD',
      'FN:Nobody',
      'END:VCARD',
    ].join('\r\n');
    const read = finish(readVcardContacts(text, 10));
    assert.deepEqual('rows' in read && read.rows.map(({ fields }) => fields), [
      { email: 'anna@example.com', nick: 'Anna Berg, Dr.', number: '+49 151 123456' },
      { email: 'joerg@example.com', nick: 'Jörg Müller' },
      { email: 'zoe@example.com', nick: 'Zoë', number: '+46-70-1234567', language: 'sv' },
      { nick: 'Nobody' },
    ]);
    assert.deepEqual('rows' in read && read.rows.map(({ line }) => line), [1, 11, 17, 25]);
    assert.deepEqual(finish(readVcardContacts(text, 3)), { fault: 'too_many' });
  });

  test('that do not end are refused', () => {
    assert.deepEqual(finish(readVcardContacts('BEGIN:VCARD\nFN:a', 9)), {
      fault: 'broken',
      line: 1,
    });
    assert.deepEqual(finish(readVcardContacts('BEGIN:VCARD\nBEGIN:VCARD', 9)), {
      fault: 'broken',
      line: 2,
    });
  });
});

describe('the text of a file', () => {
  test('is UTF-8, UTF-16 with its mark, or else windows-1252', () => {
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é', 'utf16le')]);
    assert.deepEqual(finish(decodeText(marked)), { text: 'é', encoding: 'utf-16' });
    const swapped = Buffer.from(marked).swap16();
    assert.deepEqual(finish(decodeText(swapped)), { text: 'é', encoding: 'utf-16' });
    assert.deepEqual(finish(decodeText(Buffer.from('\ufeffé'))), { text: 'é', encoding: 'utf-8' });
    assert.deepEqual(finish(decodeText(Buffer.from([0xe9]))), {
      text: 'é',
      encoding: 'windows-1252',
    });
  });
});

describe('exported contacts', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', 'a, "b"; \\c'];
  const contacts = hostile.map((nick, index) =>
    sampleContact(`c${index}@example.com`, { nick, number: index === 0 ? '' : '4915112345678' }),
  );

  test('no cell acts as a formula', () => {
    const text = `${csvExportHeader}${contacts.map(csvRowOf).join('')}`;
    const cells = text.slice(1).split(/[,\r\n]/);
    assert.ok(cells.length > 10);
    assert.deepEqual(
      cells.filter((cell) => /^"?[=+\-@\t＝]/.test(cell)),
      [],
    );
    assert.equal(parseCsv(text).length, contacts.length + 1);
  });

  test('come back as they were, from a table and from cards', () => {
    const table = `${csvExportHeader}${contacts.map(csvRowOf).join('')}`;
    const cards = contacts.map(vcardOf).join('');
    const long = sampleContact('long@example.com', { nick: 'ä'.repeat(200) });
    for (const line of vcardOf(long).split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75);
    assert.equal(fieldsIn(readVcardContacts(vcardOf(long), 1))[0]?.nick, long.nick);
    for (const read of [
      finish(readCsvContacts(table, 100)),
      finish(readVcardContacts(cards, 100)),
    ]) {
      assert.ok('rows' in read);
      const plan = finish(
        planImport(
          contacts.map((contact) => ({ ...contact, nick: contact.nick.trim() })),
          read.rows,
        ),
      );
      assert.deepEqual(
        [plan.added, plan.changed, plan.unchanged, plan.refused],
        [[], [], contacts.length, []],
      );
    }
  });
});

describe('an import', () => {
  async function openImport(context: Parameters<typeof openExchange>[0]) {
    const exchange = await openExchange(context);
    const alice = await exchange.addAccount('alice@example.com');
    const own: Contact[] = [
      sampleContact('same@example.com', { nick: 'Same', number: '49151000000' }),
      sampleContact('old@example.com', { nick: 'Old', language: 'de', groups: ['x'] }),
    ];
    await exchange.database.contacts.replaceLocal(alice.id, own);
    return { ...exchange, alice, own };
  }
  const file = Buffer.from(
    [
      'Email,Name,Mobile',
      'new@example.com,New,',
      'SAME@example.com,Same,',
      'old@example.com,Older,',
      'bad,Bad,',
      'new@example.com,Again,',
      'n@example.com,N,12',
    ].join('\n'),
  );

  test('shows what is new, changed, unchanged and refused, and changes nothing', async (context) => {
    const { contactImports, contacts, alice, own } = await openImport(context);
    const preview = await contactImports.begin(alice, file);
    assert.deepEqual(
      preview.added.map(({ line, contact }) => [line, contact.email, contact.nick]),
      [[2, 'new@example.com', 'New']],
    );
    assert.deepEqual(
      preview.changed.map(({ line, after }) => [line, after]),
      [[4, { ...own[1], nick: 'Older' }]],
    );
    assert.equal(preview.unchanged, 1);
    assert.deepEqual(preview.refused, [
      { line: 5, email: 'bad', faults: ['email'] },
      { line: 6, email: 'new@example.com', faults: ['twice'] },
      { line: 7, email: 'n@example.com', faults: ['number'] },
    ]);
    assert.deepEqual((await contacts.read(alice)).local, own);
  });

  test('does what was shown once it is confirmed, and once only', async (context) => {
    const { contactImports, contacts, database, alice, own } = await openImport(context);
    await contactImports.begin(alice, file);
    const preview = (await contactImports.find(alice)) ?? assert.fail();
    assert.deepEqual(await contactImports.confirm(actor, alice, preview), { added: 1, changed: 1 });
    assert.deepEqual((await contacts.read(alice)).local, [
      own[0],
      { ...own[1], nick: 'Older' },
      sampleContact('new@example.com', { nick: 'New' }),
    ]);
    const [record] = await database.audit.list(0, 10);
    assert.deepEqual(
      [record?.action, record?.details],
      ['contacts.imported', { added: 1, changed: 1 }],
    );
    const again = contactImports.confirm(actor, alice, preview);
    await assert.rejects(again, { code: 'not_found' });
  });

  test('that would do something else by now is shown again first', async (context) => {
    const { contactImports, contactBook, alice } = await openImport(context);
    const preview = await contactImports.begin(alice, file);
    const fields = { email: 'new@example.com', nick: 'Mine', number: '', language: '' };
    await contactBook.add(actor, alice, fields);
    const late = contactImports.confirm(actor, alice, preview);
    await assert.rejects(late, { code: 'state_conflict' });
    const next = (await contactImports.find(alice)) ?? assert.fail();
    assert.equal(next.changed.length, 2);
    assert.deepEqual(await contactImports.confirm(actor, alice, next), { added: 0, changed: 2 });
  });

  test('waits a day for its owner alone', async (context) => {
    const { contactImports, addAccount, alice, clock } = await openImport(context);
    const bob = await addAccount('bob@example.com');
    const preview = await contactImports.begin(alice, file);
    await assert.rejects(contactImports.confirm(actor, bob, preview), { code: 'not_found' });
    clock.advance(24 * 3600 * 1000);
    assert.equal(await contactImports.find(alice), undefined);
    await contactImports.begin(alice, file);
    await contactImports.discard(alice);
    assert.equal(await contactImports.find(alice), undefined);
  });

  test('of a file that is too large, or no list of contacts, is refused', async (context) => {
    const { contactImports, alice } = await openImport(context);
    const large = Buffer.alloc(maxImportBytes + 1, 'a');
    await assert.rejects(contactImports.begin(alice, large), { fault: 'too_large' });
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]);
    await assert.rejects(contactImports.begin(alice, picture), { fault: 'no_addresses' });
  });

  test('of thousands is done in several transactions', async (context) => {
    const { contactImports, contactBook, database, alice } = await openImport(context);
    const rows = Array.from({ length: 2500 }, (_, index) => `p${index}@example.com`);
    const preview = await contactImports.begin(alice, Buffer.from(['Email', ...rows].join('\n')));
    const done = await contactImports.confirm(actor, alice, preview);
    assert.deepEqual(done, { added: 2500, changed: 0 });
    assert.equal(await contactBook.count(alice), 2502);
    assert.equal((await database.audit.list(0, 100)).length, 50);
  });
});
