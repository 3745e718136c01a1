import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { day, minute, second } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { loadConfig, loadSettings } from './load-config.ts';
import { usualWorkers } from './setting.ts';
import type { Config } from './settings.ts';
import { settings } from './settings.ts';

interface Places {
  args?: string[];
  env?: Record<string, string | undefined>;
  /** What valise.json holds: an object, or text as it is. */
  file?: unknown;
}

async function load(t: TestContext, { args = [], env = {}, file }: Places) {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-config-'));
  t.after(() => rm(dataDir, { recursive: true }));
  if (file !== undefined) {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    await writeFile(join(dataDir, 'valise.json'), text);
  }
  const readStandardInput = () => Promise.resolve('a secret');
  const loaded = await loadConfig({ dataDir, args, env, cwd: '/srv/work', readStandardInput });
  return { ...loaded, dataDir };
}

async function findProblems(t: TestContext, places: Places): Promise<string[]> {
  try {
    await load(t, places);
    return [];
  } catch (error) {
    assert.ok(error instanceof ValiseError);
    assert.equal(error.code, 'config_invalid');
    const problems = (error.details ?? []).map(({ field, problem }) => `${field} ${problem}`);
    assert.ok(error.message.includes(problems[0] ?? 'at least one problem'));
    return problems;
  }
}

test('a worker for each core, eight at most, and none that a container has no memory for', () => {
  const gibibyte = 1024 ** 3;
  assert.equal(usualWorkers(4, 0), 4, 'no limit is known');
  assert.equal(usualWorkers(4, 2 ** 64), 4);
  assert.equal(usualWorkers(64, 64 * gibibyte), 8);
  assert.equal(usualWorkers(8, gibibyte), 4);
  assert.equal(usualWorkers(8, gibibyte / 4), 1);
  assert.equal(usualWorkers(8, gibibyte / 8), 1);
});

test('one worker where files are in S3, unless the operator says how many', async () => {
  async function countWorkers(...args: string[]): Promise<number | undefined> {
    const readStandardInput = () => Promise.resolve('');
    const input = { dataDir: '/nowhere', args, env: {}, cwd: '/', readStandardInput };
    return (await loadSettings(settings, { ...input, readsFile: false })).values.workers;
  }

  const forEachCore = usualWorkers(availableParallelism(), process.constrainedMemory());
  assert.equal(await countWorkers('--blob-url', 's3://files'), 1);
  assert.equal(await countWorkers('--blob-url', 's3://files', '--workers', '3'), 3);
  assert.equal(await countWorkers('--blob-url', 's3://files', '--workers', 'cores'), forEachCore);
  assert.equal(await countWorkers('--blob-url', 'none'), forEachCore);
});

test('everything has a default, or none', async (t) => {
  const { config, origins, dataDir } = await load(t, {});
  // One of each kind; docs/configuration.md, which is generated, has them all.
  const expected: Partial<Config> = {
    port: 8080,
    workers: usualWorkers(availableParallelism(), process.constrainedMemory()),
    publicUrl: undefined,
    trustedProxies: [],
    allowPlainHttp: false,
    keyDir: join(dataDir, 'keys'),
    trayLifetime: 7 * day,
    minFreeSpace: 1024 ** 3,
    grantMaxBytes: 10_000_000_000,
    desttimeUnit: 'seconds',
    timeZone: 'UTC',
  };
  const names = Object.keys(expected) as (keyof Config)[];
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, config[name]])), expected);
  assert.deepEqual(Object.keys(config).sort(), Object.keys(origins).sort());
  assert.deepEqual(new Set(Object.values(origins)), new Set(['default']));
});

