/** Wrong passwords in parallel, at a server with many workers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workersOf } from '../harness/process-vitals.ts';
import { startServer } from '../harness/server.ts';

const server = await startServer({ settings: ['--workers', '8'] });

test('200 parallel wrong sign-ins at 8 workers cost 10 hashes at most', async () => {
  assert.equal((await workersOf(server.pid)).length, 8);
  const page = await fetch(`${server.url}/sign-in`);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const answer = await fetch(`${server.url}/sign-in`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, email: 'ann@example.com', password: `wrong ${at}` }),
        redirect: 'manual',
      });
      await answer.text();
      return { status: answer.status, id: answer.headers.get('x-request-id') ?? '' };
    }),
  );
  // An attempt is refused (422) after its hash was computed, and blocked (429) before.
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.equal(count(422) + count(429), 200);
  assert.ok(count(422) > 0 && count(422) <= 10, `${count(422)} hashes`);
  const ids = new Set(answers.map(({ id }) => id));
  const lines = server
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const workers = lines
    .map((line) => JSON.parse(line) as { reqId?: string; worker?: number })
    .filter(({ reqId }) => reqId !== undefined && ids.has(reqId))
    .map(({ worker }) => worker);
  assert.ok(new Set(workers).size > 1, 'several workers answered');
});
