import { scaleSize } from '#protocol/human-size.ts';
import type { Language } from './language.ts';
import { localeOf } from './language.ts';

const sizeUnits = {
  B: 'byte',
  kB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  PB: 'petabyte',
} as const;

const timeUnits = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
  { unit: 'second', milliseconds: 1000 },
] as const;

const [dayLength, hour, minute] = [86_400_000, 3_600_000, 60_000];

type Unit = (typeof sizeUnits)[keyof typeof sizeUnits] | (typeof timeUnits)[number]['unit'];

const numberFormats = new Map<Language, Intl.NumberFormat>();

/** Formats whole numbers for a language: `5,000`, `5.000`, `5 000`. */
export function numberFormatOf(language: Language): Intl.NumberFormat {
  let known = numberFormats.get(language);
  if (known === undefined) {
    known = new Intl.NumberFormat(localeOf(language));
    numberFormats.set(language, known);
  }
  return known;
}

export type Formats = ReturnType<typeof createFormats>;

/** Formatters are slow to create (a millisecond for a reader), and take much memory. */
const mostReaders = 100;
const formatsOfReaders = new Map<string, Formats>();

/** Formats sizes, times and lists for a reader. Throws on an unknown time zone. */
export function formatsOf(reader: { language: Language; timeZone: string }): Formats {
  const key = `${reader.language} ${reader.timeZone}`;
  let known = formatsOfReaders.get(key);
  if (known === undefined) {
    known = createFormats(reader.language, reader.timeZone);
    if (formatsOfReaders.size >= mostReaders) formatsOfReaders.clear();
    formatsOfReaders.set(key, known);
  }
  return known;
}

