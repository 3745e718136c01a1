import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  drainSeconds,
  programVersion,
  publicPaths,
  settingDefaults,
  usualPort,
} from './documented.ts';
import { readDocument } from './example.ts';
import { missingProgram, searchPath } from './missing-program.ts';
import { parseYaml } from './parse-yaml.ts';

interface Probe {
  httpGet: { path: string; port: string };
  timeoutSeconds?: string;
}

interface Pod {
  automountServiceAccountToken: string;
  enableServiceLinks: string;
  terminationGracePeriodSeconds: string;
  securityContext: Record<string, unknown>;
  containers: [
    {
      image: string;
      args: string[];
      envFrom: [{ configMapRef: { name: string } }];
      ports: { name: string; containerPort: string }[];
      startupProbe: Probe;
      livenessProbe: Probe;
      readinessProbe: Probe;
      lifecycle: { preStop: { exec: { command: [string, string] } } };
      securityContext: Record<string, unknown>;
      volumeMounts: { name: string; mountPath: string }[];
    },
  ];
  volumes: { name: string; secret?: { secretName: string; defaultMode: string } }[];
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data: Record<string, string>;
  /** Every kind has its own. */
  spec: unknown;
}

const names = readdirSync(join(import.meta.dirname, '../../deploy/kubernetes'))
  .filter((name) => name.endsWith('.yaml'))
  .sort();
const documents = new Map(
  names.map((name) => [name, parseYaml(readDocument(`deploy/kubernetes/${name}`)) as Resource[]]),
);
const kustomization = documents.get('kustomization.yaml')?.[0] as unknown as {
  resources: string[];
  secretGenerator: { name: string; files: string[] }[];
};

function find<Spec>(kind: string, name = 'valise'): Resource & { spec: Spec } {
  const found = [...documents.values()]
    .flat()
    .find((each) => each.kind === kind && each.metadata.name === name);
  return (found ?? assert.fail(`There is no ${kind} ${name}`)) as Resource & { spec: Spec };
}

const set = find<{
  serviceName: string;
  selector: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: Pod };
  volumeClaimTemplates: { metadata: { name: string } }[];
}>('StatefulSet').spec;
const { spec: pod } = set.template;
const [container] = pod.containers;
const { data: settings } = find('ConfigMap', 'valise-settings');
const portOf = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));

test('every manifest is applied, and is a resource of Kubernetes', () => {
  const others = names.filter((name) => name !== 'kustomization.yaml');
  assert.deepEqual([...kustomization.resources].sort(), others);
  for (const [name, resources] of documents) {
    for (const { apiVersion, kind } of resources) assert.ok(apiVersion && kind, name);
  }
});

test('the manifests name settings that exist, and their values are texts', () => {
  assert.equal(container.envFrom[0].configMapRef.name, 'valise-settings');
  const unknown = Object.keys(settings).filter((name) => !settingDefaults.has(name));
  assert.deepEqual(unknown, []);
  assert.doesNotMatch(readDocument('deploy/kubernetes/settings.yaml'), /: (?:true|false|\d+)$/m);
});

test('a service named valise does not set VALISE_PORT in the environment of the nodes', () => {
  find('Service');
  assert.equal(pod.enableServiceLinks, 'false');
});

test('the volumes, secrets and labels that the manifests use are there', () => {
  const { name: secretName, files } = kustomization.secretGenerator[0] ?? assert.fail();
  const secrets = files.map((file) => file.replace(/^secrets\//, ''));
  const volume = pod.volumes.find(({ name }) => name === 'secrets')?.secret;
  assert.equal(volume?.secretName, secretName);
  assert.equal(Number.parseInt(volume.defaultMode, 8) & 0o007, 0, 'secrets are not for everybody');
  const mounted = container.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath ?? '';
  const used = Object.values(settings).flatMap((value) =>
    [...value.matchAll(/\/run\/secrets\/[\w/-]+/g)].map(([path]) => path),
  );
  assert.deepEqual(used.sort(), secrets.map((name) => `${mounted}/${name}`).sort());

  const volumes = [
    ...pod.volumes.map(({ name }) => name),
    ...set.volumeClaimTemplates.map(({ metadata }) => metadata.name),
  ];
  assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), volumes.sort());
  const paths = container.volumeMounts.map(({ mountPath }) => mountPath);
  const dockerfile = readDocument('deploy/Dockerfile');
  for (const [, path = ''] of dockerfile.matchAll(/(?:VALISE_DATA|NODE_COMPILE_CACHE)=(\/\w+)/g)) {
    assert.ok(paths.includes(path), `${path} can be written`);
  }

  const { labels } = set.template.metadata;
  assert.deepEqual(set.selector.matchLabels, labels);
  assert.deepEqual(find<{ selector: object }>('Service').spec.selector, labels);
  assert.deepEqual(find<{ selector: object }>('Service', set.serviceName).spec.selector, labels);
  for (const kind of ['PodDisruptionBudget', 'PodMonitor']) {
    assert.deepEqual(find<{ selector: object }>(kind).spec.selector, { matchLabels: labels });
  }
  const { podSelector } = find<{ podSelector: object }>('NetworkPolicy').spec;
  assert.deepEqual(podSelector, { matchLabels: labels });
});

