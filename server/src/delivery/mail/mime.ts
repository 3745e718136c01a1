import { createHash } from 'node:crypto';

import { replaceUnsafe } from '#protocol/untrusted-text.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import type { RenderedMail } from './messages/render-mail.ts';

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
  /** What the account calls that drop. */
  reference?: string | undefined;
  /** The address with which a mail program stops the mails that would follow. */
  unsubscribeLink: string | undefined;
}

/**
 * The encoded message. The same mail always gives the same bytes, so that a copy sent after a crash is
 * recognised as a duplicate. Untrusted text is in the body and, on one encoded line, in the subject; no
 * other header contains a character of it. That of a reference is the account's own, encoded the same way.
 */
export async function writeMime(
  { id, from, to, replyTo, at, host, dropId, reference, unsubscribeLink }: MailHeaders,
  { subject, text, html }: Pick<RenderedMail, 'subject' | 'text' | 'html'>,
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
      ...(reference !== undefined && { 'X-Valise-Reference': onOneLine(reference) }),
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
