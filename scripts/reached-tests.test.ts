import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findReachedTests, isOfWholeServers, readSources, ships } from './reached-tests.ts';

const texts: Record<string, string> = {
  'protocol/size.ts': '',
  'server/src/a.ts': `import { size } from '#protocol/size.ts';`,
  'server/src/b.ts': `const { a } = await import('./a.ts');`,
  'server/src/b.test.ts': `import { b } from './b.ts';\nimport { test } from 'node:test';`,
  'server/src/texts/en.json': '{}',
  'server/src/texts.test.ts': `import texts from './texts/en.json' with { type: 'json' };`,
  'deploy/compose.yaml': '',
  'e2e/deployment/compose.test.ts': `readDocument('deploy/compose.yaml')`,
  'scripts/run.ts': `import { tests } from './list.ts';`,
  'scripts/list.ts': `export const tests = ['server/src/b.test.ts'];`,
  'scripts/run.test.ts': `join(import.meta.dirname, 'run.ts')`,
  'e2e/rules.test.ts': `globSync('server/**')`,
};
const sources = {
  files: new Set(Object.keys(texts)),
  read: (file: string) => texts[file] ?? assert.fail(file),
};

for (const [changed, ...tests] of [
  ['protocol/size.ts', 'server/src/b.test.ts'],
  ['server/src/b.test.ts', 'server/src/b.test.ts'],
  ['server/src/texts/en.json', 'server/src/texts.test.ts'],
  ['deploy/compose.yaml', 'e2e/deployment/compose.test.ts'],
  ['scripts/list.ts', 'scripts/run.test.ts'],
  ['README.md'],
] as const) {
  test(`a change of ${changed} reaches ${tests.join(', ') || 'only tests that look at all files'}`, () => {
    const expected = [...tests, 'e2e/rules.test.ts'];
    const reached = findReachedTests(sources, [changed]);
    assert.deepEqual(
      reached.map((each) => each.test),
      expected,
    );
    assert.ok(reached.every(({ because }) => because === changed));
  });
}

test('a deleted file reaches the tests that still import it', () => {
  const files = new Set([...sources.files].filter((file) => file !== 'server/src/a.ts'));
  const reached = findReachedTests({ ...sources, files }, ['server/src/a.ts']);
  assert.equal(reached[0]?.test, 'server/src/b.test.ts');
});

test('without a change no test is reached', () => {
  assert.deepEqual(findReachedTests(sources, []), []);
});

test('in this repository a change reaches the test beside it, and few others where few import it', () => {
  const real = readSources(join(import.meta.dirname, '..'));
  const reached = findReachedTests(real, ['scripts/run-steps.ts']).map((each) => each.test);
  assert.ok(reached.includes('scripts/run-steps.test.ts'));
  assert.ok(reached.length < 30, reached.join('\n'));
  const byClock = findReachedTests(real, ['server/src/domain/model/clock.ts']);
  assert.ok(byClock.length > 300, `${byClock.length}`);
});

test('whole-server tests are those that start one, and what ships is what they run', () => {
  assert.ok(isOfWholeServers('e2e/contract/tray.test.ts'));
  assert.ok(!isOfWholeServers('e2e/deployment/compose.test.ts'));
  assert.ok(!isOfWholeServers('e2e/architecture.test.ts'));
  assert.ok(ships('web/scripts/send.js') && ships('protocol/access.ts'));
  assert.ok(!ships('server/src/http/app.test.ts') && !ships('docs/routes.md'));
});
