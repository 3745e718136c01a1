import type { Credentials } from '../../domain/access/sign-in.ts';

const maxHeaderLength = 8 * 1024;
const pattern = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The credentials of an Authorization header, or undefined when it is not valid Basic. */
export function parseBasicCredentials(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const encoded = pattern.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const email = text.slice(0, Math.max(colon, 0)).toLowerCase();
  const key = text.slice(colon + 1);
  if (email === '' || key === '' || /\p{Cc}/u.test(text)) return undefined;
  return { email, key };
}
