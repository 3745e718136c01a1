import { formOf } from '../upload-page/upload-page-fixture.ts';
import type { TableAction } from './route-table-fixture.ts';
import type { TextField } from './text-fields-fixture.ts';
import { jsonWith, plainValues, textFieldsOf } from './text-fields-fixture.ts';
import { tokenField } from './session-guard.ts';

/** A field under test, what is written into it, and how. */
export interface Written {
  field: TextField;
  way: Way;
  text: string;
}

/** How a text can be written into a field: as it is, encoded, or into the headers of a part. */
export type Way =
  'plain' | 'quoted-printable' | 'base64' | 'filename' | 'filename*' | 'content-type';

export function waysOf({ place, name }: TextField): readonly Way[] {
  if (place === 'headers' && name === 'upload-metadata') return ['plain', 'base64'];
  if (place !== 'multipart') return ['plain'];
  if (name === 'file') return ['plain', 'filename', 'filename*', 'content-type'];
  return ['plain', 'quoted-printable', 'base64'];
}

/** In bytes of text: the head of a request, of a part and a form are limited, and so is a field of a multipart form. */
export function sizeOf({ place, maxLength }: TextField, way: Way): number {
  const isHead = ['params', 'query', 'headers'].includes(place);
  const isPartHead = way === 'filename' || way === 'filename*' || way === 'content-type';
  const largest = isHead || isPartHead ? 14_000 : place === 'form' ? 63_000 : 65_536;
  // Every byte may take three in an address; base64 takes a third more.
  if (place === 'params' || place === 'query' || way === 'filename*') return largest / 3;
  return Math.min(largest, maxLength) * (way === 'base64' ? 0.7 : 1);
}

interface Content {
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** The body of a request to an action, with the token of its form, and with what is written into one of its fields. */
export function contentOf(action: TableAction, token: string, written: Written): Content {
  const { body } = action;
  const { field, way, text } = written;
  if (body === undefined) return { headers: {} };
  if (body === 'tus') {
    return { headers: { 'content-type': 'application/offset+octet-stream' }, payload: 'abc' };
  }
  if (body === 'json') {
    const value = jsonWith(action, field.place === 'json' ? field.path : undefined, text);
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) };
  }
  const names = textFieldsOf(action)
    .filter(({ place }) => place === body)
    .map(({ name }) => name);
  const ordered = [tokenField, ...names.filter((name) => name !== tokenField)];
  // A file is stored, which takes long.
  const sent = ordered.filter((name) => name !== 'file' || field.name === 'file');
  const fields = sent.map((name): [string, string] => {
    if (field.place === body && name === field.name) return [name, way === 'plain' ? text : ''];
    return [name, name === tokenField ? token : (plainValues[name] ?? 'x')];
  });
  if (body === 'multipart') return multipartOf(fields, written);
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: fields.map((each) => each.map(formText).join('=')).join('&'),
  };
}

/** Only what separates fields is encoded, so that most of the bytes are text. */
function formText(text: string): string {
  return text.replaceAll(/[%&=+]/g, encodeURIComponent).replaceAll(' ', '+');
}

function multipartOf(fields: [string, string][], { field, way, text }: Written): Content {
  const { headers } = formOf();
  const boundary = headers['content-type'].split('boundary=')[1] ?? '';
  const parts = fields.map(([name, value]) => {
    const isWritten = field.place === 'multipart' && name === field.name;
    const file = name === 'file' ? '; filename="a.csv"' : '';
    const plain = `Content-Disposition: form-data; name="${name}"`;
    if (!isWritten || way === 'plain') return `${plain}${file}\r\n\r\n${value}`;
    if (way === 'filename') return `${plain}; filename="${text.replaceAll('"', '\\"')}"\r\n\r\nabc`;
    if (way === 'filename*') {
      return `${plain}; filename*=UTF-8''${encodeURIComponent(text)}\r\n\r\nabc`;
    }
    if (way === 'content-type') return `${plain}${file}\r\nContent-Type: ${text}\r\n\r\nabc`;
    const encoded = way === 'base64' ? Buffer.from(text).toString('base64') : text;
    return `${plain}\r\nContent-Transfer-Encoding: ${way}\r\n\r\n${encoded}`;
  });
  const payload = Buffer.from(
    `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  );
  return { headers, payload };
}

/** The value of a header; headers are bytes. */
export function headerOf({ way, text }: Written): string {
  const encoded = way === 'base64' ? `filename ${Buffer.from(text).toString('base64')}` : text;
  return Buffer.from(encoded).toString('latin1');
}
