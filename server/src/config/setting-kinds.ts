import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import { parseEmailAddress } from '#protocol/email-address.ts';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { day, second } from '../domain/model/clock.ts';
import {
  coverEveryone,
  isAddressRange,
  isListenAddress,
  parseGatewayUrl,
  parseOrigin,
  parseWebAddress,
} from './addresses.ts';
import type { Kind } from './setting.ts';
import {
  formatDuration,
  formatSize,
  isTimeZone,
  parseColor,
  parseDuration,
  parseSize,
} from './written-values.ts';

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

/** An array in valise.json; parted by commas elsewhere. */
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

export const origin: Kind<string> = {
  expects: 'an https or http address without path, query or credentials',
  read: parseOrigin,
};

const ranges = list(
  'IP addresses and CIDR ranges, of which all together must not hold every address: that would trust everyone',
  isAddressRange,
);

/** Trusting every address would let each client forge the address it comes from. */
export const trustedRanges: Kind<string[]> = {
  ...ranges,
  read(written, folder) {
    const read = ranges.read(written, folder);
    return read === undefined || coverEveryone(read) ? undefined : read;
  },
};

export const displayName = text('one line of at most 60 characters', (value) =>
  /^(?! )[^\p{Cc}\p{Zl}\p{Zp}]{1,60}(?<! )$/u.test(value),
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
  read: parseColor,
};

export const numberPrefixes = list(
  'beginnings of international numbers, one to ten digits each',
  (value) => /^[1-9][0-9]{0,9}$/.test(value),
);

export const gatewayUrl: Kind<string> = {
  expects: 'an https address without credentials; http only where it is this machine',
  read: parseGatewayUrl,
};

export const timeZone = text('a time zone such as UTC or Europe/Stockholm', isTimeZone);

const mostWorkersByItself = 8;
const givenWorkers = wholeNumber(1, 256);

export const workerCount: Kind<number> = {
  expects: `${givenWorkers.expects}, or cores`,
  read: (written, folder) =>
    written === 'cores'
      ? Math.min(availableParallelism(), mostWorkersByItself)
      : givenWorkers.read(written, folder),
};

export const languageTag = text('a language tag such as en or de-AT', isLanguageTag);
