/** A header value of the form `value; name=text; name="quoted text"`. */
export interface ParameterisedValue {
  value: string;
  /** By name in lower case. */
  parameters: ReadonlyMap<string, string>;
}

const leading = /^[ \t]*([^;\s"]+)[ \t]*/;
const parameter =
  /^;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^;\s"]*))[ \t]*/;

/**
 * Undefined when the value is malformed or names a parameter twice. In a quoted text only `\"` and `\\` are
 * escapes: some clients send unescaped Windows paths.
 */
export function parseParameters(header: string): ParameterisedValue | undefined {
  const start = leading.exec(header);
  const value = start?.[1];
  if (start === null || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  let rest = header.slice(start[0].length);
  while (rest !== '' && !/^;?[ \t]*$/.test(rest)) {
    const match = parameter.exec(rest);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, match[2]?.replace(/\\(["\\])/g, '$1') ?? match[3] ?? '');
    rest = rest.slice(match[0].length);
  }
  return { value: value.toLowerCase(), parameters };
}
