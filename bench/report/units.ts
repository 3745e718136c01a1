import type { Unit } from '../cases/case.ts';
import type { Spread } from '../statistics.ts';

const gibibyte = 1024 ** 3;
const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** GB are 10^9 bytes, as networks and disks count; MiB and GiB are 1024s, as memory and files do. */
const formats: Record<
  Unit,
  { rate(perSecond: number): string; rateUnit: string; cost(seconds: number): string }
> = {
  bytes: {
    rate: (perSecond) => (perSecond / 1e9).toFixed(2),
    rateUnit: ' GB/s',
    cost: (seconds) => `${(seconds * gibibyte).toFixed(2)} s/GiB`,
  },
  calls: {
    rate: (perSecond) => wholeNumber.format(perSecond),
    rateUnit: '/s',
    cost: (seconds) => `${(seconds * 1e6).toFixed(0)} µs/call`,
  },
};

export function formatRate(unit: Unit, perSecond: number): string {
  return `${formats[unit].rate(perSecond)}${formats[unit].rateUnit}`;
}

/** From the lowest to the highest, without their unit. */
export function formatRange(unit: Unit, { low, high }: Spread): string {
  return `${formats[unit].rate(low)} – ${formats[unit].rate(high)}`;
}

/** What one unit of work costs a server, given its processor seconds. */
export function formatCost(unit: Unit, seconds: number): string {
  return formats[unit].cost(seconds);
}

export function formatSize(bytes: number): string {
  return bytes % gibibyte === 0
    ? `${bytes / gibibyte} GiB`
    : `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
}
