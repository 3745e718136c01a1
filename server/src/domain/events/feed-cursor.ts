import type { Instant } from '../model/clock.ts';
import type { AccountId } from '../model/ids.ts';

/** A place in the feed of an account. */
export interface FeedPlace {
  /** The last event before it. */
  place: number;
  /** All that happened before this time was before the place, or was behind it and is kept for as long as this is. */
  at: Instant;
}

/** Says that it is a cursor of a feed. */
const mark = 0x65;
const accountBytes = 6;
const numberBytes = 6;
const length = 1 + accountBytes + 2 * numberBytes;

/** A place as clients get it. It grants nothing: what is read is the feed of whoever reads. */
export function writeCursor(accountId: AccountId, { place, at }: FeedPlace): string {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(mark);
  bytes.write(accountId.slice(0, accountBytes), 1, 'latin1');
  bytes.writeUIntBE(place, 1 + accountBytes, numberBytes);
  bytes.writeUIntBE(at, 1 + accountBytes + numberBytes, numberBytes);
  return bytes.toString('base64url');
}

/** Undefined for what is no cursor of this account's feed. */
export function readCursor(accountId: AccountId, text: string): FeedPlace | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length) return undefined;
  const read = {
    place: bytes.readUIntBE(1 + accountBytes, numberBytes),
    at: bytes.readUIntBE(1 + accountBytes + numberBytes, numberBytes),
  };
  return writeCursor(accountId, read) === text ? read : undefined;
}
