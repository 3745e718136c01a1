/** A mail of ours, taken apart again. */
export interface ReadMail {
  subject: string;
  text: string;
  html: string;
  /** Where its buttons lead, each once; the page where further mails are refused is left out. */
  links: string[];
}

/**
 * Reads what `writeMime` writes: two alternatives in UTF-8, plain text first. It is no reader for
 * other people's mail.
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

/** Encoded words (RFC 2047); the blank between two of them is no part of the text. */
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
