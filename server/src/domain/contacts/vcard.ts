import type { Contact } from '../model/contact.ts';
import type { InPieces } from '../model/pieces.ts';
import { pieceLength } from '../model/pieces.ts';
import type { ImportedRow, ImportedRows } from './imported-rows.ts';
import { rowOf } from './imported-rows.ts';

interface Property {
  name: string;
  /** In upper case: names, and `NAME=VALUE`. */
  parameters: string[];
  value: string;
}

interface Card {
  line: number;
  properties: Property[];
}

/** The properties that are read of a card, and how many of them. */
const readNames = new Set(['FN', 'N', 'EMAIL', 'TEL', 'LANG']);
const maxProperties = 100;
/** What is longer is cut, with the lines that continue it. */
const maxLineLength = 65_536;
/** A line whose name and parameters are longer is left out. */
const maxHeadLength = 1000;

/** Whether a text begins like a vCard. */
export function isVcard(text: string): boolean {
  return /^\s*BEGIN:VCARD/i.test(text.slice(0, maxHeadLength));
}

/** Reads cards of version 2.1, 3.0 and 4.0 (RFC 6350). */
export function* readVcardContacts(text: string, maxRows: number): InPieces<ImportedRows> {
  const rows: ImportedRow[] = [];
  let card: Card | undefined;
  for (const read of unfold(text)) {
    if (read === undefined) {
      yield undefined;
      continue;
    }
    const { line, content } = read;
    if (/^BEGIN:VCARD$/i.test(content)) {
      if (card !== undefined) return { fault: 'broken', line };
      card = { line, properties: [] };
    } else if (/^END:VCARD$/i.test(content)) {
      if (card === undefined) return { fault: 'broken', line };
      if (rows.length >= maxRows) return { fault: 'too_many' };
      rows.push(rowOfCard(card));
      card = undefined;
    } else if (card !== undefined && card.properties.length < maxProperties) {
      const property = readProperty(content);
      if (property !== undefined) card.properties.push(property);
    }
  }
  if (card !== undefined) return { fault: 'broken', line: card.line };
  return rows.length === 0 ? { fault: 'empty' } : { rows };
}

function rowOfCard({ line, properties }: Card) {
  const all = (name: string) => properties.filter((property) => property.name === name);
  const numbers = all('TEL');
  const mobile = numbers.find((tel) => hasType(tel, 'CELL')) ?? preferred(numbers);
  const name = all('FN')[0]?.value.trim() ?? '';
  return rowOf(line, {
    email: plain(preferred(all('EMAIL'))?.value ?? '').replace(/^mailto:/i, ''),
    nick: name === '' ? nameOf(all('N')[0]?.value ?? '') : plain(name),
    number: plain(mobile?.value ?? '').replace(/^tel:/i, ''),
    language: plain(all('LANG')[0]?.value ?? ''),
  });
}

function preferred(properties: readonly Property[]): Property | undefined {
  return (
    properties.find(
      (each) => hasType(each, 'PREF') || each.parameters.some((text) => text === 'PREF=1'),
    ) ?? properties[0]
  );
}

function hasType({ parameters }: Property, type: string): boolean {
  return parameters.some((text) =>
    text
      .replace(/^TYPE=/, '')
      .replaceAll('"', '')
      .split(',')
      .includes(type),
  );
}

/** Family name; given name; and more, which is left out. */
function nameOf(value: string): string {
  const [family = '', given = ''] = value.split(/(?<!\\);/).map(plain);
  return `${given} ${family}`.trim();
}

function plain(value: string): string {
  return value.replace(/\\([nN,;\\:])/g, (_, escaped: string) =>
    /n/i.test(escaped) ? ' ' : escaped,
  );
}

interface Line {
  line: number;
  content: string;
}

/**
 * Lines that begin with a blank continue the one before; so does quoted-printable after a `=` at the end.
 * Undefined is a pause.
 */
function* unfold(text: string): Generator<Line | undefined, undefined> {
  let pieces: string[] = [];
  let length = 0;
  let first = 0;
  let isQuoted = false;
  let number = 0;

  function add(piece: string): void {
    if (length < maxLineLength) pieces.push(piece.slice(0, maxLineLength - length));
    length += piece.length;
  }

  for (const raw of physicalLines(text)) {
    if (raw === undefined) {
      yield undefined;
      continue;
    }
    number += 1;
    if (first > 0 && (raw.startsWith(' ') || raw.startsWith('\t'))) {
      add(raw.slice(1));
    } else if (isQuoted && pieces.at(-1)?.endsWith('=') === true) {
      pieces.push(pieces.pop()?.slice(0, -1) ?? '');
      length -= 1;
      add(raw);
    } else {
      if (first > 0) yield { line: first, content: pieces.join('') };
      first = number;
      pieces = [];
      length = 0;
      add(raw.trimEnd());
      isQuoted = isQuotedPrintable(raw);
    }
  }
  if (first > 0) yield { line: first, content: pieces.join('') };
}

/** Undefined is a pause. */
function* physicalLines(text: string): Generator<string | undefined, undefined> {
  let start = text.startsWith('\ufeff') ? 1 : 0;
  let pauseAt = start + pieceLength;
  let carriageReturn = -1;
  let lineFeed = -1;
  while (start <= text.length) {
    if (start >= pauseAt) {
      yield undefined;
      pauseAt = start + pieceLength;
    }
    if (carriageReturn < start) carriageReturn = indexOf(text, '\r', start);
    if (lineFeed < start) lineFeed = indexOf(text, '\n', start);
    const end = Math.min(carriageReturn, lineFeed);
    yield text.slice(start, end);
    start = end + (lineFeed === end + 1 && carriageReturn === end ? 2 : 1);
  }
}

/** The end of the text where it is not found. */
function indexOf(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found === -1 ? text.length : found;
}

function isQuotedPrintable(content: string): boolean {
  const head = content.slice(0, maxHeadLength);
  return head
    .slice(0, Math.max(0, head.indexOf(':')))
    .toUpperCase()
    .includes('QUOTED-PRINTABLE');
}

const headPattern = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):/u;

function readProperty(content: string): Property | undefined {
  const found = headPattern.exec(content.slice(0, maxHeadLength));
  if (found === null) return undefined;
  const [head, written = '', rest = ''] = found;
  const name = written.toUpperCase();
  if (!readNames.has(name)) return undefined;
  const value = content.slice(head.length);
  const parameters = rest.toUpperCase().split(';').slice(1);
  const isQuoted = parameters.some((text) => text.endsWith('QUOTED-PRINTABLE'));
  const charset = parameters.find((text) => text.startsWith('CHARSET='))?.slice('CHARSET='.length);
  return { name, parameters, value: isQuoted ? decodeQuotedPrintable(value, charset) : value };
}

function decodeQuotedPrintable(value: string, charset: string | undefined): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  const isUtf8 = charset === undefined || charset === 'UTF-8';
  return new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** A card of version 4.0. */
export function vcardOf({ email, nick, number, language }: Contact): string {
  const name = nick === '' ? email : nick;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeText(name)}`,
    `EMAIL:${escapeText(email)}`,
    ...(number === '' ? [] : [`TEL;TYPE=cell:+${number}`]),
    ...(language === '' ? [] : [`LANG:${escapeText(language)}`]),
    'END:VCARD',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** At most 75 bytes in a line, and no character is cut (RFC 6350, 3.2). */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