test('a flag beats the environment, which beats the file, which beats the default', async (t) => {
  const args = ['--port', '1'];
  const env = { VALISE_PORT: '2', VALISE_HOST: '::1' };
  const file = { port: 3, host: '::2', language: 'de' };
  const { config, origins, dataDir } = await load(t, { args, env, file });
  assert.deepEqual([config.port, origins.port], [1, 'flag --port']);
  assert.deepEqual([config.host, origins.host], ['::1', 'environment VALISE_HOST']);
  const fromFile = `file ${join(dataDir, 'valise.json')}`;
  assert.deepEqual([config.language, origins.language], ['de', fromFile]);
  assert.deepEqual([config.requestRate, origins.requestRate], [0, 'default']);
});

const written: [Places, Partial<Config>][] = [
  [{ args: ['--port=0'] }, { port: 0 }],
  [{ args: ['--port', '1', '--port', '2'] }, { port: 2 }],
  [{ args: ['--contacts-only', '--port', '1'] }, { contactsOnly: true, port: 1 }],
  [{ args: ['--contacts-only=false'], file: { contactsOnly: true } }, { contactsOnly: false }],
  [{ args: ['--trusted-proxies', '::1, 10.0.0.0/8'] }, { trustedProxies: ['::1', '10.0.0.0/8'] }],
  [{ file: { trustedProxies: ['::1', '10.0.0.0/8'] } }, { trustedProxies: ['::1', '10.0.0.0/8'] }],
  [{ args: ['--trusted-proxies='], file: { trustedProxies: ['::1'] } }, { trustedProxies: [] }],
  [{ env: { VALISE_CSRF_LIFETIME: '30s' } }, { csrfLifetime: 30 * second }],
  [{ file: { csrfLifetime: 60 } }, { csrfLifetime: minute }],
  [{ file: { maxFileSize: '2GB' } }, { maxFileSize: 2_000_000_000 }],
  [{ file: { maxFileSize: 5 }, env: { VALISE_MAX_FILE_SIZE: 'none' } }, { maxFileSize: undefined }],
  [{ file: { maxFileSize: null } }, { maxFileSize: undefined }],
  [{ file: { publicUrl: 'https://a.example/' } }, { publicUrl: 'https://a.example' }],
  [
    { args: ['--database-url', 'postgres://valise@db.example.com:5432/valise'] },
    { databaseUrl: 'postgres://valise@db.example.com:5432/valise' },
  ],
  [{ args: ['--key-dir', 'keys'] }, { keyDir: '/srv/work/keys' }],
  [{ env: { VALISE_KEY_DIR: '../keys' } }, { keyDir: '/srv/keys' }],
  [{ file: { keyDir: '/etc/keys' } }, { keyDir: '/etc/keys' }],
  [
    { file: { desttimeUnit: 'days', logLevel: 'debug' } },
    { desttimeUnit: 'days', logLevel: 'debug' },
  ],
  [{ file: { serviceName: 'Überseekoffer & Söhne' } }, { serviceName: 'Überseekoffer & Söhne' }],
  [{ env: { PATH: '/bin', VALISE_DATA: '/data', VALISE_PORT: undefined } }, { port: 8080 }],
];

for (const [places, expected] of written) {
  test(`${JSON.stringify(places)} is understood`, async (t) => {
    const { config } = await load(t, places);
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(config[name as keyof Config], value);
    }
  });
}

test('paths in the file start from the data folder', async (t) => {
  const { config, dataDir } = await load(t, {
    file: { tlsCertFile: 'c.pem', tlsKeyFile: 'k.pem' },
  });
  assert.equal(config.tlsCertFile, join(dataDir, 'c.pem'));
  assert.equal(config.tlsKeyFile, join(dataDir, 'k.pem'));
});

