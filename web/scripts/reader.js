/* global document */
// Formats sizes, times and numbers for the reader of a page.

const { lang } = document.documentElement;
/** @type {Partial<Record<string, string>>} */
const locales = { en: 'en-GB', pt: 'pt-PT' };
/** The locale that the server uses for a language with several. */
export const locale = locales[lang] ?? lang;

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/**
 * Only the browser knows the reader's zone, so the server's times are in UTC.
 * @param {ParentNode} page
 */
export function showLocalTimes(page) {
  const writer = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  for (const time of page.querySelectorAll('time')) {
    time.title = time.textContent;
    time.textContent = writer.format(new Date(time.dateTime));
  }
}

/** @param {number} bytes */
export function sizeText(bytes) {
  let amount = bytes;
  let step = 0;
  while (step < sizeUnits.length - 1 && Math.round(amount * 10) / 10 >= 1000) {
    amount /= 1000;
    step += 1;
  }
  return measure(amount, sizeUnits[step] ?? 'byte', step === 0 ? 'long' : 'short');
}

/** @param {number} bytesPerSecond */
export function rateText(bytesPerSecond) {
  return bytesPerSecond >= 1e6
    ? measure(bytesPerSecond / 1e6, 'megabyte-per-second', 'short')
    : measure(bytesPerSecond / 1e3, 'kilobyte-per-second', 'short');
}

/**
 * In the largest unit that fits, rounded up: what is left never reads shorter than it is.
 * @param {number} seconds
 */
export function durationText(seconds) {
  if (seconds < 100) return measure(Math.ceil(seconds), 'second');
  if (seconds < 6000) return measure(Math.ceil(seconds / 60), 'minute');
  return measure(Math.ceil(seconds / 3600), 'hour');
}

/** @param {number} share */
export function percentText(share) {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
}

/**
 * @param {number} amount
 * @param {string} unit
 * @param {'long' | 'short'} unitDisplay
 */
function measure(amount, unit, unitDisplay = 'long') {
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    unitDisplay,
  });
  return format.format(amount);
}
