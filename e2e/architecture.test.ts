import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Where a file belongs: the first prefix that fits. A file that fits none breaks the test. */
const layers = [
  'protocol',
  'server/src/domain',
  'server/src/crypto',
  'server/src/keys',
  'server/src/vault',
  'server/src/threads',
  'server/src/blobs',
  'server/src/database',
  'server/src/config',
  'server/src/i18n',
  'server/src/mail',
  'server/src/sms',
  'server/src/http',
  'server/src/jobs',
  'server/src/commands',
  'server/src/testing',
  'server/src',
  'e2e',
  'bench/fill',
  'bench',
  'scripts',
] as const;
type Layer = (typeof layers)[number];

interface Rule {
  mayImport: readonly Layer[];
  /** Packages and parts of Node that the layer must do without. */
  never: readonly string[];
  reason: string;
}

const io = ['node:fs', 'node:fs/promises', 'node:net', 'node:http', 'node:https', 'node:sqlite'];
const frameworks = ['fastify', 'kysely', 'pino', 'pino-pretty'];

const rules: Record<Layer, Rule> = {
  protocol: {
    mayImport: [],
    never: [...io, ...frameworks],
    reason: 'the words on the wire belong to clients too: no I/O, and nothing of the server',
  },
  'server/src/domain': {
    mayImport: ['protocol'],
    never: [...io, ...frameworks],
    reason: 'the exchange reaches the world through its ports, so that tests can be the world',
  },
  'server/src/crypto': {
    mayImport: ['protocol', 'server/src/domain'],
    never: [...io, ...frameworks],
    reason: 'what seals and opens files is a pure function of keys and bytes',
  },
  'server/src/keys': {
    mayImport: ['protocol', 'server/src/domain', 'server/src/crypto'],
    never: frameworks,
    reason: 'the key folder knows files and cryptography, and nobody else',
  },
  'server/src/threads': {
    mayImport: ['server/src/domain'],
    never: [...io, ...frameworks],
    reason: 'how threads are given orders has nothing to do with what these are',
  },
  'server/src/vault': {
    mayImport: ['protocol', 'server/src/domain', 'server/src/crypto', 'server/src/threads'],
    never: [...io, ...frameworks],
    reason: 'the one road to file contents works on any blob store',
  },
  'server/src/blobs': {
    mayImport: ['protocol', 'server/src/domain'],
    never: frameworks,
    reason: 'a store only stores: it knows neither the database nor the network',
  },
  'server/src/database': {
    mayImport: ['protocol', 'server/src/domain'],
    never: ['fastify'],
    reason: 'rows are kept here; what they mean is decided in the domain',
  },
  'server/src/config': {
    mayImport: ['protocol', 'server/src/domain'],
    never: frameworks,
    reason: 'settings are read before anything else exists',
  },
  'server/src/i18n': {
    mayImport: ['protocol'],
    never: [...io, ...frameworks],
    reason: 'what is said in which language depends on nothing but the words',
  },
  'server/src/mail': {
    mayImport: ['protocol', 'server/src/domain', 'server/src/i18n'],
    never: ['fastify', 'kysely'],
    reason: 'a mail is made of what the domain knows and leaves through its own transport',
  },
  'server/src/sms': {
    mayImport: ['protocol', 'server/src/domain'],
    never: frameworks,
    reason: 'a short message leaves through a provider that knows nothing of what it says',
  },
  'server/src/http': {
    mayImport: ['protocol', 'server/src/domain', 'server/src/i18n'],
    never: ['kysely', 'node:sqlite'],
    reason: 'a request reaches stores through the domain, never around it',
  },
  'server/src/jobs': {
    mayImport: ['protocol', 'server/src/domain'],
    never: [...io, ...frameworks],
    reason: 'a job is a verb of the domain on a timetable',
  },
  'server/src/commands': {
    mayImport: ['protocol', 'server/src/domain', 'server/src/config', 'server/src'],
    never: ['kysely'],
    reason: 'a command composes an installation and calls its verbs',
  },
  'server/src/testing': {
    mayImport: ['protocol', 'server/src/domain'],
    never: frameworks,
    reason: 'what tests share must fit every layer',
  },
  'server/src': {
    mayImport: layers.filter((layer) => layer.startsWith('server/src') || layer === 'protocol'),
    never: [],
    reason: 'the composition root is the only place that sees both sides',
  },
  e2e: {
    mayImport: ['protocol'],
    never: ['fastify', 'kysely'],
    reason: 'whole-server tests know only what a stranger knows',
  },
  'bench/fill': {
    mayImport: ['protocol', 'server/src/domain', 'server/src'],
    never: frameworks,
    reason: 'a store is filled for measuring through the ports, by a program of its own',
  },
  bench: {
    mayImport: ['protocol'],
    never: ['kysely'],
    reason: 'measurements start the server as a stranger would',
  },
  scripts: {
    mayImport: [
      'protocol',
      'server/src/domain',
      'server/src/config',
      'server/src/database',
      'server/src/http',
      'server/src/commands',
      'server/src',
    ],
    never: frameworks,
    reason: 'scripts generate documents and texts from what they describe',
  },
};

