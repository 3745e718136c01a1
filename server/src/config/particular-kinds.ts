import { availableParallelism } from 'node:os';
import { parseEmailAddress } from '#protocol/email-address.ts';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { day, second } from '../domain/model/clock.ts';
import { coverEveryone } from './address-cover.ts';
import { parseColor } from './color.ts';
import {
  isAddressRange,
  isListenAddress,
  parseGatewayUrl,
  parseOrigin,
  parseWebAddress,
} from './network-address.ts';
import type { Kind } from './setting.ts';
import { duration, list, text, wholeNumber } from './setting-kinds.ts';
import { isTimeZone } from './time-zone.ts';

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

/** Whoever trusts every address lets each client say which address it comes from. */
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
