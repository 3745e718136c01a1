const fallbackRealm = 'Valise';

/** What a client without good credentials is told to bring. Headers are ASCII, names need not be. */
export function basicChallenge(serviceName: string): string {
  const ascii = serviceName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  const realm = (ascii === '' ? fallbackRealm : ascii).replace(/["\\]/g, '\\$&');
  return `Basic realm="${realm}", charset="UTF-8"`;
}
