import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/** Loading the sources takes longer than the tests of most files. More than these save little, and end far apart. */
const mostInGroup = 10;

/** Their tests start no server and measure nothing, so that they can share a process. */
const shared = /^(?:protocol|client|server\/src|web)\//;

/** What one process runs: a test file, or a module that loads several. */
export interface TestProcess {
  entry: string;
  label: string;
}

/**
 * Spreads test files, which are absolute paths, over processes, in their order. Those of `alone` have one for
 * themselves. Modules that load several files are written to `folder`.
 */
export function groupFiles(
  files: readonly string[],
  alone: readonly string[],
  folder: string,
): TestProcess[] {
  const groups: string[][] = [];
  let open: string[] | undefined;
  for (const file of files) {
    const name = relative(root, file);
    if (!shared.test(name) || alone.includes(name)) groups.push([file]);
    else if (open !== undefined && open.length < mostInGroup) open.push(file);
    else groups.push((open = [file]));
  }
  return groups.map((group, index) => processOf(group, join(folder, `group-${index}.mjs`)));
}

function processOf(group: readonly string[], module: string): TestProcess {
  const [first = ''] = group;
  const label = relative(root, first);
  if (group.length === 1) return { entry: first, label };
  writeFileSync(module, codeThatLoads(group));
  return { entry: module, label: `${label} and ${group.length - 1} more` };
}

/**
 * The first test ends when all files are loaded, and no other starts before. Without it, the runner would call the
 * hooks for the end whenever all tests known so far have ended.
 */
export function codeThatLoads(files: readonly string[]): string {
  const addresses = files.map((file) => pathToFileURL(file).href);
  return `
    import { test } from 'node:test';
    const load = async () => {
      for (const file of ${JSON.stringify(addresses)}) await import(file);
    };
    const loaded = load();
    test('the files of the group are loaded', () => loaded);
  `;
}
