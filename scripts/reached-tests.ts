import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { startNone } from './test-passes.ts';

/** A test file, and the changed file because of which it runs. */
export interface ReachedTest {
  test: string;
  because: string;
}

/** Paths start from the root of the repository. */
export interface Sources {
  files: ReadonlySet<string>;
  read: (file: string) => string;
}

/** Every file in which something can change that a test sees. */
export function readSources(root: string): Sources {
  const exclude = ['**/node_modules/**'];
  const found = globSync('**/*.*', { cwd: root, exclude });
  return { files: new Set(found), read: (file) => readFileSync(join(root, file), 'utf8') };
}

function isTest(file: string): boolean {
  return /\.test\.(?:ts|js)$/.test(file);
}

/** Whether a test starts servers of its own, which run all that ships. */
export function isOfWholeServers(test: string): boolean {
  return /^e2e\/[^/]+\//.test(test) && !startNone.includes(test);
}

/** Whether a file is part of what a server runs or serves. */
export function ships(file: string): boolean {
  return /^(?:server\/src|web|protocol|client|bin)\//.test(file) && !isTest(file);
}

/** The test files that a change of these files can reach, by what they import and by the files that they name. */
export function findReachedTests(sources: Sources, changed: readonly string[]): ReachedTest[] {
  const importers = findImporters(sources);
  const because = new Map<string, string>();
  for (const file of changed) {
    const waiting = [file];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (because.has(next)) continue;
      because.set(next, file);
      waiting.push(...(importers.get(next) ?? []));
    }
  }
  const [first] = changed;
  return [...sources.files].filter(isTest).flatMap((test) => {
    const file = because.get(test) ?? (listsFiles(sources.read(test)) ? first : undefined);
    return file === undefined ? [] : [{ test, because: file }];
  });
}

/** Which files import a file, or name it. */
function findImporters({ files, read }: Sources): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    if (!/\.(?:ts|js|mjs)$/.test(file)) continue;
    for (const target of targetsIn(file, read(file), files)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

/**
 * Static and dynamic imports, also of JSON, and paths of files that are read or run. A test is reached by what it
 * names, but not by another test: lists of tests name them all. A deleted file is no file any more, and is still
 * imported.
 */
function targetsIn(file: string, text: string, files: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(/'([^'\s]+\.\w+)'/g)].map(([, name = '']) => name);
  return names.flatMap((name) => {
    if (name.startsWith('#protocol/')) return [name.slice(1)];
    const beside = posix.join(dirname(file), name);
    if (name.startsWith('.')) return [beside];
    return [name, beside].filter((path) => files.has(path) && !isTest(path));
  });
}

/** A test that looks at files by pattern may see any of them. */
function listsFiles(text: string): boolean {
  return /\b(?:globSync|readdirSync|glob)\(/.test(text);
}