const refused: [Places, RegExp][] = [
  [
    { args: ['--port', 'abc'] },
    /^port must be a whole number from 0 to 65535, but flag --port says "abc"\.$/,
  ],
  [{ args: ['--port', '65536'] }, /^port /],
  [{ args: ['--port', '-1'] }, /^port /],
  [{ args: ['--port', '80.5'] }, /^port /],
  [{ args: ['--port', ''] }, /^port /],
  [{ args: ['--port'] }, /^port --port needs a value/],
  [{ args: ['--port', '--host', '::1'] }, /^port --port needs a value/],
  [{ args: ['--prot', '1'] }, /^--prot is not a setting\. Did you mean --port\?$/],
  [{ args: ['--telemetry=on'] }, /^--telemetry is not a setting\.$/],
  [{ args: ['8080'] }, /^8080 must follow the flag/],
  [{ args: ['--contacts-only=maybe'] }, /^contactsOnly must be true or false/],
  [{ env: { VALISE_PORTS: '1' } }, /^VALISE_PORTS is not a setting\. Did you mean VALISE_PORT\?$/],
  [{ env: { VALISE_PORT: '' } }, /^port .* but environment VALISE_PORT says ""\.$/],
  [{ env: { VALISE_HOST: 'http://x' } }, /^host /],
  [
    { file: { publicURL: 'https://a.example' } },
    /^publicURL in .*valise\.json is not a setting\. Did you mean publicUrl\?$/,
  ],
  [{ file: { port: '80a' } }, /^port .* but file .*valise\.json says "80a"\.$/],
  [{ file: { port: null } }, /^port .* says null\.$/],
  [{ file: { port: [80] } }, /^port /],
  [
    { file: { publicUrl: 'https://a.example/path' } },
    /^publicUrl must be an https or http address/,
  ],
  [{ file: { trustedProxies: ['0.0.0.0/0'] } }, /^trustedProxies .*trust everyone/],
  [{ args: ['--trusted-proxies', '0.0.0.0/1,128.0.0.0/1'] }, /^trustedProxies .*trust everyone/],
  [{ file: { trustedProxies: ['::1', '::/0'] } }, /^trustedProxies .*trust everyone/],
  [{ file: { trustedProxies: [7] } }, /^trustedProxies /],
  [{ file: { csrfLifetime: '15 minutes' } }, /^csrfLifetime must be a duration .* from 1s to 30d/],
  [{ file: { csrfLifetime: 0 } }, /^csrfLifetime /],
  [{ file: { maxFileSize: 0 } }, /^maxFileSize must be a size .* from 1B to 1PB/],
  [{ file: { maxFileSize: 1.5 } }, /^maxFileSize /],
  [
    { file: { desttimeUnit: 'weeks' } },
    /^desttimeUnit must be one of seconds, minutes, hours, days/,
  ],
  [{ file: { language: 'en\n' } }, /^language /],
  [{ file: { serviceName: 'two\nlines' } }, /^serviceName /],
  [{ file: { serviceName: '' } }, /^serviceName /],
  [
    { args: ['--accent-color', 'teal'] },
    /^accentColor must be a colour as three or six hexadecimal digits, such as #7a1f5c; .*, but flag --accent-color says "teal"\.$/,
  ],
  [{ file: { accentColor: 123456 } }, /^accentColor must be a colour/],
  [{ file: { keyDir: '' } }, /^keyDir must be the path/],
  [{ file: { keyDir: 'a\0b' } }, /^keyDir must be the path/],
  [{ file: { serviceName: 'x'.repeat(10_000) } }, /^serviceName .{1,300}$/],
  [{ file: '{"__proto__": {"port": 1}}' }, /^__proto__ in .* is not a setting/],
  [{ file: '{ port: 1 }' }, /valise\.json cannot be used: .*JSON/],
  [{ file: '[]' }, /valise\.json cannot be used: it must hold one JSON object/],
  [
    { args: ['--tls-cert-file', 'c.pem'] },
    /^tlsKeyFile must be given too, because tlsCertFile is \(tlsKeyFile: default; tlsCertFile: flag --tls-cert-file\)\.$/,
  ],
  [{ file: { tlsKeyFile: 'k.pem' } }, /^tlsCertFile must be given too/],
  [
    { args: ['--database-password-file', '-'] },
    /^databaseUrl must be given too, because databasePassword is/,
  ],
  [{ file: { blobUrl: 's3://bucket' } }, /^s3Credentials must be given too, because blobUrl is/],
  [{ file: { s3Endpoint: 'https://s3.example.com' } }, /^blobUrl must be given too/],
  [
    { file: { blobUrl: 's3://bucket' }, args: ['--s3-credentials-file', '-'] },
    /^s3Credentials must hold the lines aws_access_key_id/,
  ],
  [{ file: { smtpUser: 'valise' } }, /^smtpPassword must be given too, because smtpUser is/],
  [
    { args: ['--sms-gateway-token-file', '-'] },
    /^smsGatewayUrl must be given too, because smsGatewayToken is/,
  ],
  [{ file: { secondFactor: 'sms' } }, /^smsAllowedPrefixes must allow some numbers/],
  [{ file: { smsAllowedPrefixes: ['+46'] } }, /^smsAllowedPrefixes .*one to ten digits each/],
  [{ file: { smsGatewayUrl: 'http://sms.example.com/' } }, /^smsGatewayUrl .*an https address/],
  [{ args: ['--smtp-password-file', '-'] }, /^smtpUser must be given too, because smtpPassword is/],
  [
    {
      file: { smtpUser: 'valise', smtpSecurity: 'none' },
      args: ['--smtp-password-file', '-'],
    },
    /^smtpSecurity must not be none/,
  ],
  [{ file: { mailFrom: 'Valise <valise@example.com>' } }, /^mailFrom must be an e-mail address/],
  [{ file: { timeZone: 'Mars/Olympus' } }, /^timeZone must be a time zone/],
  [{ file: { desttimeDefault: '1s', desttimeMin: '1m' } }, /^desttimeDefault must not be shorter/],
  [{ file: { desttimeDefault: '8d', desttimeMax: '7d' } }, /^desttimeDefault must not be longer/],
  [
    { file: { desttimeDefault: '12h', desttimeUnit: 'days' } },
    /^desttimeDefault must be a whole number/,
  ],
];