interface Import {
  from: string;
  to: string;
}

function layerOf(file: string): Layer {
  const layer = layers.find((candidate) => file.startsWith(`${candidate}/`));
  assert.ok(layer, `${file} lies outside of every layer: give its folder a rule in this test`);
  return layer;
}

/** Tests may bring in other layers' fakes; they are not what the rule is about. */
function isTest(file: string): boolean {
  return /\.(?:test|conformance)\.ts$|\/conformance\/|-fixture\.ts$/.test(file);
}

function sourceFiles(): string[] {
  return globSync('{protocol,server,e2e,bench,scripts}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .sort();
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, from, bare, later]) => ({
    from: file,
    to: from ?? bare ?? later ?? '',
  }));
}

function targetOf({ from, to }: Import): string {
  if (to.startsWith('#protocol/')) return to.replace('#protocol/', 'protocol/');
  return to.startsWith('.') ? relative(root, join(root, dirname(from), to)) : to;
}

function violationOf(imported: Import): string | undefined {
  const layer = layerOf(imported.from);
  const rule = rules[layer];
  const target = targetOf(imported);
  const ours = imported.to.startsWith('.') || imported.to.startsWith('#');
  const allowed = ours
    ? layerOf(target) === layer || rule.mayImport.includes(layerOf(target))
    : !rule.never.some((name) => target === name || target.startsWith(`${name}/`));
  return allowed ? undefined : `${imported.from} imports ${target}, but ${rule.reason}.`;
}

test('every import keeps to its layer', () => {
  const files = sourceFiles().filter((file) => !isTest(file));
  assert.ok(files.length > 50, 'the walk found the sources');
  const violations = files
    .flatMap(importsOf)
    .map(violationOf)
    .filter((text) => text !== undefined);
  assert.deepEqual(violations, []);
});

test('the rule notices an import that breaks it', () => {
  const broken = { from: 'server/src/http/app.ts', to: '../database/sqlite-store.ts' };
  assert.match(violationOf(broken) ?? '', /never around it/);
  assert.match(violationOf({ from: 'server/src/domain/tray.ts', to: 'node:fs' }) ?? '', /ports/);
});

/** What writes the database's texts down ahead; no server loads it. */
const writers = /^server\/src\/database\/(?:migrations\/|write-)/;

test('what a server loads is installed where nobody develops', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const installed = Object.keys(dependencies);
  const missing = sourceFiles()
    .filter((file) => /^(?:server|protocol)\//.test(file) && !isTest(file) && !writers.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const loaded = text.matchAll(/^import (?!type\b)[^;]*?'([^']+)';|\bimport\('([^']+)'\)/gm);
      return [...loaded].map(([, name, later]) => ({ file, name: name ?? later ?? '' }));
    })
    .filter(({ name }) => !/^(?:\.|#|node:)/.test(name))
    .filter(({ name }) => !installed.some((each) => `${name}/`.startsWith(`${each}/`)));
  assert.deepEqual(missing, []);
});

test('no layer depends on itself through another', () => {
  const edges = new Map<Layer, Set<Layer>>();
  for (const imported of sourceFiles()
    .filter((file) => !isTest(file))
    .flatMap(importsOf)) {
    if (!imported.to.startsWith('.') && !imported.to.startsWith('#')) continue;
    const [from, to] = [layerOf(imported.from), layerOf(targetOf(imported))];
    if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  function reaches(from: Layer, goal: Layer, seen: Set<Layer>): boolean {
    for (const next of edges.get(from) ?? []) {
      if (next === goal) return true;
      if (!seen.has(next) && reaches(next, goal, seen.add(next))) return true;
    }
    return false;
  }
  // The root folder holds main.ts, which calls the commands, which call the composition root.
  const circular = layers.filter(
    (layer) =>
      !['server/src', 'server/src/commands'].includes(layer) && reaches(layer, layer, new Set()),
  );
  assert.deepEqual(circular, []);
});

test('nothing in the sources is longer than 400 lines', () => {
  const long = sourceFiles().filter(
    (file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400,
  );
  assert.deepEqual(long, []);
});
