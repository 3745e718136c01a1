import { createRequire } from 'node:module';

import type { lookup } from 'mime-types';

export const unknownMediaType = 'application/octet-stream';

type Lookup = typeof lookup;

const load = createRequire(import.meta.url);
let types: { lookup: Lookup } | undefined;

const token = '[A-Za-z0-9!#$&^_.+-]{1,127}';
const pattern = new RegExp(`^${token}/${token}$`);
/** The names of IANA's registry, which end at 40 characters. */
const charsetPattern = /^[a-z0-9!#$%&'*+.^_`{|}~:-]{1,40}$/;

/**
 * The media type that a client declared, in lower case and with its `charset`, else that of the name's extension. Other
 * parameters are dropped.
 */
export function mediaTypeOf(declared: string | undefined, fileName: string): string {
  const [first = '', ...parameters] = declared?.split(';') ?? [];
  const essence = first.trim().toLowerCase();
  if (!pattern.test(essence)) return typeByName(fileName) || unknownMediaType;
  const charset = parameters.length === 0 ? undefined : findCharset(parameters);
  return charset === undefined ? essence : `${essence}; charset=${charset}`;
}

function findCharset(parameters: readonly string[]): string | undefined {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'charset') continue;
    const text = value.trim().toLowerCase();
    const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
    const charset = isQuoted ? text.slice(1, -1) : text;
    return charsetPattern.test(charset) ? charset : undefined;
  }
  return undefined;
}

/** A media type without its parameters. */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(';');
  return end === -1 ? mediaType : mediaType.slice(0, end);
}

/** The list of types is long, and most clients declare a type: it is loaded when first needed. */
function typeByName(fileName: string): ReturnType<Lookup> {
  types ??= load('mime-types') as { lookup: Lookup };
  return types.lookup(fileName);
}
