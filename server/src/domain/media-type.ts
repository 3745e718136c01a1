import { createRequire } from 'node:module';
import type { lookup } from 'mime-types';

export const unknownMediaType = 'application/octet-stream';

const load = createRequire(import.meta.url);

const token = '[A-Za-z0-9!#$&^_.+-]{1,127}';
const pattern = new RegExp(`^${token}/${token}$`);

/** The media type that a client declared, else what the name's ending tells. */
export function mediaTypeOf(declared: string | undefined, fileName: string): string {
  const essence = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (pattern.test(essence)) return essence;
  return typeByName(fileName) || unknownMediaType;
}

/** The list of all types is long, and most clients say what they send: it is loaded when first needed. */
function typeByName(fileName: string): ReturnType<typeof lookup> {
  const types = load('mime-types') as { lookup: typeof lookup };
  return types.lookup(fileName);
}
