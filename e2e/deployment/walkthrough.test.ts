import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { addAccount } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';
import { launcher, runValise } from '../harness/valise-command.ts';
import { adapt, adaptExample, getGuideBlock } from './example.ts';
import { missingProgram } from './missing-program.ts';
import { runCommands } from './run-commands.ts';

const skip = missingProgram('curl');

test('the guide’s commands for clients and for monitoring', { skip }, async (t) => {
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), 'valise-walk-'));
  after(() => rm(folder, { recursive: true, force: true }));

  await t.test('the operator’s command acts on the service’s data', async () => {
    const command = adaptExample('deploy/valise', [
      ['runuser -u valise -- ', ''],
      ['/var/lib/valise', server.dataDir],
      ['/opt/valise/bin/valise', launcher],
    ]);
    await writeFile(join(folder, 'valise'), command, { mode: 0o700 });
    const shown = JSON.parse(await runCommands('./valise config --json', folder)) as {
      data: { value: string };
    };
    assert.equal(shown.data.value, server.dataDir);
  });

  await t.test('a first client uploads a file and lists it', async () => {
    const { key } = await addAccount(server.dataDir, 'billing@example.com');
    const netrc = adapt(getGuideBlock('text', 'billing.netrc'), [
      ['files.example.com', new URL(server.url).hostname],
      ['THE-KEY', key],
    ]);
    await writeFile(join(folder, 'billing.netrc'), netrc, { mode: 0o600 });
    await writeFile(join(folder, 'report.pdf'), 'a report');
    const output = await runCommands(
      adapt(getGuideBlock('sh', 'first-client'), [['https://files.example.com', server.url]]),
      folder,
    );
    assert.match(output, /^\{"status":"done"\}/);
    assert.match(output, /"name":"report\.pdf"/);
  });

  await t.test('readiness is answered as shown', async () => {
    const asked = adapt(getGuideBlock('sh', 'readyz'), [['http://127.0.0.1:8080', server.url]]);
    const shown: unknown = JSON.parse(getGuideBlock('json', 'readyz'));
    let answer: unknown;
    // On a machine that is behind, a server may be degraded for a moment.
    for (let times = 0; times < 10 && !isDeepStrictEqual(answer, shown); times += 1) {
      if (times > 0) await sleep(1_000);
      answer = JSON.parse(await runCommands(asked, folder));
    }
    assert.deepEqual(answer, shown);
  });

  await t.test('a line of the log has the fields that are shown', async () => {
    const shown = JSON.parse(getGuideBlock('json', 'log-line')) as Record<string, unknown>;
    const line = await eventually('the log tells of the answer', () =>
      server
        .logs()
        .split('\n')
        .find((each) => each.includes('"/readyz"')),
    );
    const logged = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual(Object.keys(logged), Object.keys(shown));
    for (const name of ['level', 'method', 'route', 'status', 'source', 'msg']) {
      assert.equal(logged[name], shown[name], name);
    }
  });

  await t.test('a checkpoint is held, and a wrong one is noticed', async () => {
    const [first = '', second = ''] = getGuideBlock('sh', 'checkpoint').trim().split('\n');
    const command = `${launcher} audit verify --data ${server.dataDir}`;
    const here = (shown: string): string => adapt(shown, [['valise audit verify', command]]);
    const { head } = JSON.parse(await runCommands(here(first), folder)) as { head: string };
    await runCommands(adapt(here(second), [['SEQ:HASH', head]]), folder);

    const forged = head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const expect = ['audit', 'verify', '--expect', forged, '--data', server.dataDir];
    assert.equal((await runValise(expect)).status, 7);
  });
});
