import { day, hour, minute, second, ttlUnitNames } from '../domain/model/clock.ts';
import { isHost } from './addresses.ts';
import {
  color,
  contact,
  displayName,
  languageTag,
  lifetime,
  listenAddress,
  mailAddress,
  program,
  origin,
  timeZone,
  trustedRanges,
  webAddress,
  workerCount,
  choice,
  duration,
  list,
  path,
  size,
  wholeNumber,
  scriptOrigins,
  yesOrNo,
  nameSettings,
} from './setting.ts';
import type { ConfigOf } from './setting.ts';
import { deliveryRows } from './delivery-rows.ts';
import { monitoringRows } from './monitoring-rows.ts';
import { storeRows } from './store-rows.ts';
import { webhookRows } from './webhook-rows.ts';

/**
 * Every setting. Types, checks, environment variables, flags and docs/configuration.md derive from this
 * table. Durations are milliseconds in the program, sizes are bytes.
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
  workers: {
    doc: 'How many processes take requests behind the one port. `cores` is one for each core, at most 8, and at most one for each 256 MiB where the memory of a container is limited. With 1, the server is one process; more than one for each core is of no use. A server with its files in S3 has one by itself, which takes up to 256 MiB: more nodes, or more workers, use more cores.',
    kind: workerCount,
    default: 'cores',
    defaultWith: { name: 'blobUrl', is: 1 },
  },
  workerTimeout: {
    doc: 'A worker that does not answer the process that started it for so long hangs, and is killed and started again. After half of that time it is killed as soon as another worker has to wait for it, and a server of a single process ends itself, to be started again.',
    kind: duration(second, hour),
    default: '20s',
  },
  publicUrl: {
    doc: 'The address under which people reach the service. Links in mails start with it; unless set, with the address that is listened on, or the machine’s name where that is every address.',
    kind: origin,
  },
  alsoHosts: {
    doc: 'Further names and addresses, besides the host of `publicUrl`, under which requests are answered. One without a port is answered on any port. Unless `publicUrl` is set, every name is.',
    kind: list('host names and IP addresses, each with or without a port', isHost),
    default: [],
  },
  apiOrigins: {
    doc: 'Web sites whose scripts may call `/api/v1` and upload at `/u/SECRET/tus` from a browser (CORS), such as `https://portal.example.com`. They see whatever the key or link allows that they have. No cookie counts. See [api.md](api.md#from-a-browser).',
    kind: scriptOrigins,
    default: [],
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
  allowPlainHttp: {
    doc: 'Whether the server may be started where others than this machine would reach it over plain HTTP: on another `host` than loopback without `tlsCertFile`, or with a `publicUrl` that begins with `http:`; and whether the S3 store may be reached over plain HTTP on another machine. Set it only where the network in between is your own, such as that of containers behind a proxy.',
    kind: yesOrNo,
    default: false,
  },
  keyDir: {
    doc: 'The folder of the encryption keys. Kept on another disk, it leaves a stolen data folder unreadable.',
    kind: path,
    default: 'keys',
  },
  keyCommand: {
    doc: 'A program, with its arguments, that prints the root key (64 lower-case hexadecimal digits), such as the client of a KMS or TPM. It is run once when a server or command starts, without a shell, for at most 30 seconds. `root.key` is then neither made nor read. Arguments are no place for secrets: other users can see them.',
    kind: program,
  },
  keyCredential: {
    doc: 'Whether the root key comes from systemd, as the credential `valise-root-key` (`LoadCredential=` or `LoadCredentialEncrypted=`). `root.key` is then neither made nor read.',
    kind: yesOrNo,
    default: false,
  },
  ...storeRows,
  oidcFile: {
    doc: 'A JSON file that names the OpenID Connect providers with which people may sign in: see [sign-in.md](sign-in.md). Unless set, there are none.',
    kind: path,
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
  trayLifetime: {
    doc: 'How long an uploaded file waits to be sent. One that is never sent is removed then, so that it cannot go to the receivers of a later sending.',
    kind: duration(minute, 3650 * day),
    default: '7d',
  },
  auditRetention: {
    doc: 'How long a record of the audit trail is kept; a signed checkpoint then takes the place of what is removed.',
    kind: duration(day, 3650 * day),
  },
  mailRetention: {
    doc: 'How long it is remembered that a mail was delivered, refused or given up.',
    kind: duration(day, 3650 * day),
  },
  historyRetention: {
    doc: 'How long an ended drop or grant stays in the history, with its message, receivers and names of files.',
    kind: duration(day, 3650 * day),
  },
  minFreeSpace: {
    doc: 'Uploads are refused while the disk has less room than this.',
    kind: size(0),
    default: '1GiB',
  },
  ballast: {
    doc: 'How much room is kept in the data folder (`valise.ballast`) to be given up when the disk is full, so that what is due can still be ended. At most a sixteenth of the disk; 0 keeps none.',
    kind: size(0),
    default: '32MiB',
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
  grantMaxFiles: {
    doc: 'How many files a contact may send back through one upload page, in all.',
    kind: wholeNumber(1, 100_000),
    default: 100,
  },
  grantMaxBytes: {
    doc: 'How much a contact may send back through one upload page, in all.',
    kind: size(1),
    default: '10GB',
  },
  desttimeUnit: {
    doc: 'The unit in which clients count `desttime`. Accounts can have one of their own: see `valise account desttime-unit`.',
    kind: choice(...ttlUnitNames),
    default: 'seconds',
  },
  desttimeDefault: {
    doc: 'How long a transfer lives when the client does not say. What a contact sends back lives no shorter.',
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
  maxReceivers: {
    doc: 'How many receivers one transfer may have.',
    kind: wholeNumber(1, 1_000_000),
    default: 1000,
  },
  mailsPerDay: {
    doc: 'How many mails with links an account may have sent to receivers in 24 hours.',
    kind: wholeNumber(1, 10_000_000),
    default: 5000,
  },
  remindBefore: {
    doc: 'How long before a transfer ends those who have not fetched it are reminded; 0 reminds nobody. Transfers that live less than twice as long are left out.',
    kind: duration(0, 365 * day),
    default: '24h',
  },
  clockGap: {
    doc: 'A server that starts longer than this after it last ran doubts the clock, and deletes nothing until the clock is known to be right.',
    kind: duration(hour, 3650 * day),
    default: '24h',
  },
  keyGrace: {
    doc: 'How long the key of a past day is kept once no file needs it, so that a backup can still be restored. After that, files that expired on that day cannot be read from any backup.',
    kind: duration(hour, 365 * day),
    default: '72h',
  },
  quarantineTime: {
    doc: 'How long stored files that the database does not know are kept in `blobs/quarantine` before they are removed.',
    kind: duration(hour, 365 * day),
    default: '7d',
  },
  contactsOnly: {
    doc: 'Whether only contacts may be chosen as receivers.',
    kind: yesOrNo,
    default: false,
  },
  showLinks: {
    doc: 'Whether people may see and copy the links of those to whom they send, also as a QR code. Who has a link can use it in place of its receiver; the audit trail records that it was shown, and to whom it belongs.',
    kind: yesOrNo,
    default: false,
  },
  anyoneLinks: {
    doc: 'Whether a transfer can have a link for anyone, besides the people it is sent to or in place of them. Whoever has such a link can download, without an address: it is counted how often it is used, and not by whom. Where a code is demanded, or only contacts may receive, there is none.',
    kind: yesOrNo,
    default: false,
  },
  deviceLogin: {
    doc: 'Whether programs may ask to act for a person: the program shows a code, and the person who types it on a page of this server allows the program a key of their own.',
    kind: yesOrNo,
    default: true,
  },
  contactsReplace: {
    doc: 'Whether contacts that are sent replace those there were without a question: then none is refused because it exists, and other data for a known address changes it. For clients that send their whole list every night.',
    kind: yesOrNo,
    default: false,
  },
  language: {
    doc: 'The language of mails and pages where a receiver’s own is unknown.',
    kind: languageTag,
    default: 'en',
  },
  timeZone: {
    doc: 'The time zone of mails and pages where a reader’s own is unknown.',
    kind: timeZone,
    default: 'UTC',
  },
  ...deliveryRows,
  ...webhookRows,
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
  maxTransfers: {
    doc: 'How many uploads and downloads may be under way at a time, in all; 0 sets no limit. Further ones are answered 503 with `Retry-After`.',
    kind: wholeNumber(0, 1_000_000),
    default: 1000,
  },
  transfersPerNetwork: {
    doc: 'How many of them may come from one network (an IPv4 address, an IPv6 network of 64 bits) at a time; 0 sets no limit. Further ones are answered 429 with `Retry-After`. Who comes from this machine is not counted: it may be a proxy that is not in `trustedProxies`.',
    kind: wholeNumber(0, 1_000_000),
    default: 64,
  },
  transfersPerLink: {
    doc: 'How many of them may run through one link of a receiver or a contact at a time; 0 sets no limit. Further ones are answered 429 with `Retry-After`.',
    kind: wholeNumber(0, 1_000_000),
    default: 16,
  },
  linkRequestRate: {
    doc: 'How many requests may come through one link in a minute; 0 sets no limit. Further ones are answered 429 with `Retry-After`.',
    kind: wholeNumber(0, 1_000_000),
    default: 3000,
  },
  transferMemory: {
    doc: 'How much memory all transfers of a worker together may use for working ahead, which makes few of them fast. Transfers beyond it go on with little memory each.',
    kind: size(8 * 1024 ** 2, 1024 ** 4),
    default: '16MiB',
  },
  stallTime: {
    doc: 'A connection on which less than 1 KiB a second moves for so long is cut. One that still has something to read is cut after eight times as long: what it reads shows late.',
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
  ...monitoringRows,
  serviceName: {
    doc: 'What the service is called on pages and in mails. Unless set, administrators choose it in the application, as `logoFile`, `accentColor` and `supportAddress`; or it is `Valise`.',
    kind: displayName,
  },
  logoFile: {
    doc: 'A PNG or SVG picture that pages show in place of ours, of at most 32 KiB.',
    kind: path,
  },
  accentColor: {
    doc: 'The colour of links and buttons on pages and in mails. Where it would be hard to read, a darker or lighter shade of it is used. Unless set, a deep teal.',
    kind: color,
  },
  installable: {
    doc: 'Whether browsers may install the pages of people with accounts as an application of a phone or computer, which other applications can share files with. Without it, browsers remove the service worker that they have.',
    kind: yesOrNo,
    default: true,
  },
  supportAddress: {
    doc: 'Where people may write when a page or a mail looks wrong to them; pages and mails name it.',
    kind: mailAddress,
  },
  securityContact: {
    doc: 'Where who finds a hole may report it; `/.well-known/security.txt` names it. Unless set, `supportAddress`; without either there is no such file.',
    kind: contact,
  },
  securityPolicyUrl: {
    doc: 'The page that says how reports of holes are handled; `/.well-known/security.txt` names it.',
    kind: webAddress,
  },
  abuseAddress: {
    doc: 'Where receivers may complain of mails that they did not want; mails to them name it. Unless set, `supportAddress`.',
    kind: mailAddress,
  },
  textsDir: {
    doc: 'A folder of texts that pages and mails use in place of ours, one file for each language, such as `de.json`: see [texts.md](texts.md).',
    kind: path,
  },
});

export type Config = ConfigOf<typeof settings>;
export type SettingName = keyof Config;
/** Where each value came from: `flag --port`, `environment VALISE_PORT`, `file …`, `default`. */
export type Origins = Readonly<Record<SettingName, string>>;
