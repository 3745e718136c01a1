import type { Contact } from '../model/contact.ts';
import type { ImportedRows } from './imported-rows.ts';
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

/** Whether a text begins like a vCard. */
export function isVcard(text: string): boolean {
  return /^\ufeff?\s*BEGIN:VCARD/i.test(text);
}

/** Reads cards of version 2.1, 3.0 and 4.0 (RFC 6350). */
export function readVcardContacts(text: string, maxRows: number): ImportedRows {
  const cards: Card[] = [];
  let card: Card | undefined;
  for (const { line, content } of unfold(text)) {
    if (/^BEGIN:VCARD$/i.test(content)) {
      if (card !== undefined) return { fault: 'broken', line };
      card = { line, properties: [] };
    } else if (/^END:VCARD$/i.test(content)) {
      if (card === undefined) return { fault: 'broken', line };
      if (cards.length >= maxRows) return { fault: 'too_many' };
      cards.push(card);
      card = undefined;
    } else if (card !== undefined) {
      const property = readProperty(content);
      if (property !== undefined) card.properties.push(property);
    }
  }
  if (card !== undefined) return { fault: 'broken', line: card.line };
  return cards.length === 0 ? { fault: 'empty' } : { rows: cards.map(rowOfCard) };
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

/** Lines that begin with a blank continue the one before; so does quoted-printable after a `=` at the end. */
function* unfold(text: string): Generator<{ line: number; content: string }> {
  let current: { line: number; content: string } | undefined;
  let number = 0;
  for (const raw of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    number += 1;
    if (current !== undefined && /^[ \t]/.test(raw)) {
      current.content += raw.slice(1);
    } else if (current !== undefined && isCutQuotedPrintable(current.content)) {
      current.content = current.content.slice(0, -1) + raw;
    } else {
      if (current !== undefined) yield current;
      current = { line: number, content: raw.trimEnd() };
    }
  }
  if (current !== undefined) yield current;
}

function isCutQuotedPrintable(content: string): boolean {
  return content.endsWith('=') && /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(content);
}

function readProperty(content: string): Property | undefined {
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/su.exec(content);
  if (found === null) return undefined;
  const [, name = '', rest = '', value = ''] = found;
  const parameters = rest.toUpperCase().split(';').slice(1);
  const isQuoted = parameters.some((text) => text.endsWith('QUOTED-PRINTABLE'));
  const charset = parameters.find((text) => text.startsWith('CHARSET='))?.slice('CHARSET='.length);
  return {
    name: name.toUpperCase(),
    parameters,
    value: isQuoted ? decodeQuotedPrintable(value, charset) : value,
  };
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
