const fallbackRealm = 'Valise';

/** Headers are ASCII, names need not be. */
function realmOf(serviceName: string): string {
  const ascii = serviceName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return (ascii === '' ? fallbackRealm : ascii).replace(/["\\]/g, '\\$&');
}

/** The challenge to a client without valid credentials. */
export function basicChallenge(serviceName: string): string {
  return `Basic realm="${realmOf(serviceName)}", charset="UTF-8"`;
}

/** The same where a key is wanted alone. */
export function bearerChallenge(serviceName: string): string {
  return `Bearer realm="${realmOf(serviceName)}"`;
}
