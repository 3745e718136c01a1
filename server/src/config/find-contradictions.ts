import type { Problem } from '#protocol/errors.ts';
import { ttlUnits } from '../domain/model/clock.ts';
import { isLoopback } from './addresses.ts';
import { parseHeaders } from './headers.ts';
import { parseS3Credentials } from './s3-credentials.ts';
import type { Config, Origins, SettingName } from './settings.ts';

type Judge = (values: Partial<Config>, origins: Origins) => Problem | undefined;

const rules: readonly Judge[] = [
  rule({
    about: ['publicUrl', 'alsoHosts'],
    isBroken: ({ publicUrl, alsoHosts }) => publicUrl === undefined && alsoHosts.length > 0,
    problem: 'must be given too, because alsoHosts is; without it every name is answered',
  }),
  onlyWith('tlsCertFile', 'tlsKeyFile'),
  onlyWith('tlsKeyFile', 'tlsCertFile'),
  onlyWith('databasePassword', 'databaseUrl'),
  onlyWith('databaseCaFile', 'databaseUrl'),
  onlyWith('s3Endpoint', 'blobUrl'),
  onlyWith('s3Credentials', 'blobUrl'),
  onlyWith('s3CaFile', 'blobUrl'),
  onlyWith('s3PathStyle', 'blobUrl'),
  onlyWith('blobUrl', 's3Credentials'),
  rule({
    about: ['s3Credentials', 'blobUrl'],
    isBroken: ({ s3Credentials }) =>
      s3Credentials !== undefined && parseS3Credentials(s3Credentials.reveal()) === undefined,
    problem:
      'must hold the lines aws_access_key_id = … and aws_secret_access_key = … of one profile',
  }),
  rule({
    about: ['keyCredential', 'keyCommand'],
    isBroken: ({ keyCredential, keyCommand }) => keyCredential && keyCommand !== undefined,
    problem: 'must be false, because keyCommand is given: the root key comes from one place',
  }),
  onlyWith('smtpUser', 'smtpPassword'),
  onlyWith('smtpPassword', 'smtpUser'),
  rule({
    about: ['smtpSecurity', 'smtpPassword'],
    isBroken: ({ smtpSecurity, smtpPassword }) =>
      smtpSecurity === 'none' && smtpPassword !== undefined,
    problem: 'must not be none, because smtpPassword would cross the network unprotected',
  }),
  onlyWith('smsGatewayToken', 'smsGatewayUrl'),
  onlyWith('metricsToken', 'metricsListen'),
  onlyWith('tracesHeaders', 'tracesEndpoint'),
  rule({
    about: ['tracesHeaders', 'tracesEndpoint'],
    isBroken: ({ tracesHeaders }) =>
      tracesHeaders !== undefined && parseHeaders(tracesHeaders.reveal()) === undefined,
    problem: 'must hold lines of Name: value, each name once',
  }),
  rule({
    about: ['smsAllowedPrefixes', 'secondFactor'],
    isBroken: ({ smsAllowedPrefixes, secondFactor }) =>
      secondFactor === 'sms' && smsAllowedPrefixes.length === 0,
    problem: 'must allow some numbers, because secondFactor is sms',
  }),
  rule({
    about: ['desttimeMin', 'desttimeMax'],
    isBroken: ({ desttimeMin, desttimeMax }) => desttimeMin > desttimeMax,
    problem: 'must not be longer than desttimeMax',
  }),
  rule({
    about: ['desttimeDefault', 'desttimeMin'],
    isBroken: ({ desttimeDefault, desttimeMin }) => desttimeDefault < desttimeMin,
    problem: 'must not be shorter than desttimeMin',
  }),
  rule({
    about: ['desttimeDefault', 'desttimeMax'],
    isBroken: ({ desttimeDefault, desttimeMax }) => desttimeDefault > desttimeMax,
    problem: 'must not be longer than desttimeMax',
  }),
  rule({
    about: ['desttimeDefault', 'desttimeUnit'],
    isBroken: ({ desttimeDefault, desttimeUnit }) => desttimeDefault % ttlUnits[desttimeUnit] !== 0,
    problem: 'must be a whole number of the unit that desttimeUnit names',
  }),
];