for (const [places, expected] of refused) {
  test(`${JSON.stringify(places).slice(0, 80)} is refused`, async (t) => {
    const problems = await findProblems(t, places);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', expected);
  });
}

for (const [setting, written, wayOut] of [
  ['databaseUrl', 'postgres://valise:hunter2@db/valise', 'databasePasswordFile'],
  ['databaseUrl', 'postgres://valise@db/valise?password=hunter2', 'databasePasswordFile'],
  ['databaseUrl', 'postgres://valise:hunter2/', 'databasePasswordFile'],
  ['blobUrl', 's3://key:hunter2@bucket/valise', 's3CredentialsFile'],
  ['s3Endpoint', 'https://key:hunter2@s3.example.com', 's3CredentialsFile'],
  ['tracesEndpoint', 'https://key:hunter2@collector.example.com', 'tracesHeadersFile'],
  ['tracesEndpoint', 'https://collector.example.com/v1?key=hunter2', 'tracesHeadersFile'],
] as const) {
  test(`a password in ${setting} is refused with the way out, and not shown: ${written}`, async (t) => {
    const { flag, env } = settings[setting];
    for (const places of [
      { args: [flag, written] },
      { env: { [env]: written } },
      { file: { [setting]: written } },
    ]) {
      const [problem = '', ...others] = await findProblems(t, places);
      assert.deepEqual(others, []);
      assert.ok(problem.startsWith(`${setting} must be `), problem);
      assert.ok(problem.includes(wayOut), problem);
      assert.doesNotMatch(problem, /hunter2/);
    }
  });
}

test('all mistakes of all places are told at once', async (t) => {
  const problems = await findProblems(t, {
    args: ['--prot', '1', '--host', 'a b'],
    env: { VALISE_PORT: 'x', VALISE_NOPE: '1' },
    file: { csrfLifetime: 'x', desttimeMin: '9d', desttimeMax: '8d', nope: 1 },
  });
  const fields = problems.map((problem) => problem.split(' ')[0]);
  assert.deepEqual(fields, [
    '--prot',
    'VALISE_NOPE',
    'nope',
    'host',
    'port',
    'csrfLifetime',
    'desttimeMin',
    'desttimeDefault',
  ]);
});
