import { isLanguageTag } from '#protocol/language-tag.ts';
import { day, hour, second } from '../domain/clock.ts';
import { isListenAddress, isTrustableRange, parseOrigin } from './network-address.ts';
import type { ConfigOf, Kind } from './setting.ts';
import { nameSettings } from './setting.ts';
import { choice, duration, list, path, size, text, wholeNumber, yesOrNo } from './setting-kinds.ts';

const lifetime = duration(second, 3650 * day);

const listenAddress = text('an IP address or a host name, without a port', isListenAddress);

const origin: Kind<string> = {
  expects: 'an https or http address without path, query or credentials',
  read: parseOrigin,
};

const trustedRanges = list(
  'IP addresses and CIDR ranges; a range of all addresses would trust everyone',
  isTrustableRange,
);

const displayName = text('one line of at most 60 characters', (value) =>
  /^(?! )[^\p{Cc}\p{Zl}\p{Zp}]{1,60}(?<! )$/u.test(value),
);

const languageTag = text('a language tag such as en or de-AT', isLanguageTag);

/**
 * Every setting there is. Types, checks, the environment's names, flags and docs/configuration.md
 * derive from this table. Durations come to the program as milliseconds, sizes as bytes.
 */
export const settings = nameSettings({
  host: {
    doc: 'The address to listen on. `0.0.0.0` and `::` listen on every network of the machine.',
    kind: listenAddress,
    default: '127.0.0.1',
  },
  port: {
    doc: 'The port to listen on; 0 takes any free one.',
    kind: wholeNumber(0, 65_535),
    default: 8080,
  },
  publicUrl: {
    doc: 'The address under which people reach the service. Links in mails start with it.',
    kind: origin,
  },
  trustedProxies: {
    doc: 'Reverse proxies whose word on the client’s address is believed.',
    kind: trustedRanges,
    default: [],
  },
  tlsCertFile: {
    doc: 'The certificate chain (PEM) to serve HTTPS with. Needs `tlsKeyFile`.',
    kind: path,
  },
  tlsKeyFile: {
    doc: 'The private key (PEM) of `tlsCertFile`.',
    kind: path,
  },
  keyDir: {
    doc: 'The folder of the encryption keys. Kept on another disk, it leaves a stolen data folder unreadable.',
    kind: path,
    default: 'keys',
  },
  csrfLifetime: {
    doc: 'How long a CSRF token lives after its last valid use.',
    kind: duration(second, 30 * day),
    default: '15m',
  },
  maxFileSize: {
    doc: 'The largest file that is taken.',
    kind: size(1),
  },
  trayQuota: {
    doc: 'How much the unsent files of one account may take up.',
    kind: size(1),
  },
  minFreeSpace: {
    doc: 'Uploads are refused while the disk has less room than this.',
    kind: size(0),
    default: '1GiB',
  },
  maxJsonSize: {
    doc: 'The largest JSON body that is taken.',
    kind: size(1024, 1024 ** 3),
    default: '4MiB',
  },
  maxUploadFiles: {
    doc: 'How many files one upload request may hold.',
    kind: wholeNumber(1, 100_000),
    default: 1000,
  },
  desttimeUnit: {
    doc: 'The unit in which clients count `desttime`.',
    kind: choice('seconds', 'minutes', 'hours', 'days'),
    default: 'seconds',
  },
  desttimeDefault: {
    doc: 'How long a transfer lives when the client does not say.',
    kind: lifetime,
    default: '7d',
  },
  desttimeMin: {
    doc: 'The shortest life of a transfer that a client may ask for.',
    kind: lifetime,
    default: '1s',
  },
  desttimeMax: {
    doc: 'The longest life of a transfer that a client may ask for.',
    kind: lifetime,
    default: '365d',
  },
  contactsOnly: {
    doc: 'Whether only contacts may be chosen as receivers.',
    kind: yesOrNo,
    default: false,
  },
  language: {
    doc: 'The language of mails and pages where a receiver’s own is unknown.',
    kind: languageTag,
    default: 'en',
  },
  requestRate: {
    doc: 'How many requests an account may make in a minute; 0 sets no limit.',
    kind: wholeNumber(0, 1_000_000),
    default: 0,
  },
  drainTime: {
    doc: 'How long requests under way may take to end when the server is told to stop.',
    kind: duration(0, hour),
    default: '30s',
  },
  stallTime: {
    doc: 'A connection that makes no progress for so long is cut.',
    kind: duration(second, day),
    default: '60s',
  },
  logLevel: {
    doc: 'The least important messages that are still logged.',
    kind: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
  },
  logFormat: {
    doc: '`json` for machines, `pretty` for people; `auto` is pretty on a terminal.',
    kind: choice('auto', 'json', 'pretty'),
    default: 'auto',
  },
  serviceName: {
    doc: 'What the service is called on pages and in mails.',
    kind: displayName,
    default: 'Valise',
  },
});

export type Config = ConfigOf<typeof settings>;
export type SettingName = keyof Config;
/** Where each value came from: `flag --port`, `environment VALISE_PORT`, `file …`, `default`. */
export type Origins = Readonly<Record<SettingName, string>>;
