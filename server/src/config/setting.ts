import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import { parseEmailAddress } from '#protocol/email-address.ts';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { isNetwork } from '#protocol/networks.ts';
import { parseColor, parseServiceName } from '../domain/model/appearance.ts';
import { day, hour, isTimeZone, minute, second } from '../domain/model/clock.ts';
import {
  coverEveryone,
  isBlobUrl,
  isDatabaseUrl,
  isListenAddress,
  isScriptOrigin,
  parseGatewayUrl,
  parseListenPlace,
  parseOrigin,
  parseWebAddress,
} from './addresses.ts';
import type { Secret } from './secret.ts';

/** How a setting of this kind is written, and the value that the program receives. */
export interface Kind<Value = unknown> {
  /** The accepted values. Completes "must be …". */
  expects: string;
  /**
   * Converts what was written, text or JSON, into the program's value (milliseconds, bytes, absolute
   * paths), or undefined where that is not possible. `folder` is the base of relative paths.
   */
  read(written: unknown, folder: string): Value | undefined;
  /** The value as an operator would write it, where that differs from the program's value. */
  show?(value: Value): string;
  /** Whether a value that is refused may hold a password: no message quotes it. */
  mayHoldSecret?: true;
}

export type Written = string | number | boolean | readonly string[];

interface PlainRow<Value = unknown> {
  doc: string;
  kind: Kind<Value>;
  /** As an operator would write it. Left out, the setting may stay unset. */
  default?: Written;
  /** Another default where the setting of this name is set. */
  defaultWith?: { readonly name: string; readonly is: Written };
}

/**
 * A setting whose value never appears in a flag, the environment or valise.json: those name a file
 * that holds it, or `-` for standard input. Secret `mailPassword` is written as `mailPasswordFile`.
 */
interface SecretRow {
  doc: string;
  /** Which processes get it: the main process only, or also the workers. */
  secret: 'main' | 'everywhere';
}

export type Row = PlainRow | SecretRow;

interface Names {
  name: string;
  /** The key in valise.json. */
  key: string;
  env: string;
  flag: string;
}

export type Setting<SomeRow extends Row = Row> = SomeRow & Names;
export type SettingsTable = Readonly<Record<string, Setting>>;

type NamedRows<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & Names };

type ValueOf<SomeRow> = SomeRow extends { secret: string }
  ? Secret | undefined
  : SomeRow extends { kind: Kind<infer Value> }
    ? Value | (SomeRow extends { default: Written } ? never : undefined)
    : never;

/** The values of a loaded table of settings. */
export type ConfigOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** Gives every row the names under which operators write it. */
export function nameSettings<const Rows extends Record<string, Row>>(rows: Rows): NamedRows<Rows> {
  const named = Object.entries(rows).map(([name, row]) => {
    const key = 'secret' in row ? `${name}File` : name;
    const words = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const env = `VALISE_${words.replaceAll('-', '_').toUpperCase()}`;
    return [name, { ...row, name, key, env, flag: `--${words}` }];
  });
  return Object.fromEntries(named) as NamedRows<Rows>;
}

const bytesOf = new Map<string, number>([
  ['PiB', 1024 ** 5],
  ['PB', 1000 ** 5],
  ['TiB', 1024 ** 4],
  ['TB', 1000 ** 4],
  ['GiB', 1024 ** 3],
  ['GB', 1000 ** 3],
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
  ['kB', 1000],
  ['B', 1],
]);
const bytesOfAnyCase = new Map(Array.from(bytesOf, ([unit, bytes]) => [unit.toLowerCase(), bytes]));
const sizePattern = /^(\d+(?:\.\d+)?)\s?([a-z]*)$/;

