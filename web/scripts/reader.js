/* global document */
// How the reader of a page writes sizes, times and numbers.

const { lang } = document.documentElement;
/** Where a language is spoken in more than one way, the one the server uses too. */
export const locale = { en: 'en-GB', pt: 'pt-PT' }[lang] ?? lang;

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/** An open menu of the header closes as menus do. */
document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' ? document.querySelector('.languages[open]') : null;
  if (menu === null) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

/** Only the browser knows the reader's zone, so the server's times are in UTC. */
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

export function sizeText(bytes) {
  let amount = bytes;
  let step = 0;
  while (step < sizeUnits.length - 1 && Math.round(amount * 10) / 10 >= 1000) {
    amount /= 1000;
    step += 1;
  }
  const unitDisplay = step === 0 ? 'long' : 'short';
  return measure(amount, sizeUnits[step], { unitDisplay });
}

export function rateText(bytesPerSecond) {
  const [amount, unit] =
    bytesPerSecond >= 1e6 ? [bytesPerSecond / 1e6, 'megabyte'] : [bytesPerSecond / 1e3, 'kilobyte'];
  return measure(amount, `${unit}-per-second`, { unitDisplay: 'short' });
}

/** In the largest unit that fits, rounded up: what is left never reads shorter than it is. */
export function durationText(seconds) {
  if (seconds < 100) return measure(Math.ceil(seconds), 'second');
  if (seconds < 6000) return measure(Math.ceil(seconds / 60), 'minute');
  return measure(Math.ceil(seconds / 3600), 'hour');
}

export function percentText(share) {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
}

function measure(amount, unit, style = { unitDisplay: 'long' }) {
  const format = { style: 'unit', unit, maximumFractionDigits: 1, ...style };
  return new Intl.NumberFormat(locale, format).format(amount);
}
