import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { rooms } from './rooms.ts';

const root = join(import.meta.dirname, '..');

interface Import {
  from: string;
  to: string;
}

/** Tests may import other folders' fakes; the rules are about what ships. */
function isTest(file: string): boolean {
  return /\.(?:test|conformance)\.(?:ts|js)$|^server\/.*\/conformance\/|-fixture\.ts$/.test(file);
}

function allFiles(): string[] {
  return globSync('{protocol,client,server,e2e,bench,scripts,web}/**/*.{ts,js,mjs}', { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .sort();
}

function shippedFiles(): string[] {
  return allFiles().filter((file) => !isTest(file));
}

/** Static, side-effect and dynamic imports, what `createRequire` loads, and files that are loaded by their path. */
function importsIn(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  const names = [...statements].map(([, from, bare, later]) => from ?? bare ?? later ?? '');
  const byPath = text.matchAll(/\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g);
  return [...names, ...requiredIn(text), ...[...byPath].map(([, path]) => path ?? '')];
}

function requiredIn(text: string): string[] {
  const made = /const (\w+) = createRequire\(import\.meta\.url\);/.exec(text)?.[1];
  const calls = [String.raw`createRequire\(import\.meta\.url\)`, ...(made ? [made] : [])];
  const pattern = new RegExp(String.raw`\b(?:${calls.join('|')})\(\s*'([^']+)'\s*,?\s*\)`, 'g');
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '');
}

function importsOf(file: string): Import[] {
  return importsIn(readFileSync(join(root, file), 'utf8')).map((to) => ({ from: file, to }));
}

function isOurs({ to }: Import): boolean {
  return to.startsWith('.') || to.startsWith('#');
}

function targetOf({ from, to }: Import): string {
  if (to.startsWith('#protocol/')) return to.replace('#protocol/', 'protocol/');
  return to.startsWith('.') ? relative(root, join(root, dirname(from), to)) : to;
}

function isNamedBy(name: string, folder: string): boolean {
  return name.endsWith('/*') ? folder.startsWith(name.slice(0, -1)) : folder === name;
}

function violationOf(imported: Import): string | undefined {
  const folder = dirname(imported.from);
  const room = rooms[folder];
  assert.ok(room, `${folder} has no row: say in e2e/rooms.ts what it may import`);
  const target = targetOf(imported);
  const allowed = isOurs(imported)
    ? dirname(target) === folder || room.mayImport.some((name) => isNamedBy(name, dirname(target)))
    : !room.never.some((name) => name === '*' || target === name || target.startsWith(`${name}/`));
  return allowed ? undefined : `${imported.from} imports ${target}, but ${room.reason}.`;
}

test('every import is allowed by the row of its folder', () => {
  const files = shippedFiles();
  for (const ending of ['.ts', '.js', '.mjs']) {
    assert.ok(
      files.some((file) => file.endsWith(ending)),
      `the walk found ${ending} files`,
    );
  }
  assert.ok(files.length > 50, 'the walk found the sources');
  const violations = files
    .flatMap(importsOf)
    .map(violationOf)
    .filter((text) => text !== undefined);
  assert.deepEqual(violations, []);
});

test('every row is the row of a folder', () => {
  const folders = new Set(allFiles().map((file) => dirname(file)));
  assert.deepEqual(
    Object.keys(rooms).filter((name) => !folders.has(name)),
    [],
  );
});

test('the rules notice an import that breaks them', () => {
  const broken = { from: 'server/src/http/app.ts', to: '../database/sqlite/sqlite-database.ts' };
  assert.match(violationOf(broken) ?? '', /never around it/);
  const reading = { from: 'server/src/domain/tray/tray.ts', to: 'node:fs' };
  assert.match(violationOf(reading) ?? '', /ports/);
  const inBrowser = { from: 'web/scripts/reader.js', to: 'node:path' };
  assert.match(violationOf(inBrowser) ?? '', /browsers/);
  assert.deepEqual(importsIn("const load = createRequire(import.meta.url);\nload('kysely');"), [
    'kysely',
  ]);
  assert.deepEqual(importsIn("createRequire(import.meta.url)('pino-pretty')"), ['pino-pretty']);
});

test('only main.ts is loose', () => {
  assert.deepEqual(globSync('server/src/*.{ts,js,mjs}', { cwd: root }), ['server/src/main.ts']);
});

/** What code is generated from; no server loads it. */
const writers = /^(?:server\/src\/database\/(?:migrations|catalogue)\/|protocol\/operations\/)/;

test('what a server loads is installed without development packages', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const installed = Object.keys(dependencies);
  const missing = shippedFiles()
    .filter((file) => /^(?:server|protocol)\//.test(file) && !writers.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const loaded = text.matchAll(/^import (?!type\b)[^;]*?'([^']+)';|\bimport\('([^']+)'\)/gm);
      const names = [...loaded].map(([, name, later]) => name ?? later ?? '');
      return [...names, ...requiredIn(text)].map((name) => ({ file, name }));
    })
    .filter(({ name }) => !/^(?:\.|#|node:)/.test(name))
    .filter(({ name }) => !installed.some((each) => `${name}/`.startsWith(`${each}/`)));
  assert.deepEqual(missing, []);
});

/** The files that are loaded with one, without those that it imports later, when they are needed. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, to = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?'([^']+)';/gm)) {
    const imported = { from: file, to };
    if (isOurs(imported)) loadedWith(targetOf(imported), loaded);
  }
  return loaded;
}

test('the first worker starts before the main process has loaded the database, and no requests are served there', () => {
  function loadedBy(...files: string[]): string[] {
    return files.flatMap((file) => [...loadedWith(`server/src/${file}`)]);
  }
  const beforeFork = loadedBy('main.ts', 'commands/serve.ts', 'workers/cluster-listener.ts');
  const database = /^server\/src\/(?:database|compose|http)\//;
  assert.deepEqual(
    beforeFork.filter((file) => database.test(file)),
    [],
  );
  const afterFork = loadedBy('commands/serve-data.ts');
  assert.deepEqual(
    afterFork.filter((file) => file.startsWith('server/src/http/')),
    [],
  );
  assert.ok(
    afterFork.some((file) => database.test(file)),
    'the walk sees what is loaded',
  );
});

/** What a server loads when it starts, in its main process and in those that serve requests. */
function loadedAtStart(): string[] {
  const files = [
    'commands/serve-data.ts',
    'workers/worker.ts',
    'workers/single-process-listener.ts',
    'database/runner/writer-thread.ts',
  ];
  return files.flatMap((file) => [...loadedWith(`server/src/${file}`)]);
}

test('what measures and traces a server is loaded only where it was asked for', () => {
  const watching = /^server\/src\/(?:metrics|traces|compose\/(?:metrics|traces)\.ts)/;
  assert.deepEqual(
    loadedAtStart().filter((file) => watching.test(file)),
    [],
  );
  assert.ok(
    [...loadedWith('server/src/compose/traces.ts')].some((file) => watching.test(file)),
    'the walk would see it',
  );
});

test('a server that uses neither PostgreSQL nor S3 loads only what names them', () => {
  const engines = /^server\/src\/(?:\w+\/(?:postgres|s3)\/|database\/generated\/postgres)/;
  assert.deepEqual([...new Set(loadedAtStart())].filter((file) => engines.test(file)).sort(), [
    'server/src/blobs/s3/blob-url.ts',
    'server/src/blobs/s3/definition.ts',
    'server/src/database/postgres/address.ts',
    'server/src/database/postgres/definition.ts',
    'server/src/database/postgres/postgres-errors.ts',
  ]);
});

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsBetweenFolders(): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const imported of shippedFiles().flatMap(importsOf).filter(isOurs)) {
    const [from, to] = [dirname(imported.from), dirname(targetOf(imported))];
    if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

function reaches(arrows: Arrows, from: string, goal: string, seen = new Set<string>()): boolean {
  for (const next of arrows.get(from) ?? []) {
    if (next === goal) return true;
    if (!seen.has(next) && reaches(arrows, next, goal, seen.add(next))) return true;
  }
  return false;
}

test('no folder of the server depends on itself through another', () => {
  const arrows = arrowsBetweenFolders();
  const circular = [...arrows.keys()]
    .filter((folder) => folder.startsWith('server/'))
    .filter((folder) => reaches(arrows, folder, folder));
  assert.deepEqual(circular, []);
  const circle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ]);
  assert.ok(reaches(circle, 'a', 'a'), 'a circle would be seen');
});

