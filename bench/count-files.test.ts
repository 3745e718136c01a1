import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { countFiles } from './count-files.ts';
import { filesOfEveryRound } from './coverage.ts';

function ran(thread: string, ...files: string[]) {
  const root = join(import.meta.dirname, '..');
  return { thread, scripts: files.map((file) => pathToFileURL(join(root, file)).href) };
}

test('our files that ran in every round count, once for all threads', () => {
  const rounds = [
    [
      ran('main', 'server/a.ts', 'server/job.ts', 'node_modules/b.js'),
      ran('writer', 'server/a.ts'),
    ],
    [ran('main', 'server/a.ts', 'protocol/c.ts'), ran('writer', 'server/a.ts', 'server/job.ts')],
  ];
  assert.deepEqual([...filesOfEveryRound(rounds)], [['server/a.ts', ['main', 'writer']]]);
});

test('the files of a request are those of its subject, and those it shares with all', async () => {
  // Two requests: one alone may meet a job, or the end of the server's start.
  const counts = await countFiles({ warmUps: 1, counted: 2 });
  for (const [at, subject] of ['http/cgi', 'http/download-page', 'http/tus'].entries()) {
    const files = [...(counts[at]?.threadsOf.keys() ?? [])];
    for (const folder of [subject, 'http/routing', 'sealing/crypto', 'database/sqlite']) {
      const isThere = files.some((file) => file.startsWith(`server/src/${folder}/`));
      assert.ok(isThere, `${counts[at]?.name ?? ''}: ${folder}`);
    }
    assert.ok(!files.some((file) => file.startsWith('server/src/commands/')));
  }
});
