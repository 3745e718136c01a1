import { parseEmailAddress } from '#protocol/email-address.ts';
import type { ContactCursor } from '../../../domain/model/contact-book.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';

/** A contact is known by its address, which is written in paths so that it is one segment. */
export function contactId(email: string): string {
  return Buffer.from(email).toString('base64url');
}

/** Throws `not_found` for what is no such segment. */
export function emailOf(id: string): string {
  const email = parseEmailAddress(Buffer.from(id, 'base64url').toString());
  if (email === undefined) throw new ValiseError('not_found', 'There is no such contact.');
  return email;
}

export function cursorText({ sortKey, email }: ContactCursor): string {
  return Buffer.from(JSON.stringify([sortKey, email])).toString('base64url');
}

/** Undefined for what is no cursor: the list begins at its first page. */
export function findCursor(text: string): ContactCursor | undefined {
  const [, sortKey, email] =
    /^\["((?:[^"\\]|\\.)*)","([^"\\]+)"\]$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (sortKey === undefined || email === undefined) return undefined;
  return { sortKey: sortKey.replace(/\\(["\\])/g, '$1'), email };
}