function createFormats(language: Language, timeZone: string) {
  const locale = localeOf(language);
  const inDays = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const inMinutes = { hour: '2-digit', minute: '2-digit', timeZone } as const;
  const zoned = { ...inDays, ...inMinutes, timeZoneName: 'short' } as const;
  const dateTime = new Intl.DateTimeFormat(locale, zoned);
  const daysAndTimes = new Intl.DateTimeFormat(locale, { weekday: 'long', ...zoned });
  const times = new Intl.DateTimeFormat(locale, inMinutes);
  const dates = new Intl.DateTimeFormat(locale, { ...inDays, timeZone });
  const utcDates = new Intl.DateTimeFormat(locale, { ...inDays, timeZone: 'UTC' });
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  });
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const shortDistances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
  const nearDates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const farDates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
  /** Written as `2026-11-22` everywhere: what counts days in the reader's time zone. */
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone });
  const hoursOfDay = new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const names = new Intl.ListFormat(locale, { type: 'conjunction' });
  const numbers = numberFormatOf(language);
  const percents = new Intl.NumberFormat(locale, { style: 'percent' });
  const units = new Intl.ListFormat(locale, { type: 'unit' });

  function measure(amount: number, unit: Unit, unitDisplay: 'short' | 'long'): string {
    return measureOf(locale, unit, unitDisplay)(amount);
  }

  return {
    number(value: number): string {
      return numbers.format(value);
    },

    /** Rounded down: an incomplete amount never reads as complete. */
    percent(share: number): string {
      return percents.format(Math.floor(share * 100) / 100);
    },

    /** The time of a day that is near, such as `14:05`. */
    time(at: number): string {
      return times.format(at);
    },

    /** By which people are greeted; the night belongs to the evening. */
    dayPart(at: number): 'morning' | 'afternoon' | 'evening' {
      const hours = Number(hoursOfDay.format(at));
      if (hours >= 5 && hours < 12) return 'morning';
      return hours >= 12 && hours < 18 ? 'afternoon' : 'evening';
    },

    /** In powers of 1000, as in `1.2 GB`. */
    size(bytes: number): string {
      const { value, unit } = scaleSize(bytes);
      const rounded = Math.round(value * 10) / 10;
      return measure(rounded, sizeUnits[unit], unit === 'B' ? 'long' : 'short');
    },

    /** An instant with its time zone, as in `22 November 2026 at 14:02 CET`. */
    dateTime: keepTexts((at) => dateTime.format(at)),

    /** The same with the day of the week, as in `Sunday 22 November 2026 at 14:02 CET`. */
    dayAndTime: (at: number): string => daysAndTimes.format(at),

    /** The day of an instant, as in `22 November 2026`. */
    date: (at: number): string => dates.format(at),

    /**
     * As people say it: `25 min ago`, `yesterday`, `Fri`, `in 6 days`, and from a week on a date, with its year only
     * where that is another.
     */
    near(at: number, now: number): string {
      const away = at - now;
      if (Math.abs(away) < minute) return distances.format(0, 'second');
      if (Math.abs(away) < hour) return shortDistances.format(Math.trunc(away / minute), 'minute');
      const [day, today] = [calendar.format(at), calendar.format(now)];
      const days = Math.round((Date.parse(day) - Date.parse(today)) / dayLength);
      if (days === 0) return shortDistances.format(Math.trunc(away / hour), 'hour');
      if (days === -1 || (days > 0 && days < 7)) return distances.format(days, 'day');
      if (days < 0 && days > -7) return weekdays.format(at);
      return (day.slice(0, 4) === today.slice(0, 4) ? nearDates : farDates).format(at);
    },

    /** What a list has above the entries of a day, a week or a month: `Today`, `Last week`, `October 2026`. */
    dayGroup(at: number, now: number): string {
      const days = Math.round(
        (Date.parse(calendar.format(now)) - Date.parse(calendar.format(at))) / dayLength,
      );
      const title =
        days < 2
          ? distances.format(-days, 'day')
          : days < 14
            ? distances.format(days < 7 ? 0 : -1, 'week')
            : months.format(at);
      return title.charAt(0).toLocaleUpperCase(locale) + title.slice(1);
    },

    /** A day in UTC, such as `2026-11-22`, in words. */
    utcDay: (day: string): string => utcDates.format(Date.parse(day)),

    /** An instant to the second, in few characters, as in `22 Nov 2026, 14:02:07`. */
    exact: (at: number): string => exact.format(at),

    /** The two largest units of a duration, as in `6 days, 23 hours`; rounded down. */
    timeLeft(milliseconds: number): string {
      const left = Math.max(0, milliseconds);
      const first = timeUnits.findIndex((unit) => left >= unit.milliseconds);
      if (first === -1) return measure(0, 'second', 'long');
      let rest = left;
      const parts: string[] = [];
      for (const { unit, milliseconds: length } of timeUnits.slice(first, first + 2)) {
        const amount = Math.floor(rest / length);
        rest -= amount * length;
        if (amount > 0) parts.push(measure(amount, unit, 'long'));
      }
      return units.format(parts);
    },

    /** As in `Anna, Bo and Cleo`. */
    names(list: readonly string[]): string {
      return names.format(list);
    },
  };
}

/** Slow to create, and a long list of files needs one for each line. */
const measures = new Map<string, (amount: number) => string>();

function measureOf(
  locale: string,
  unit: Unit,
  unitDisplay: 'short' | 'long',
): (amount: number) => string {
  const key = `${locale} ${unit} ${unitDisplay}`;
  let known = measures.get(key);
  if (known === undefined) {
    const style = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
    const format = new Intl.NumberFormat(locale, style);
    known = keepTexts((amount) => format.format(amount));
    measures.set(key, known);
  }
  return known;
}

const maxKept = 1000;

/** Caches formatted texts: pages are opened again, and formatting costs many times a lookup. */
function keepTexts(write: (value: number) => string): (value: number) => string {
  const texts = new Map<number, string>();
  return (value) => {
    let text = texts.get(value);
    if (text === undefined) {
      text = write(value);
      if (texts.size >= maxKept) texts.clear();
      texts.set(value, text);
    }
    return text;
  };
}
