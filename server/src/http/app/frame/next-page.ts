/** Longer ones are not needed by any page of ours. */
const maxLength = 2000;

const home = '/app/';

/**
 * The page to go to after signing in: an address below `/app/` on this host, and the home page in place of
 * anything else.
 */
export function nextPage(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > maxLength) return home;
  // Browsers read a backslash as a slash, and leave out control characters.
  if (!wanted.startsWith('/app/') || /[\\\p{Cc}\s]/u.test(wanted)) return home;
  const base = 'http://own.invalid';
  if (!URL.canParse(wanted, base)) return home;
  const { origin, pathname, search } = new URL(wanted, base);
  if (origin !== base || !pathname.startsWith('/app/') || pathname.includes('//')) return home;
  return `${pathname}${search}`;
}
