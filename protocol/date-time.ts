/** A time as RFC 3339 writes it, with seconds and an offset. */
export const dateTimePattern =
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$';

const form = new RegExp(dateTimePattern);

/** The milliseconds since 1970 of a time in RFC 3339; undefined for what is none, such as the 30th of February. */
export function parseDateTime(text: string): number | undefined {
  if (!form.test(text)) return undefined;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isInMonth = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const at = Date.parse(text);
  return isInMonth && Number.isFinite(at) && at >= 0 ? at : undefined;
}
