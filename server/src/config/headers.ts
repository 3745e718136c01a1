const headerPattern =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;

/** Reads lines of `Name: value`, each name once; undefined for anything else. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = headerPattern.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    if (headers.has(name.toLowerCase())) return undefined;
    headers.set(name.toLowerCase(), value);
  }
  return Object.fromEntries(headers);
}
