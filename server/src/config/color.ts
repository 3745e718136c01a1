/**
 * Reads three or six hexadecimal digits as `#rrggbb`. The `#` may be missing: where a word begins
 * with it, a shell takes the rest of the line for a comment.
 */
export function parseColor(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(written) ?? [];
  if (digits === '') return undefined;
  const all = digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&');
  return `#${all.toLowerCase()}`;
}
