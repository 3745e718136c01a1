import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '..');

interface LintConfig {
  rules: Record<string, [severity: number, options?: { report?: string }] | undefined>;
}

test('in every source an expression that takes more than linear time is an error', async () => {
  const eslint = new ESLint({ cwd: root });
  const sources = globSync('{bench,bin,e2e,protocol,scripts,server,web}/**/*.{ts,js,mjs,cjs}', {
    cwd: root,
    exclude: ['**/node_modules', '**/generated'],
  });
  assert.ok(sources.length > 1000);
  assert.deepEqual([...new Set(sources.map(extname))].sort(), ['.cjs', '.js', '.mjs', '.ts']);
  for (const file of sources) {
    const { rules } = (await eslint.calculateConfigForFile(join(root, file))) as LintConfig;
    for (const name of ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move']) {
      const [severity, options] = rules[name] ?? [];
      assert.deepEqual([severity, options?.report], [2, 'potential'], `${name} in ${file}`);
    }
  }
});
