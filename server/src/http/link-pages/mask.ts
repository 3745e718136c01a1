/** Enough of an address or a number for its owner to know it by, and not enough to learn it. */
export function mask(to: string): string {
  const at = to.lastIndexOf('@');
  if (at < 0) return `••• ${to.slice(-2)}`;
  const first = at > 2 ? (Array.from(to)[0] ?? '') : '';
  return `${first}•••${to.slice(at)}`;
}
