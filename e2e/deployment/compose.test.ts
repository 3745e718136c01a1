import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  drainSeconds,
  programVersion,
  secondsOf,
  settingDefaults,
  usualPort,
} from './documented.ts';
import { readDocument } from './example.ts';
import { parseYaml } from './parse-yaml.ts';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks: string[] | Record<string, { ipv4_address: string }>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, string>;
  secrets: Record<string, { file: string }>;
}

const folder = join(import.meta.dirname, '../../deploy');
const text = readDocument('deploy/compose.yaml');
const { services, networks, volumes, secrets } = parseYaml(text)[0] as Compose;
const nodes = Object.entries(services).filter(([name]) => name.startsWith('node'));

test('compose.yaml names settings that exist, and their values are texts', () => {
  assert.equal(nodes.length, 2);
  assert.ok(settingDefaults.size > 50, 'the table of settings was found');
  for (const [, { environment = {} }] of nodes) {
    const unknown = Object.keys(environment).filter((name) => !settingDefaults.has(name));
    assert.deepEqual(unknown, []);
  }
  assert.doesNotMatch(text, /^ +VALISE_\w+: (?:true|false|\d+)$/m);
});

test('compose.yaml uses volumes, networks, secrets, files and services that it defines', () => {
  const used = {
    volumes: new Set<string>(),
    networks: new Set<string>(),
    secrets: new Set<string>(),
  };
  for (const [name, service] of Object.entries(services)) {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) assert.ok(existsSync(join(folder, source)), volume);
      else used.volumes.add(source);
    }
    const own = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
    for (const network of own) used.networks.add(network);
    for (const secret of service.secrets ?? []) used.secrets.add(secret);
    for (const value of Object.values(service.environment ?? {})) {
      for (const [, secret = ''] of value.matchAll(/\/run\/secrets\/([\w-]+)/g)) {
        assert.ok(service.secrets?.includes(secret), `${name} is not given ${secret}`);
      }
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.equal(condition, 'service_healthy');
      const hasCheck = services[other]?.healthcheck ?? services[other]?.build;
      assert.ok(hasCheck, `${other} tells whether it is healthy`);
    }
  }
  assert.deepEqual([...used.volumes].sort(), Object.keys(volumes).sort());
  assert.deepEqual([...used.networks].sort(), Object.keys(networks).sort());
  assert.deepEqual([...used.secrets].sort(), Object.keys(secrets).sort());
  assert.equal(services['caddy']?.networks instanceof Array, false);
});

test('compose.yaml has no secret in the environment of a container', () => {
  for (const [name, { environment = {} }] of Object.entries(services)) {
    const suspects = Object.keys(environment).filter((each) =>
      /(?:PASSWORD|SECRET|TOKEN|CREDENTIALS|ACCESS_KEY)$/.test(each),
    );
    assert.deepEqual(suspects, [], name);
  }
  const setUp = readDocument('deploy/compose/set-up.sh');
  for (const [name, { file }] of Object.entries(secrets)) {
    assert.equal(file, `./compose/secrets/${name}`);
    assert.match(setUp, new RegExp(`^ *(?:random|put|echo .* put) ${name} |\\| put ${name} `, 'm'));
  }
});

test('the nodes of compose.yaml are this version, built by the Dockerfile', () => {
  for (const [name, { image, build, stop_grace_period: grace = '0s' }] of nodes) {
    assert.equal(image, `valise:${programVersion}`, name);
    assert.equal(build?.context, '..');
    assert.ok(existsSync(join(folder, '..', build.dockerfile)));
    assert.ok(secondsOf(grace) > drainSeconds, 'uploads under way may end');
  }
});

test('Caddy of compose.yaml knows the nodes, and the nodes know Caddy', () => {
  const caddyfile = readDocument('deploy/compose/Caddyfile');
  const upstreams = /^[ \t]+reverse_proxy (.+) \{$/m.exec(caddyfile)?.[1]?.split(' ');
  assert.deepEqual(
    upstreams,
    nodes.map(([name]) => `${name}:${usualPort}`),
  );
  const address = (services['caddy']?.networks as Record<string, { ipv4_address: string }>)[
    'front'
  ];
  for (const [, { environment = {} }] of nodes) {
    assert.equal(environment['VALISE_TRUSTED_PROXIES'], address?.ipv4_address);
    assert.ok(caddyfile.includes(`${environment['VALISE_PUBLIC_URL'] ?? ''} {`));
  }
  const single = readDocument('deploy/Caddyfile');
  for (const part of [/^http:[^]*?^}$/m, /^\tservers \{[^]*?^\t}$/m, /^\tlog \{[^]*?^\t}$/m]) {
    assert.equal(
      part.exec(caddyfile)?.[0],
      part.exec(single)?.[0],
      'the same as in the other example',
    );
  }
});

test('PostgreSQL of compose.yaml takes as many connections as the nodes may need', () => {
  const allowed = /max_connections=(\d+)/.exec(services['postgres']?.command?.join(' ') ?? '')?.[1];
  const needed = nodes
    .map(([, { environment }]) => 15 * (Number(environment?.['VALISE_WORKERS']) + 1))
    .reduce((sum, count) => sum + count, 10);
  assert.ok(Number(allowed) >= needed, `${allowed ?? ''} for ${needed}`);
});
