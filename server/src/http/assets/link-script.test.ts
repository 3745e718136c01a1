import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { scriptLinker } from './link-script.ts';
import { pageScripts, workerScripts } from './assets.ts';

const scripts = new URL('../../../../web/scripts/', import.meta.url).pathname;

async function folderOf(context: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-link-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

let loaded = 0;

/** Runs a script as the module that it is to browsers. */
async function load(folder: string, text: string): Promise<void> {
  const path = join(folder, `linked-${(loaded += 1)}.mjs`);
  await writeFile(path, text);
  await import(path);
}

test('modules keep their own names, and each runs once after those that it imports', async (context) => {
  const folder = await folderOf(context, {
    'page.js': `import { name as first } from './first.js';
import {
  second,
  Third,
} from './second.js';
import './first.js';

const name = 'page';
told.push(first(), second, new Third().name, name);
`,
    'first.js': `// A comment.
told.push('first runs');
const hidden = 'first';
export function name() {
  return hidden;
}
`,
    'second.js': `import { name } from './first.js';
/**
 * @import { Nothing } from './page.js'
 */
const hidden = 'second';
export const second = hidden + name();
export class Third {
  name = 'third';
}
`,
  });
  const told: string[] = [];
  const text = scriptLinker(folder)('page.js');
  Object.assign(globalThis, { told });
  context.after(() => Reflect.deleteProperty(globalThis, 'told'));
  await load(folder, text);
  assert.deepEqual(told, ['first runs', 'first', 'secondfirst', 'third', 'page']);
  assert.doesNotMatch(text, /comment|@import/);
});

test('what cannot be linked is an error with its name', async (context) => {
  const folder = await folderOf(context, {
    'default.js': 'export default 1;\n',
    'package.js': "import { x } from 'package';\n",
    'one.js': "import { two } from './two.js';\nexport const one = two;\n",
    'two.js': "import { one } from './one.js';\nexport const two = one;\n",
  });
  assert.throws(() => scriptLinker(folder)('default.js'), /default\.js .* export default/);
  assert.throws(() => scriptLinker(folder)('package.js'), /package\.js .* import \{ x \}/);
  assert.throws(() => scriptLinker(folder)('one.js'), /one\.js imports two\.js imports one\.js/);
});

test('every script of the folder belongs to a page or a service worker, each of which has one that can be read', async (context) => {
  const folder = await folderOf(context, {});
  const found = new Set<string>();
  const link = scriptLinker(scripts);
  for (const name of [...pageScripts, ...Object.values(workerScripts)]) {
    const text = link(name);
    await load(folder, text).catch((error: unknown) => {
      // It runs until it asks for its page.
      assert.ok(error instanceof ReferenceError, `${name}: ${String(error)}`);
    });
    for (const [, scope = ''] of text.matchAll(/^const \$(\w+) = /gm))
      found.add(`${scope.replaceAll('_', '-')}.js`);
  }
  const names = (await readdir(scripts)).filter((name) => !name.endsWith('.test.js'));
  assert.deepEqual([...found].sort(), names.sort());
});