test('the ports of the manifests are those that a node listens on', () => {
  assert.equal(portOf.get('http'), usualPort);
  assert.equal(portOf.get('metrics'), settings['VALISE_METRICS_LISTEN']?.split(':')[1]);
  const { ports } = find<{ ports: { name: string; targetPort: string }[] }>('Service').spec;
  for (const { targetPort } of ports) assert.ok(portOf.has(targetPort), targetPort);

  const { rules, tls } = find<{
    rules: { host: string; http: { paths: { backend: { service: object } }[] } }[];
    tls: { hosts: string[] }[];
  }>('Ingress').spec;
  const [{ host, http } = assert.fail()] = rules;
  assert.equal(`https://${host}`, settings['VALISE_PUBLIC_URL']);
  assert.deepEqual(tls[0]?.hosts, [host]);
  const backend = { name: 'valise', port: { name: ports[0]?.name } };
  assert.deepEqual(http.paths[0]?.backend.service, backend);

  const { ingress, egress } = find<{
    ingress: { ports: { port: string }[] }[];
    egress: { ports: { port: string }[] }[];
  }>('NetworkPolicy').spec;
  const listed = (rows: { ports: { port: string }[] }[]): string[] =>
    rows.flatMap((row) => row.ports.map(({ port }) => port));
  assert.deepEqual(listed(ingress), [...portOf.values()]);
  const { port: database } = new URL(settings['VALISE_DATABASE_URL'] ?? '');
  const { protocol, port: store } = new URL(settings['VALISE_S3_ENDPOINT'] ?? '');
  assert.equal(protocol, 'https:');
  const mail = settings['VALISE_SMTP_PORT'] ?? settingDefaults.get('VALISE_SMTP_PORT') ?? '';
  for (const port of ['53', database, store || '443', mail]) {
    assert.ok(listed(egress).includes(port), `a node may connect to port ${port}`);
  }

  const { podMetricsEndpoints } = find<{
    podMetricsEndpoints: { port: string; path: string; authorization: unknown }[];
  }>('PodMonitor').spec;
  const [endpoint = assert.fail()] = podMetricsEndpoints;
  assert.ok(portOf.has(endpoint.port));
  assert.ok(readDocument('docs/configuration.md').includes(`\`${endpoint.path}\``));
  assert.deepEqual(endpoint.authorization, {
    credentials: { name: 'valise-secrets', key: 'metrics-token' },
  });
});

test('the probes ask paths that exist, and readiness has the time that it needs', () => {
  for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
    assert.ok(publicPaths.includes(probe.httpGet.path), probe.httpGet.path);
    assert.equal(probe.httpGet.port, 'http');
  }
  assert.equal(container.readinessProbe.httpGet.path, '/readyz');
  assert.ok(Number(container.readinessProbe.timeoutSeconds) > 2, 'a check of a node may take 2 s');
});

test('a node has time to end its requests', () => {
  const [command, pause] = container.lifecycle.preStop.exec.command;
  assert.equal(command, 'sleep');
  assert.ok(Number(pod.terminationGracePeriodSeconds) > Number(pause) + drainSeconds);
});

test('the nodes are this version, and keep to the restricted profile', () => {
  assert.match(container.image, new RegExp(`/valise:${programVersion.replaceAll('.', '\\.')}$`));
  assert.deepEqual(container.args, ['serve']);
  assert.equal(pod.automountServiceAccountToken, 'false');
  const [, user = '', group = ''] =
    /^USER (\d+):(\d+)$/m.exec(readDocument('deploy/Dockerfile')) ?? [];
  const { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile } = pod.securityContext;
  assert.deepEqual(
    { runAsNonRoot, runAsUser, runAsGroup, fsGroup, seccompProfile },
    {
      ...{ runAsNonRoot: 'true', runAsUser: user, runAsGroup: group, fsGroup: group },
      seccompProfile: { type: 'RuntimeDefault' },
    },
  );
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: 'false',
    readOnlyRootFilesystem: 'true',
    capabilities: { drop: ['ALL'] },
  });
});

test(
  'HAProxy takes the lines that the ingress adds',
  { skip: missingProgram('haproxy', '-v') },
  async (t) => {
    const snippet = find('Ingress').metadata.annotations?.['haproxy.org/backend-config-snippet'];
    assert.ok(snippet?.includes('ssl_fc'));
    const folder = await mkdtemp(join(tmpdir(), 'valise-ingress-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'haproxy.cfg');
    const times = ['connect', 'client', 'server'].map((side) => `  timeout ${side} 5s\n`).join('');
    await writeFile(
      path,
      `defaults\n  mode http\n${times}listen valise\n  bind 127.0.0.1:1\n${snippet}\n`,
    );
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', path], {
      env: { ...process.env, PATH: searchPath },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  },
);
