import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Linter, Rule } from 'eslint';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const rulePath = join(import.meta.dirname, 'no-promise-in-assertion.js');
const { noPromiseInAssertion } = (await import(rulePath)) as {
  noPromiseInAssertion: Rule.RuleModule;
};
const ruleId = 'valise/no-promise-in-assertion';

// A folder without a project: the types of the code alone are read, and not those of all sources.
const cwd = mkdtempSync(join(tmpdir(), 'valise-no-promise-'));
after(() => {
  rmSync(cwd, { recursive: true });
});

const eslint = new ESLint({
  cwd,
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        projectService: { allowDefaultProject: ['*.ts'] },
        tsconfigRootDir: cwd,
      },
    },
    plugins: { valise: { rules: { 'no-promise-in-assertion': noPromiseInAssertion } } },
    rules: { [ruleId]: 'error' },
  },
});

test('an assertion about a promise is found; one about its value is not', async () => {
  const code = `import assert from 'node:assert/strict';
declare const later: () => Promise<boolean>;
declare const maybe: () => Promise<boolean> | undefined;
assert.ok(later());
assert(maybe());
assert.equal(later(), true);
assert.ok(await later());
await assert.rejects(later());
await assert.doesNotReject(later());
`;
  const [result] = await eslint.lintText(code, { filePath: join(cwd, 'code.ts') });
  assert.deepEqual(
    result?.messages.map((message) => [message.ruleId, message.line]),
    [
      [ruleId, 4],
      [ruleId, 5],
      [ruleId, 6],
    ],
  );
});

test('the rule is on for every source', async () => {
  const own = new ESLint({ cwd: join(import.meta.dirname, '..') });
  for (const file of [import.meta.filename, join(import.meta.dirname, 'run-tests.ts')]) {
    const { rules } = (await own.calculateConfigForFile(file)) as Linter.Config;
    assert.deepEqual(rules?.[ruleId], [2]);
  }
});
