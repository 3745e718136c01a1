import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createAnchorFile } from '../../key-ring/database-marks.ts';
import { modeOf, newFolder } from '../../key-ring/key-folder-fixture.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { advanceAnchor, findAnchorFault } from './audit-verification.ts';

async function open(context: TestContext) {
  const { database, audit } = await openExchange(context);
  const { dir } = await newFolder();
  const anchor = createAnchorFile(dir, audit);
  async function act(times: number): Promise<void> {
    const event = { action: 'receivers.set', object: 'x', outcome: 'ok' } as const;
    for (let count = 0; count < times; count += 1) {
      await database.transact((repositories) => audit.record(repositories, actor, event));
    }
  }
  return { database, audit, anchor, act, dir, anchored: { audit: database.audit, anchor } };
}

test('the end of the trail is kept in the key folder, for its owner alone', async (t) => {
  const { anchor, act, anchored, dir, database } = await open(t);
  assert.equal(await advanceAnchor(anchored), false);
  await act(3);
  assert.equal(await advanceAnchor(anchored), true);
  assert.equal(await advanceAnchor(anchored), false);
  await act(2);
  assert.equal(await advanceAnchor(anchored), true);
  assert.deepEqual(await anchor.find(), await database.audit.findHead());
  assert.equal(await modeOf(join(dir, 'audit.head')), 0o600);
});

test('a tail that was cut off is found, also when the trail has grown again', async (t) => {
  const { act, anchored, anchor } = await open(t);
  await act(5);
  await advanceAnchor(anchored);
  const seen = await anchor.find();
  await act(2);
  const cut = { ...anchored, audit: { ...anchored.audit, list: () => Promise.resolve([]) } };
  await assert.rejects(advanceAnchor(cut), /record 5 was there before and is missing now/);
  // A fault remains until it is fixed.
  assert.deepEqual(await anchor.find(), seen);
  const rewritten = {
    ...anchored,
    audit: {
      ...anchored.audit,
      list: async () =>
        (await anchored.audit.list(4, 1)).map((record) => ({ ...record, hash: Buffer.alloc(32) })),
    },
  };
  assert.match((await findAnchorFault(rewritten)) ?? '', /record 5 is another one than before/);
  assert.equal(await findAnchorFault(anchored), undefined);
});

test('who cannot sign cannot move the anchor', async (t) => {
  const { act, anchored, anchor, dir } = await open(t);
  await act(2);
  await advanceAnchor(anchored);
  const path = join(dir, 'audit.head');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^2:/, '1:'));
  await assert.rejects(anchor.find(), { code: 'data_unsafe' });
});
