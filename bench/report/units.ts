import type { Unit } from '../cases/case.ts';
import type { Spread } from '../statistics.ts';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;
const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

interface Format {
  rate(perSecond: number): string;
  rateUnit: string;
  cost(seconds: number): string;
}

/** GB are 10^9 bytes, as networks and disks count; MiB and GiB are 1024s, as memory and files do. */
const formats: Record<Unit, Format> = {
  bytes: {
    rate: (perSecond) => (perSecond / 1e9).toFixed(2),
    rateUnit: ' GB/s',
    cost: (seconds) => `${(seconds * gibibyte).toFixed(2)} s/GiB`,
  },
  calls: { rate: formatCount, rateUnit: '/s', cost: (seconds) => `${formatTime(seconds)}/call` },
  files: { rate: formatCount, rateUnit: '/s', cost: (seconds) => `${formatTime(seconds)}/file` },
  time: {
    rate: (perSecond) => formatCount(1000 / perSecond),
    rateUnit: ' ms',
    cost: (seconds) => formatTime(seconds),
  },
};

/** What a unit's rates are shown as: for `time` how long it took, so that less is better. */
export function formatRate(unit: Unit, perSecond: number): string {
  return `${formats[unit].rate(perSecond)}${formats[unit].rateUnit}`;
}

/** From the lowest to the highest, without their unit. */
export function formatRange(unit: Unit, { low, high }: Spread): string {
  const ends = [formats[unit].rate(low), formats[unit].rate(high)];
  return (unit === 'time' ? ends.toReversed() : ends).join(' – ');
}

/** What one unit of work costs a server, given its processor seconds. */
export function formatCost(unit: Unit, seconds: number): string {
  return formats[unit].cost(seconds);
}

export function formatSize(bytes: number): string {
  return bytes % gibibyte === 0 ? `${bytes / gibibyte} GiB` : formatMebibytes(bytes);
}

export function formatMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(0)} MiB`;
}

export function formatTime(seconds: number): string {
  if (seconds < 0.01) return `${(seconds * 1e6).toFixed(0)} µs`;
  return seconds < 10 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;
}

function formatCount(count: number): string {
  return count < 100 ? count.toPrecision(3) : wholeNumber.format(count);
}
