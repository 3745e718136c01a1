import { createHash } from 'node:crypto';
import { replaceUnsafe } from '#protocol/unsafe-characters.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';

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
  at: Instant;
  /** The host of the service's own address: it makes the Message-ID unique in the world. */
  host: string;
  /** Where a mail program can refuse what would follow this mail. */
  unsubscribeLink: string | undefined;
}

/**
 * The message in the form in which it travels. The same mail makes the same bytes each time, so
 * that a copy sent after a crash is known as one. What people wrote stands in the body and, on one
 * encoded line, in the subject; no other header holds a character of it.
 */
export async function writeMime(
  { id, from, to, at, host, unsubscribeLink }: MailHeaders,
  { subject, text, html }: MailContent,
): Promise<Buffer> {
  // Not needed before the first mail, and slow to load.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    messageId: `<${id}@${host}>`,
    date: new Date(at),
    from: { name: onOneLine(from.name), address: from.address },
    to: { name: '', address: to },
    subject: onOneLine(subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
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

/** Readers would decode what merely looks encoded (RFC 2047), line breaks and all; a blank breaks it. */
function onOneLine(text: string): string {
  return replaceUnsafe(text, () => '\n')
    .replace(/\n+/g, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}

/** Parts are told apart by a line that cannot stand in them, since it is made of them. */
function digest(text: string, html: string): string {
  return createHash('sha256').update(`${text.length} ${text}${html}`).digest('hex').slice(0, 32);
}
