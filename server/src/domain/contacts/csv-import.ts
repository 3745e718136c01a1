import { parseEmailAddress } from '#protocol/email-address.ts';
import { foldText } from '../model/contact-book.ts';
import type { CsvSeparator } from '../model/csv.ts';
import { readCsv } from '../model/csv.ts';
import type { InPieces } from '../model/pieces.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ImportedRow, ImportedRows } from './imported-rows.ts';
import { rowOf } from './imported-rows.ts';

type Column = 'email' | 'name' | 'first' | 'last' | 'number' | 'language';

/**
 * What columns are called in the languages of the pages and in the exports of Outlook, Google and Thunderbird:
 * folded, without blanks and punctuation. Of several columns of one kind, the first that is not empty counts.
 */
const columnNames: Readonly<Record<Column, string>> = {
  email: `email emailaddress emailadresse emailadress emailadres mail mailadresse primaryemail email1value
    adresseemail adressedemessagerie adresseelectronique courriel correo correoelectronico
    direcciondecorreoelectronico emaildirection indirizzoemail indirizzodipostaelettronica postaelettronica
    enderecodeemail enderecodecorreioeletronico correioeletronico enderecodeemailprincipal epost epostadress
    epostadresse sahkoposti sahkopostiosoite adresemail emailadressen`,
  name: `name fullname displayname nick nickname fileas anzeigename vollstandigername nomcomplet nomaffiche
    nombrecompleto nombreparamostrar nomecompleto nomevisualizzato nomeaapresentar nomedeexibicao weergavenaam
    volledigenaam naam visningsnamn fullstandigtnamn namn visningsnavn fuldenavn fulltnavn navn nayttonimi
    kokonimi nimi nazwawyswietlana nazwa imieinazwisko`,
  first: `firstname givenname vorname prenom nombre nome nomeproprio voornaam fornamn fornavn etunimi imie`,
  last: `lastname familyname surname nachname familienname nom nomdefamille apellido apellidos cognome apelido
    sobrenome achternaam efternamn efternavn etternavn sukunimi nazwisko`,
  number: `number mobile mobilephone mobilenumber mobileno cellphone cell phone1value mobiltelefon mobilnummer
    mobil handy handynummer telephonemobile telmobile portable mobilephonenumber telefonomovil movil cellulare
    telefonocellulare telemovel telefonecelular celular mobieletelefoon mobiel mobielnummer mobiltelefonnummer
    mobiltlf matkapuhelin matkapuhelinnumero telefonkomorkowy numerkomorkowy komorka phone phonenumber telephone
    telefon telefono telefone telefoon telefoonnummer telefonnummer puhelin puhelinnumero numertelefonu`,
  language: `language sprache langue idioma lingua taal sprak sprog kieli jezyk`,
};

const columnOf = new Map<string, Column>(
  (Object.entries(columnNames) as [Column, string][]).flatMap(([column, names]) =>
    names.split(/\s+/).map((name) => [name, column] as const),
  ),
);

/** Longer cells are cut: they are wrong for every field. */
const maxCellLength = 1000;
/** The separator is looked for in so much of the first line. */
const maxHeaderLength = 65_536;

/** Reads a table with or without a header. Without one, the first address of a row and a text beside it count. */
export function* readCsvContacts(text: string, maxRows: number): InPieces<ImportedRows> {
  const { body, separator, skipped } = findSeparator(text);
  let columns: (Column | undefined)[] | undefined;
  let hasHeader = false;
  const rows: ImportedRow[] = [];
  try {
    for (const row of readCsv(body, separator)) {
      if (row === undefined) {
        yield undefined;
        continue;
      }
      const cells = row.cells.map((cell) => cell.slice(0, maxCellLength));
      if (columns === undefined) {
        columns = cells.map((cell) => columnOf.get(foldText(cell).replace(/[^a-z0-9]/g, '')));
        hasHeader = columns.includes('email');
        if (hasHeader) continue;
        if (!cells.some(isAddress)) return { fault: 'no_addresses', line: 1 };
      }
      if (rows.length >= maxRows) return { fault: 'too_many' };
      const read = hasHeader ? byHeader(columns, cells) : byContent(cells);
      rows.push(rowOf(row.number + skipped, read));
    }
  } catch (error) {
    if (!(error instanceof ValiseError) || error.code !== 'invalid') throw error;
    const [, row = '1'] = /^row (\d+)$/.exec(error.details?.[0]?.field ?? '') ?? [];
    return { fault: 'broken', line: Number(row) + skipped };
  }
  return rows.length === 0 ? { fault: 'empty' } : { rows };
}

function byHeader(columns: readonly (Column | undefined)[], cells: readonly string[]) {
  const first = (column: Column) =>
    cells.find((cell, index) => columns[index] === column && cell.trim() !== '') ?? '';
  const parts = `${first('first').trim()} ${first('last').trim()}`.trim();
  return {
    email: firstOf(first('email')),
    nick: first('name').trim() === '' ? parts : first('name'),
    number: firstOf(first('number')),
    language: first('language'),
  };
}

function byContent(cells: readonly string[]) {
  const email = cells.find(isAddress) ?? cells.find((cell) => cell.trim() !== '') ?? '';
  const nick = cells.find((cell) => cell !== email && /\p{L}/u.test(cell)) ?? '';
  return { email, nick, number: '', language: '' };
}

/** Google puts several values into one cell. */
function firstOf(cell: string): string {
  return cell.split(' ::: ')[0] ?? '';
}

function isAddress(cell: string): boolean {
  return parseEmailAddress(cell.trim()) !== undefined;
}

function findSeparator(text: string): { body: string; separator: CsvSeparator; skipped: number } {
  const said = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text);
  if (said !== null) {
    const separator = said[1] as CsvSeparator;
    return { body: text.slice(said[0].length), separator, skipped: 1 };
  }
  const start = text.slice(0, maxHeaderLength);
  const line = (/^[^\r\n]*/.exec(start)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = ([',', ';', '\t'] as const).map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  const [most] = counts.sort((a, b) => b.count - a.count);
  return { body: text, separator: most?.separator ?? ',', skipped: 0 };
}
