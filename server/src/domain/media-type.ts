import { lookup } from 'mime-types';

export const unknownMediaType = 'application/octet-stream';

const token = '[A-Za-z0-9!#$&^_.+-]{1,127}';
const pattern = new RegExp(`^${token}/${token}$`);

/** The media type that a client declared, else what the name's ending tells. */
export function mediaTypeOf(declared: string | undefined, fileName: string): string {
  const essence = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (pattern.test(essence)) return essence;
  return lookup(fileName) || unknownMediaType;
}
