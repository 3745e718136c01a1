import type { Report } from './report.ts';
import { findSide } from './report.ts';
import { findLimit } from './limit.ts';
import { formatMebibytes, formatRate, formatTime } from './units.ts';

type Goal = { atLeast: number } | { atMost: number };

/** Something to reach, and further on something to stretch for. */
export interface Bar {
  title: string;
  /** Undefined where the run did not measure it. */
  measure: (report: Report) => number | undefined;
  format: (value: number) => string;
  bar?: Goal;
  stretch?: Goal;
}

const times = (value: number): string => `${value.toFixed(2)} ×`;
const speed = (value: number): string => formatRate('bytes', value);
const gigabyte = 1e9;
const mebibyte = 1024 ** 2;

function ratio(caseName: string, reference: string): Bar['measure'] {
  return (report) => findSide(report, caseName, reference)?.firstToThis?.median;
}

function rate(caseName: string): Bar['measure'] {
  return (report) => findSide(report, caseName)?.rate.median;
}

function quotient(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

function inverse(value: number | undefined): number | undefined {
  return quotient(1, value);
}

function cpuForEntry(report: Report, entries: number): number | undefined {
  return quotient(findSide(report, `history-${entries}`)?.cpuSecondsPerUnit, entries);
}

/** How many times the processor time it takes in the fullest store as in the emptiest. */
function cpuGrowth(caseName: string): Bar['measure'] {
  return (report) => {
    const sides = report.cases.find(({ name }) => name === caseName)?.sides;
    if (sides === undefined || sides.length < 2) return undefined;
    return quotient(sides.at(-1)?.cpuSecondsPerUnit, sides[0]?.cpuSecondsPerUnit);
  };
}

/** How many times as long it takes. */
function timeGrowth(caseName: string): Bar['measure'] {
  return (report) =>
    report.cases.find(({ name }) => name === caseName)?.sides.at(-1)?.firstToThis?.median;
}

/** What should not grow at all may do so by a quarter, for noise; by half where it waits for a disk. */
const nearlyFlat = { atMost: 1.25 };
const flatOnDisk = { atMost: 1.5 };

/** The p95 of the slowest list, or of the slowest of some. */
function slowestList(caseName: string, isMeant: (name: string) => boolean): Bar['measure'] {
  return (report) => {
    const sides = report.cases.find(({ name }) => name === caseName)?.sides ?? [];
    const times = sides.filter(({ name }) => isMeant(name)).map(({ p95Seconds = 0 }) => p95Seconds);
    return times.length === 0 ? undefined : Math.max(...times);
  };
}

export const bars: readonly Bar[] = [
  {
    title: 'upload, one stream ÷ @tus/server',
    measure: ratio('upload', '@tus/server'),
    format: times,
    bar: { atLeast: 1.2 },
    stretch: { atLeast: 1.4 },
  },
  {
    title: 'upload, one stream ÷ nginx PUT',
    measure: ratio('upload', 'nginx'),
    format: times,
    bar: { atLeast: 0.4 },
  },
  {
    title: 'upload, one stream ÷ limit of the parts',
    measure: (report) =>
      quotient(rate('upload')(report), findLimit(report, 'upload')?.bytesPerSecond),
    format: times,
    stretch: { atLeast: 0.85 },
  },
  {
    title: 'download, one stream ÷ @tus/server',
    measure: ratio('download', '@tus/server'),
    format: times,
    bar: { atLeast: 2 },
    stretch: { atLeast: 2.3 },
  },
  {
    title: 'download, one stream ÷ nginx GET',
    measure: ratio('download', 'nginx'),
    format: times,
    bar: { atLeast: 0.22 },
  },
  {
    title: 'download, one stream',
    measure: rate('download'),
    format: speed,
    stretch: { atLeast: 1.25 * gigabyte },
  },
  ...['upload-4', 'upload-16', 'download-4', 'download-16'].map((name): Bar => ({
    title: `${name.replace('-', ', ')} streams ÷ one stream`,
    measure: ratio(name, 'valise, one stream'),
    format: times,
    bar: { atLeast: 1 },
  })),
  ...['upload-16', 'download-16'].map((name): Bar => ({
    title: `${name.replace('-', ', ')} streams, peak RSS of all processes`,
    measure: (report) => findSide(report, name)?.peakRssBytes,
    format: formatMebibytes,
    bar: { atMost: 256 * mebibyte },
  })),
  {
    title: 'download, 16 streams',
    measure: rate('download-16'),
    format: speed,
    stretch: { atLeast: 1.4 * gigabyte },
  },
  {
    title: 'folder of small files, CPU of the browser, Send page ÷ bare tus client',
    measure: (report) =>
      quotient(
        findSide(report, 'folder')?.cpuSecondsPerUnit,
        findSide(report, 'folder', 'bare tus client')?.cpuSecondsPerUnit,
      ),
    format: times,
    bar: { atMost: 3 },
  },
  {
    title: 'folder of small files, longest task of the Send page after the choice',
    measure: (report) => findSide(report, 'folder-tasks')?.longestTaskSeconds,
    format: formatTime,
    bar: { atMost: 0.2 },
  },
  {
    title: 'folder of small files, longest task of the choice on a page without scripts',
    measure: (report) =>
      findSide(report, 'folder-tasks', 'nothing but the choice')?.longestTaskSeconds,
    format: formatTime,
  },
  {
    title: 'small files ÷ @tus/server',
    measure: ratio('small-files', '@tus/server'),
    format: times,
    bar: { atLeast: 3 },
  },
  {
    title: 'small files ÷ nginx PUT',
    measure: ratio('small-files', 'nginx'),
    format: times,
    bar: { atLeast: 0.45 },
    stretch: { atLeast: 0.6 },
  },
  {
    title: 'contacts_read ÷ bare Fastify',
    measure: ratio('contacts', 'bare Fastify'),
    format: times,
    bar: { atLeast: 0.75 },
    stretch: { atLeast: 0.9 },
  },
  {
    title: 'get_history, CPU for an entry, of 100,000 ÷ of 1,000',
    measure: (report) => quotient(cpuForEntry(report, 100_000), cpuForEntry(report, 1000)),
    format: times,
    bar: nearlyFlat,
  },
  {
    title: 'get_history, CPU, fullest store ÷ 1,000 drops of others',
    measure: cpuGrowth('growth-history'),
    format: times,
    bar: nearlyFlat,
  },
  {
    title: 'download page, CPU, fullest store ÷ 1,000 drops of others',
    measure: cpuGrowth('growth-page'),
    format: times,
    bar: nearlyFlat,
  },
  {
    title: 'upload of 64 KiB, time, fullest store ÷ 1,000 drops of others',
    measure: timeGrowth('growth-upload'),
    format: times,
    bar: flatOnDisk,
  },
  {
    title: 'createdrop, time, fullest store ÷ 1,000 drops of others',
    measure: timeGrowth('growth-createdrop'),
    format: times,
    bar: flatOnDisk,
  },
  {
    title: 'contacts_read during 16 uploads, p99',
    measure: (report) => findSide(report, 'mixed')?.p99Seconds,
    format: formatTime,
    bar: { atMost: 0.05 },
    stretch: { atMost: 0.02 },
  },
  {
    title: 'cold start to first answer',
    measure: (report) => quotient(1, rate('start')(report)),
    format: formatTime,
    bar: { atMost: 0.8 },
    stretch: { atMost: 0.4 },
  },
  {
    title: 'idle RSS of the largest process',
    measure: (report) => findSide(report, 'start')?.largestRssBytes,
    format: formatMebibytes,
    bar: { atMost: 100 * mebibyte },
    stretch: { atMost: 70 * mebibyte },
  },
  {
    title: 'time of a range from the middle of 4 GiB ÷ from the start',
    measure: (report) => quotient(1, ratio('range', 'valise, from the start')(report)),
    format: times,
    bar: { atMost: 2 },
  },
  ...['s3-upload', 's3-download'].flatMap((name): Bar[] =>
    [
      { title: `${name} ÷ plain SDK in a server, same client`, side: 'plain SDK, served' },
      { title: `${name} ÷ plain SDK alone, without a client`, side: 'plain SDK' },
    ].map(({ title, side }) => ({
      ...{ title, measure: ratio(name, side), format: times },
      bar: { atLeast: 0.9 },
    })),
  ),
  {
    title: 's3, first byte of a file in 64 segments ÷ in one, time',
    measure: (report) =>
      inverse(findSide(report, 's3-first-byte', 'in one segment')?.firstToThis?.median),
    format: times,
    bar: { atMost: 2 },
  },
  ...['contacts', 'files'].map((name): Bar => ({
    title: `postgres-${name}, on PostgreSQL ÷ on SQLite`,
    measure: ratio(`postgres-${name}`, 'on SQLite'),
    format: times,
    bar: { atLeast: 0.5 },
  })),
  {
    title: 'get_history on PostgreSQL, p95, fullest store ÷ 1,000 drops of others',
    measure: (report) => {
      const sides = report.cases.find(({ name }) => name === 'postgres-history')?.sides;
      return quotient(sides?.at(-1)?.p95Seconds, sides?.[0]?.p95Seconds);
    },
    format: times,
    bar: { atMost: 1.3 },
  },
  ...['lists', 'postgres-lists'].flatMap((name): Bar[] => [
    {
      title: `${name}, the slowest list of people and administrators, p95`,
      measure: slowestList(name, () => true),
      format: formatTime,
      bar: { atMost: 0.1 },
    },
    {
      title: `${name}, suggestions of receivers, p95`,
      measure: slowestList(name, (side) => side.startsWith('suggestions')),
      format: formatTime,
      bar: { atMost: 0.05 },
    },
  ]),
  {
    title: 's3, 16 uploads and 16 downloads at once, peak RSS of a node',
    measure: (report) => findSide(report, 's3-both-ways')?.peakRssBytes,
    format: formatMebibytes,
    bar: { atMost: 256 * mebibyte },
  },
  {
    title: 'API v1, a letter in one request ÷ in three of the customer’s, CPU',
    measure: (report) => {
      const [one, three] = report.cases.find(({ name }) => name === 'api-send')?.sides ?? [];
      return quotient(one?.cpuSecondsPerUnit, three?.cpuSecondsPerUnit);
    },
    format: times,
    bar: { atMost: 0.8 },
  },
  ...['GET /drops/ID', 'GET /events, nothing new', 'GET /me'].map((name): Bar => ({
    title: `API v1, ${name} ÷ get_files, CPU`,
    measure: (report) =>
      quotient(
        findSide(report, 'api-reads', name)?.cpuSecondsPerUnit,
        findSide(report, 'api-reads', 'get_files')?.cpuSecondsPerUnit,
      ),
    format: times,
    bar: { atMost: 1.5 },
  })),
  {
    title: 'API v1, letters over 20 connections ÷ one after the other at the customer’s API',
    measure: ratio('api-letters', 'receivers_set, upload, createdrop'),
    format: times,
    bar: { atLeast: 2 },
  },
  {
    title: 'API v1, the slowest page of 50 drops or deliveries, p95',
    measure: slowestList('api-lists', () => true),
    format: formatTime,
    bar: { atMost: 0.06 },
  },
  ...['drops', 'deliveries'].map((list): Bar => ({
    title: `API v1, a page of 50 ${list}, CPU, in the fullest history ÷ in one of 100`,
    measure: (report) => {
      const sides = report.cases.find(({ name }) => name === 'api-lists')?.sides ?? [];
      const own = sides.filter(({ name }) => name.startsWith(list));
      return own.length < 2
        ? undefined
        : quotient(own.at(-1)?.cpuSecondsPerUnit, own[0]?.cpuSecondsPerUnit);
    },
    format: times,
    bar: nearlyFlat,
  })),
  {
    title: 'API v1, deliveries as CSV, peak RSS, of ten times as many ÷ of as many',
    measure: (report) => {
      const [some, all] = report.cases.find(({ name }) => name === 'api-csv')?.sides ?? [];
      return quotient(all?.peakRssBytes, some?.peakRssBytes);
    },
    format: times,
    bar: nearlyFlat,
  },
  ...[
    ['api-upload', 'upload.cgi'],
    ['api-download', 'GET …/files/NAME'],
  ].map(([name = '', reference = '']): Bar => ({
    title: `${name} ÷ ${reference}, one stream`,
    measure: ratio(name, reference),
    format: times,
    bar: { atLeast: 0.95 },
  })),
  {
    title: 'API v1, memory of 1,000 open streams',
    measure: (report) => {
      const [open, none] = report.cases.find(({ name }) => name === 'api-streams')?.sides ?? [];
      return open?.idleRssBytes === undefined || none?.idleRssBytes === undefined
        ? undefined
        : open.idleRssBytes - none.idleRssBytes;
    },
    format: formatMebibytes,
    bar: { atMost: 40 * mebibyte },
  },
  {
    title: 'API v1, CPU of 1,000 open streams in 5 s at rest, beyond that of none',
    measure: (report) => {
      const [open, none] = report.cases.find(({ name }) => name === 'api-streams')?.sides ?? [];
      return open?.cpuSecondsPerUnit === undefined || none?.cpuSecondsPerUnit === undefined
        ? undefined
        : Math.max(0, open.cpuSecondsPerUnit - none.cpuSecondsPerUnit);
    },
    format: formatTime,
    bar: { atMost: 0.1 },
  },
  {
    title: 'API v1, events a second to a webhook on this machine',
    measure: rate('api-webhooks'),
    format: (value) => formatRate('calls', value),
    bar: { atLeast: 200 },
  },
  {
    title: 'API v1, memory of 10,000 events that wait for a webhook',
    measure: (report) => {
      const [many, few] = report.cases.find(({ name }) => name === 'api-waiting')?.sides ?? [];
      return many?.idleRssBytes === undefined || few?.idleRssBytes === undefined
        ? undefined
        : many.idleRssBytes - few.idleRssBytes;
    },
    format: formatMebibytes,
    bar: { atMost: 10 * mebibyte },
  },
  ...['nodes-contacts', 'nodes-uploads'].map((name): Bar => ({
    title: `${name}, two ÷ one`,
    measure: (report) => inverse(findSide(report, name, '2 nodes')?.firstToThis?.median),
    format: times,
    bar: { atLeast: 1.6 },
  })),
];
export function isReached(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}