/** Tables: a row is read by itself, so that the length of the whole says nothing. */
const tables =
  /^(?:e2e\/rooms\.ts|protocol\/operations\/|server\/src\/http\/routing\/pinned-routes\.ts)/;

test('nothing in the sources that people write is longer than 400 lines, but for tables', () => {
  const written = allFiles().filter((file) => !file.includes('/generated/') && !tables.test(file));
  const long = written.filter(
    (file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400,
  );
  assert.deepEqual(long, []);
});

test('nothing of the administration loads or names what opens files', () => {
  const files = shippedFiles().filter((file) =>
    /^server\/src\/(?:domain\/administration|http\/app\/admin)\//.test(file),
  );
  assert.ok(files.length > 5, 'the walk found the administration');
  const opens = /vault|^server\/src\/sealing\//;
  const named = files.flatMap(importsOf).map(targetOf);
  const loaded = files.flatMap((file) => [...loadedWith(file)]);
  assert.deepEqual(
    [...named, ...loaded].filter((file) => opens.test(file)),
    [],
  );
});

test('records and mails are written from events, in one place', () => {
  const writing = /\baudit\.(?:record|append)\(|\boutbox\.add\(/;
  const writers = shippedFiles().filter(
    (file) =>
      /^server\/src\/(?!database\/)/.test(file) &&
      writing.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(writers, [
    // Marks that a receiver wants no reminder.
    'server/src/domain/dispatches/reminding.ts',
    'server/src/domain/events/digest.ts',
    'server/src/domain/events/events.ts',
    'server/src/domain/model/audit.ts',
  ]);
});