/** Bytes of `10GB` (1000s), `512MiB` (1024s) or a number of bytes; undefined for anything else. */
export function parseSize(written: unknown): number | undefined {
  if (typeof written === 'number') return written;
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = sizePattern.exec(written.trim().toLowerCase()) ?? [];
  const unitBytes = bytesOfAnyCase.get(unit === '' ? 'b' : unit);
  if (count === undefined || unitBytes === undefined) return undefined;
  return Math.round(Number(count) * unitBytes);
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatSize(sizeBytes: number): string {
  for (const [unit, bytes] of bytesOf) {
    if (sizeBytes >= bytes && sizeBytes % bytes === 0) return `${sizeBytes / bytes}${unit}`;
  }
  return `${sizeBytes}B`;
}

const durationUnits = new Map([
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
]);
const durationPattern = /^(\d+(?:\.\d+)?)([dhms]?)$/;

/** Milliseconds of `30s`, `15m`, `1.5h`, `7d` or a number of seconds; undefined for anything else. */
export function parseDuration(written: unknown): number | undefined {
  if (typeof written === 'number') return Math.round(written * second);
  if (typeof written !== 'string') return undefined;
  const [, count, unit = ''] = durationPattern.exec(written.trim()) ?? [];
  return count === undefined
    ? undefined
    : Math.round(Number(count) * (durationUnits.get(unit) ?? second));
}

/** As an operator would write it, in the largest unit that needs no fraction. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, length] of durationUnits) {
    if (milliseconds >= length && milliseconds % length === 0) {
      return `${milliseconds / length}${unit}`;
    }
  }
  return `${milliseconds / second}s`;
}

export const yesOrNo: Kind<boolean> = {
  expects: 'true or false',
  read(written) {
    if (written === true || written === 'true') return true;
    return written === false || written === 'false' ? false : undefined;
  },
};

export function wholeNumber(minimum: number, maximum: number): Kind<number> {
  return {
    expects: `a whole number from ${minimum} to ${maximum}`,
    read: (written) =>
      integerWithin(
        typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written,
        minimum,
        maximum,
      ),
  };
}

/** In milliseconds. */
export function duration(minimum: number, maximum: number): Kind<number> {
  const range = `from ${formatDuration(minimum)} to ${formatDuration(maximum)}`;
  return {
    expects: `a duration (such as 30s, 15m, 12h, 7d) ${range}`,
    read: (written) => integerWithin(parseDuration(written), minimum, maximum),
    show: formatDuration,
  };
}

/** In bytes. */
export function size(minimum: number, maximum = 1000 ** 5): Kind<number> {
  const range = `from ${formatSize(minimum)} to ${formatSize(maximum)}`;
  return {
    expects: `a size (such as 512MiB, 10GB) ${range}`,
    read: (written) => integerWithin(parseSize(written), minimum, maximum),
    show: formatSize,
  };
}

export function choice<const Option extends string>(...options: readonly Option[]): Kind<Option> {
  return {
    expects: `one of ${options.join(', ')}`,
    read: (written) => options.find((option) => option === written),
  };
}

function text(expects: string, isRight: (value: string) => boolean): Kind<string> {
  return {
    expects,
    read: (written) => (typeof written === 'string' && isRight(written) ? written : undefined),
  };
}

/** An absolute path. */
export const path: Kind<string> = {
  expects: 'the path of a file or folder',
  read: (written, folder) =>
    typeof written === 'string' && isPath(written) ? resolve(folder, written) : undefined,
};

/** An array in valise.json; separated by commas elsewhere. */
export function list(expects: string, isRight: (item: string) => boolean): Kind<string[]> {
  return {
    expects,
    read(written) {
      const items: unknown = typeof written === 'string' ? splitAtCommas(written) : written;
      const right = Array.isArray(items) && items.every(isText) && items.every(isRight);
      return right ? items : undefined;
    },
  };
}

function integerWithin(value: unknown, minimum: number, maximum: number): number | undefined {
  const right = typeof value === 'number' && Number.isSafeInteger(value);
  return right && value >= minimum && value <= maximum ? value : undefined;
}

function isPath(written: string): boolean {
  return written.trim() !== '' && !written.includes('\0');
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

function splitAtCommas(written: string): string[] {
  return written === '' ? [] : written.split(',').map((item) => item.trim());
}

/** The kinds of values that single settings have. */

export const lifetime = duration(second, 3650 * day);

export const listenAddress = text('an IP address or a host name, without a port', isListenAddress);

/** An address and a port, as `127.0.0.1:9464` or `[::1]:9464`. */
export const listenPlace: Kind<{ host: string; port: number }> = {
  expects: 'an IP address or a host name and a port, such as 127.0.0.1:9464 or [::1]:9464',
  read: parseListenPlace,
  show: ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`),
};

export const origin: Kind<string> = {
  expects: 'an https or http address without path, query or credentials',
  read: parseOrigin,
};

export const scriptOrigins = list(
  'origins as browsers send them, such as https://portal.example.com: without a path, a slash at the end or a wildcard, in lower case, and with https; http only where it is this machine',
  isScriptOrigin,
);

const ranges = list(
  'IP addresses and CIDR ranges, of which all together must not hold every address: that would trust everyone',
  isNetwork,
);

/** Trusting every address would let each client forge the address it comes from. */
export const trustedRanges: Kind<string[]> = {
  ...ranges,
  read(written, folder) {
    const read = ranges.read(written, folder);
    return read === undefined || coverEveryone(read) ? undefined : read;
  },
};

export const displayName = text(
  'one line of at most 60 characters',
  (value) => parseServiceName(value) !== undefined,
);

export const oneLine = text('one line of at most 255 characters', (value) =>
  /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u.test(value),
);

export const mailAddress: Kind<string> = {
  expects: 'an e-mail address',
  read: (written) => (typeof written === 'string' ? parseEmailAddress(written) : undefined),
};

export const webAddress: Kind<string> = {
  expects: 'an https address',
  read: parseWebAddress,
};

export const contact: Kind<string> = {
  expects: 'an e-mail address or an https address',
  read: (written, folder) => mailAddress.read(written, folder) ?? parseWebAddress(written),
};

export const color: Kind<string> = {
  expects: 'a colour as three or six hexadecimal digits, such as #7a1f5c; the # may be left out',
  read: (written) => (typeof written === 'string' ? parseColor(written) : undefined),
};

export const numberPrefixes = list(
  'beginnings of international numbers, one to ten digits each',
  (value) => /^[1-9][0-9]{0,9}$/.test(value),
);

export const gatewayUrl: Kind<string> = {
  expects: 'an https address without credentials; http only where it is this machine',
  read: parseGatewayUrl,
};

export const databaseUrl: Kind<string> = {
  ...text(
    'postgres://USER@HOST:PORT/NAME without a password, which belongs in the file that databasePasswordFile names',
    isDatabaseUrl,
  ),
  mayHoldSecret: true,
};

export const blobUrl: Kind<string> = {
  ...text(
    's3://BUCKET or s3://BUCKET/PREFIX without credentials, which belong in the file that s3CredentialsFile names',
    isBlobUrl,
  ),
  mayHoldSecret: true,
};

export const s3Endpoint: Kind<string> = {
  expects:
    'an https or http address without path, query or credentials, which belong in the file that s3CredentialsFile names',
  read: parseOrigin,
  mayHoldSecret: true,
};

export const s3Region = text('the name of a region, such as eu-north-1', (value) =>
  /^[a-z0-9][a-z0-9-]{0,62}$/i.test(value),
);

export const timeZone = text('a time zone such as UTC or Europe/Stockholm', isTimeZone);

const mostWorkersByItself = 8;
/** What a worker takes with sixteen uploads and sixteen downloads (docs/scaling.md). */
const workerBytes = 256 * 1024 ** 2;
const givenWorkers = wholeNumber(1, 256);

/** A worker for each core, unless the memory of the container is too small for so many. */
export function usualWorkers(cores: number, memoryLimitBytes: number): number {
  const fitting = memoryLimitBytes === 0 ? Infinity : Math.floor(memoryLimitBytes / workerBytes);
  return Math.max(1, Math.min(cores, mostWorkersByItself, fitting));
}

export const workerCount: Kind<number> = {
  expects: `${givenWorkers.expects}, or cores`,
  read: (written, folder) =>
    written === 'cores'
      ? usualWorkers(availableParallelism(), process.constrainedMemory())
      : givenWorkers.read(written, folder),
};

const words = list('a program and its arguments', (word) => !word.includes('\0'));

/** A program that is run without a shell, and its arguments. */
export const program: Kind<string[]> = {
  expects: 'the absolute path of a program, and its arguments',
  read(written, folder) {
    const read = words.read(written, folder);
    return read?.[0]?.startsWith('/') === true ? read : undefined;
  },
};

export const languageTag = text('a language tag such as en or de-AT', isLanguageTag);
