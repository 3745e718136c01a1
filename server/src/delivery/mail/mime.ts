import { createHash } from 'node:crypto';

import { replaceUnsafe } from '#protocol/untrusted-text.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';

/** A mail of ours, parsed again. */
export interface ReadMail {
  subject: string;
  text: string;
  html: string;
  /** The targets of its buttons, each once; the page where further mails are refused is left out. */
  links: string[];
}

/**
 * Parses what `writeMime` writes: two alternatives in UTF-8, plain text first. It is no parser for other
 * mail.
 */
export function readMime(raw: Buffer): ReadMail {
  const { headers, body } = splitHead(raw.toString('latin1'));
  const boundary = /^content-type:.*?\bboundary="([^"]+)"/im.exec(headers)?.[1] ?? '';
  const [, first = '', second = ''] = body.split(`--${boundary}`);
  const html = readPart(second);
  return {
    subject: decodeWords(/^subject: (.*)$/im.exec(headers)?.[1] ?? ''),
    text: readPart(first),
    html,
    links: linksIn(html),
  };
}

/** The headers, each on one line, and what follows them. */
function splitHead(part: string): { headers: string; body: string } {
  const unix = part.replaceAll('\r\n', '\n').replace(/^\n/, '');
  const end = unix.indexOf('\n\n');
  return { headers: unix.slice(0, end).replaceAll(/\n[ \t]+/g, ' '), body: unix.slice(end + 2) };
}

function readPart(part: string): string {
  const { headers, body } = splitHead(part);
  const isQuoted = /^content-transfer-encoding: quoted-printable$/im.test(headers);
  const bytes = isQuoted ? unquote(body.replaceAll(/=[ \t]*\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString('utf8').trimEnd();
}

function unquote(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Encoded words (RFC 2047); the blank between two of them is not part of the text. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(?<=\?=)\s+(?==\?)/g, '')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      (encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
      ).toString('utf8'),
    );
}

function linksIn(html: string): string[] {
  const addresses = [...html.matchAll(/\bhref="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
  return [...new Set(addresses)].filter((address) => !address.includes('/no-mail/'));
}

/** A message as its reader sees it. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailHeaders {
  id: MailId;
  from: { name: string; address: string };
  to: string;
  /** The address of an account, for answers of receivers. */
  replyTo?: string | undefined;
  at: Instant;
  /** The host of the service's own address: it makes the Message-ID unique in the world. */
  host: string;
  /** The id of the drop that the mail is about, for programs that read it. */
  dropId?: string | undefined;
  /** The address with which a mail program stops the mails that would follow. */
  unsubscribeLink: string | undefined;
}

/**
 * The encoded message. The same mail always gives the same bytes, so that a copy sent after a crash is
 * recognised as a duplicate. Untrusted text is in the body and, on one encoded line, in the subject; no
 * other header contains a character of it.
 */
export async function writeMime(
  { id, from, to, replyTo, at, host, dropId, unsubscribeLink }: MailHeaders,
  { subject, text, html }: MailContent,
): Promise<Buffer> {
  // Loaded with the first mail, because loading is slow.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    messageId: `<${id}@${host}>`,
    date: new Date(at),
    from: { name: onOneLine(from.name), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject: onOneLine(subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(dropId !== undefined && { 'X-Valise-Drop': dropId }),
      ...(unsubscribeLink !== undefined && {
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text,
    html,
    textEncoding: 'quoted-printable',
    baseBoundary: digest(text, html),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}

/** Readers decode what looks like an encoded word (RFC 2047), line breaks included; a space prevents it. */
function onOneLine(text: string): string {
  return replaceUnsafe(text, () => '\n')
    .replace(/\n+/g, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}

/** The boundary is a hash of the parts, so it cannot occur in them. */
function digest(text: string, html: string): string {
  return createHash('sha256').update(`${text.length} ${text}${html}`).digest('hex').slice(0, 32);
}
