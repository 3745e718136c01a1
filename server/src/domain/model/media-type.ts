import { createRequire } from 'node:module';
import type { lookup } from 'mime-types';

export const unknownMediaType = 'application/octet-stream';

type Lookup = typeof lookup;

const load = createRequire(import.meta.url);
let types: { lookup: Lookup } | undefined;

const token = '[A-Za-z0-9!#$&^_.+-]{1,127}';
const pattern = new RegExp(`^${token}/${token}$`);

/** The media type that a client declared, else what the name's ending tells. */
export function mediaTypeOf(declared: string | undefined, fileName: string): string {
  const essence = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (pattern.test(essence)) return essence;
  return typeByName(fileName) || unknownMediaType;
}

/** The list of all types is long, and most clients say what they send: it is loaded when first needed. */
function typeByName(fileName: string): ReturnType<Lookup> {
  types ??= load('mime-types') as { lookup: Lookup };
  return types.lookup(fileName);
}