/**
 * Settings that are valid each by itself and not together. A setting with a fault of its own is absent from
 * `values`, and is not reported here.
 */
export function findContradictions(values: Partial<Config>, origins: Origins): Problem[] {
  return rules.map((judge) => judge(values, origins)).filter((found) => found !== undefined);
}

/** Without `needed`, the setting would do nothing. */
function onlyWith(name: SettingName, needed: SettingName): Judge {
  return rule({
    about: [needed, name],
    isBroken: (config) => config[needed] === undefined && config[name] !== undefined,
    problem: `must be given too, because ${name} is`,
  });
}

function rule<Name extends SettingName>(row: {
  /** The first is reported as the cause. */
  about: readonly [Name, Name];
  isBroken: (config: Pick<Config, Name>) => boolean;
  problem: string;
}): Judge {
  return (values, origins) => {
    if (!row.about.every((name) => name in values)) return undefined;
    if (!row.isBroken(values as Pick<Config, Name>)) return undefined;
    const places = row.about.map((name) => `${name}: ${origins[name]}`).join('; ');
    return { field: row.about[0], problem: `${row.problem} (${places}).` };
  };
}

type Reach = Pick<
  Config,
  | 'host'
  | 'publicUrl'
  | 'tlsCertFile'
  | 's3Endpoint'
  | 'allowPlainHttp'
  | 'metricsListen'
  | 'metricsToken'
  | 'tracesEndpoint'
>;

/**
 * Settings that a server refuses to start with unless the operator confirms them. Commands that only
 * read the data may run with them.
 */
export function findUnsafeSettings(config: Reach): Problem[] {
  return [...findOpenMetrics(config), ...findPlainHttp(config)];
}

/** Metrics reveal how much is exchanged, and which version runs: only those who are meant to may read them. */
function findOpenMetrics({ metricsListen, metricsToken }: Reach): Problem[] {
  if (metricsListen === undefined || metricsToken !== undefined) return [];
  if (isLoopback(metricsListen.host)) return [];
  return [
    {
      field: 'metricsListen',
      problem: `is ${metricsListen.host}, where other machines could read the metrics. Set metricsTokenFile, or listen on 127.0.0.1.`,
    },
  ];
}

function findPlainHttp(config: Reach): Problem[] {
  const { host, publicUrl, tlsCertFile, s3Endpoint, tracesEndpoint, allowPlainHttp } = config;
  if (allowPlainHttp) return [];
  const found: Problem[] = [];
  if (tlsCertFile === undefined && !isLoopback(host)) {
    found.push({
      field: 'host',
      problem: `is ${host}, where keys, links and files would cross the network over plain HTTP. Set tlsCertFile and tlsKeyFile, or listen on 127.0.0.1 behind a proxy that speaks HTTPS, or, where the network in between is your own, set allowPlainHttp to true.`,
    });
  }
  if (publicUrl !== undefined && isOpenAddress(publicUrl)) {
    found.push({
      field: 'publicUrl',
      problem: `is ${publicUrl}: people would send keys, links and files over plain HTTP. Serve HTTPS and begin the address with https://, or, where the network is your own, set allowPlainHttp to true.`,
    });
  }
  if (s3Endpoint !== undefined && isOpenAddress(s3Endpoint)) {
    found.push({
      field: 's3Endpoint',
      problem: `is ${s3Endpoint}: whoever is in between could read the names of files in the store, and change what it answers. Begin the address with https://, or, where the network is your own, set allowPlainHttp to true.`,
    });
  }
  if (tracesEndpoint !== undefined && isOpenAddress(tracesEndpoint)) {
    found.push({
      field: 'tracesEndpoint',
      problem: `is ${tracesEndpoint}: whoever is in between could read the traces and the headers that are sent with them. Begin the address with https://, or, where the network is your own, set allowPlainHttp to true.`,
    });
  }
  return found;
}

function isOpenAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}
