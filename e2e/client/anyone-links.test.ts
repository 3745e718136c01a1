import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { connect } from '../../client/node/connect.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { cleanEnvironment, demandSuccess, runValise } from '../harness/valise-command.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const { server } = await startExchange(['alice'], { settings: ['--anyone-links'] });
const folder = await mkdtemp(join(tmpdir(), 'valise-anyone-'));
after(() => rm(folder, { recursive: true }));

const scopes = ['--scopes', 'send,status,links', '--json'];
const made = ['account', 'key', 'add', 'alice@example.com', 'links', ...scopes];
const { key } = JSON.parse(await demandSuccess([...made, '--data', server.dataDir])) as {
  key: string;
};
const keyFile = join(folder, 'key');
await writeFile(keyFile, key);
const note = join(folder, 'note.txt');
await writeFile(note, 'hello');
const env = { XDG_CONFIG_HOME: folder, VALISE_URL: server.url, VALISE_KEY_FILE: keyFile };

const statusOf = async (url = '') => (await fetch(url)).status;

describe('links for anyone', () => {
  test('are made, listed and revoked by the library', async () => {
    const valise = connect({ url: server.url, key });
    const sent = await valise.send({ files: [note], to: [], anyone: true });
    const [first = assert.fail()] = sent.anyone_links;
    assert.equal(await statusOf(first.url), 200);
    const second = await valise.addAnyoneLink(sent.id);
    assert.notEqual(second.id, first.id);
    assert.equal((await valise.revokeAnyoneLink(sent.id, first.id)).state, 'revoked');
    assert.deepEqual([await statusOf(first.url), await statusOf(second.url)], [404, 200]);
    const listed = await valise.anyoneLinks(sent.id);
    assert.deepEqual(
      listed.map(({ id, state, url }) => [id, state, url]),
      [
        [first.id, 'revoked', undefined],
        [second.id, 'live', second.url],
      ],
    );
  });

  test('are made, listed and revoked by the module for Python', async () => {
    const python = `
import json, sys, valise
client = valise.connect()
drop = client.send(sys.argv[1], anyone=True)
made = client.add_anyone_link(drop["id"])
client.revoke_anyone_link(drop["id"], drop["anyone_links"][0]["id"])
print(json.dumps([[link["id"] == made["id"], link["state"]] for link in client.anyone_links(drop["id"])]))
`;
    const { stdout } = await run('/usr/bin/python3', ['-c', python, note], {
      env: {
        ...cleanEnvironment(env),
        PYTHONPATH: join(root, 'client/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });
    assert.deepEqual(JSON.parse(stdout), [
      [false, 'revoked'],
      [true, 'live'],
    ]);
  });

  test('are printed by the command, which waits for receivers alone', async () => {
    const alone = await runValise(['send', note, '--anyone', '--wait', '1s'], { env });
    assert.deepEqual([alone.status, alone.stdout], [2, '']);
    assert.match(alone.stderr, /--wait needs --to/);
    const to = ['--to', 'bob@example.com', '--wait', '1s'];
    const both = await runValise(['send', note, '--anyone', ...to], { env });
    assert.equal(both.status, 12, both.stderr);
    const [, link] = /^anyone {2}(\S+)$/m.exec(both.stdout) ?? [];
    assert.equal(await statusOf(link), 200);
    assert.match(both.stdout, /^LINK +STATE +OPENED +FETCHED\n\S+ +live +0 +0$/m);
  });
});
