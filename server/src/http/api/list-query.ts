import { parseDateTime } from '#protocol/date-time.ts';
import type { MadeBetween } from '../../domain/model/sent.ts';
import { badQuery } from '../routing/read-input.ts';

/** How many a part of a list has where the client does not say. */
export const usualLimit = 50;

interface Times {
  created_after?: string;
  created_before?: string;
}

/** The times between which a list is wanted. Throws `bad_request` for one that is none. */
export function madeBetween(query: Times): MadeBetween {
  return {
    createdFrom: timeIn(query, 'created_after'),
    createdBefore: timeIn(query, 'created_before'),
  };
}

function timeIn(query: Times, name: keyof Times): number | undefined {
  const text = query[name];
  const at = text === undefined ? undefined : parseDateTime(text);
  if (text === undefined || at !== undefined) return at;
  throw badQuery({ name }, 'must be a time that there is.');
}
