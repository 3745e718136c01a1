import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, readAll } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { overtakenDatabase } from '../../testing/overtaken-database.ts';
import { day } from '../model/clock.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import { createExpiry } from '../expiry/expiry.ts';
import { createResumableUploads } from '../uploads/resumable-uploads.ts';
import { readerOf } from '../../testing/samples.ts';

type Page = Awaited<ReturnType<typeof openGrantPages>>;

async function actionsOf({ database }: Page): Promise<string[]> {
  return (await database.audit.list(0, 100)).map(({ action }) => action);
}

/** That the one file sent back can be read, and nothing says that it ended. */
async function assertSent(page: Page, text: string): Promise<void> {
  const [entry] = (await page.inbox.readHistory(readerOf(page.alice))).inbox;
  const [file] = entry?.files ?? [];
  assert.ok(entry !== undefined && file !== undefined);
  const open = await page.inbox.openFile(readerOf(page.alice), entry.token, file.name);
  assert.equal(await readAll(open.read(0, file.sizeBytes)), text);
  assert.equal((await actionsOf(page)).at(-1), 'return.created');
}

describe('an upload whose time is over', () => {
  test('and that is sent off in that instant did not expire', async (context) => {
    const page = await openGrantPages(context);
    const { id } = await page.uploadWhole('whole');
    page.clock.advance(2 * day);
    const grant = await page.grantOf(page.bob);
    const database = overtakenDatabase(page.database, () =>
      page.grants.send(actor, grant, [id], undefined),
    );
    assert.equal(await createExpiry({ ...page, database, actor }).shredAbandonedUploads(), 0);
    await assertSent(page, 'whole');
  });

  test('and that grows in that instant goes on', async (context) => {
    const page = await openGrantPages(context);
    const { id, expiresAt } = await page.begin(5);
    page.clock.advance(2 * day);
    const database = overtakenDatabase(page.database, () =>
      page.database.uploads.grow(id, { fromBytes: 0, toBytes: 3, expiresAt: expiresAt + day }),
    );
    assert.equal(await createExpiry({ ...page, database, actor }).shredAbandonedUploads(), 0);
    assert.equal((await page.database.uploads.find(id))?.receivedBytes, 3);
    assert.equal((await actionsOf(page)).at(-1), 'upload.begun');
  });

  test('is not kept by another that was faster', async (context) => {
    const page = await openGrantPages(context);
    const sent = await page.uploadWhole('whole');
    const left = await page.begin(5, 'left.txt');
    page.clock.advance(2 * day);
    const grant = await page.grantOf(page.bob);
    const database = overtakenDatabase(page.database, () =>
      page.grants.send(actor, grant, [sent.id], undefined),
    );
    assert.equal(await createExpiry({ ...page, database, actor }).shredAbandonedUploads(), 1);
    const [last] = await page.database.audit.listNewest(1);
    assert.deepEqual([last?.action, last?.object], ['upload.expired', left.id]);
  });
});

test('an upload that was sent off cannot be cancelled, not even in that instant', async (context) => {
  const page = await openGrantPages(context);
  const { id } = await page.uploadWhole('whole');
  const grant = await page.grantOf(page.bob);
  const runner: CommandRunner = {
    async run(command, input, blobsStored) {
      await page.grants.send(actor, grant, [id], undefined);
      return await page.runner.run(command, input, blobsStored);
    },
  };
  const resumableUploads = createResumableUploads({ ...page, runner });
  await assert.rejects(resumableUploads.cancel(actor, grant.owner, id), { code: 'not_found' });
  await assertSent(page, 'whole');
});

describe('a dispatch whose time is over', () => {
  /** Alice's grant, due, and its end when another process is faster. */
  async function end(context: TestContext, other: (page: Page) => Promise<unknown>) {
    const page = await openGrantPages(context);
    page.clock.advance(3 * day);
    const database = overtakenDatabase(page.database, () => other(page));
    const ended = await createExpiry({ ...page, database, actor }).endDueDispatches();
    return { page, ended, overview: await page.database.dispatches.find(page.grantId) };
  }

  test('ends, where nobody was faster', async (context) => {
    const { ended, overview } = await end(context, () => Promise.resolve());
    assert.equal(ended, 1);
    assert.notEqual(overview?.endedAt, undefined);
  });

  test('and that is given more time in that instant goes on', async (context) => {
    const { page, ended, overview } = await end(context, ({ database, grantId, clock }) =>
      database.dispatches.extend(grantId, clock.now() + day, '86400'),
    );
    assert.equal(ended, 0);
    assert.equal(overview?.endedAt, undefined);
    assert.ok(!(await actionsOf(page)).includes('grant.expired'));
  });

  test('and that is ended by someone else in that instant ends once', async (context) => {
    const { page, ended, overview } = await end(context, ({ database, grantId, clock }) =>
      database.dispatches.end(grantId, clock.now() - 1),
    );
    assert.equal(ended, 0);
    assert.equal(overview?.endedAt, page.clock.now() - 1);
    assert.ok(!(await actionsOf(page)).includes('grant.expired'));
  });
});
