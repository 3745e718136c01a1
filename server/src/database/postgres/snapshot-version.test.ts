import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSnapshotVersion } from './snapshot-version.ts';

/** A server whose snapshots are answered when the test says so. */
function openSnapshots() {
  const asked: PromiseWithResolvers<string>[] = [];
  const versions = createSnapshotVersion(() => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  });
  return {
    ...versions,
    asked,
    lookAndFind: async (snapshot: string): Promise<number | undefined> => {
      const looked = versions.look();
      await nextTurn();
      asked.at(-1)?.resolve(snapshot);
      await looked;
      return versions.version();
    },
  };
}

test('the version stays the same as long as the snapshot does', async () => {
  const { version, lookAndFind } = openSnapshots();
  assert.equal(version(), undefined, 'before the first look nothing is known');
  const first = await lookAndFind('10:10:');
  assert.notEqual(first, undefined);
  assert.equal(await lookAndFind('10:10:'), first);
  assert.notEqual(await lookAndFind('11:11:'), first);
});

test('who asks in the same turn shares a statement, who asks while it runs does not', async () => {
  const { look, asked } = openSnapshots();
  const together = [look(), look(), look()];
  await nextTurn();
  assert.equal(asked.length, 1);
  const later = look();
  await nextTurn();
  assert.equal(asked.length, 2);
  asked[0]?.resolve('10:10:');
  await Promise.all(together);
  asked[1]?.resolve('11:11:');
  await later;
});

test('an answer that was overtaken is never taken for the later one', async () => {
  const { look, version, asked, lookAndFind } = openSnapshots();
  const early = look();
  await nextTurn();
  const late = await lookAndFind('11:11:');
  asked[0]?.resolve('10:10:');
  await early;
  assert.notEqual(version(), late);
  assert.notEqual(await lookAndFind('11:11:'), late);
});

test('after an own commit nothing is known until a look that began later has ended', async () => {
  const { look, forget, version, asked, lookAndFind } = openSnapshots();
  const before = await lookAndFind('10:10:');
  const running = look();
  await nextTurn();
  forget();
  assert.equal(version(), undefined);
  asked[1]?.resolve('10:10:');
  await running;
  assert.equal(version(), undefined);
  assert.notEqual(await lookAndFind('10:10:'), before);
});

test('a look that fails tells who waited for it, and the next one is asked anew', async () => {
  const { look, asked, lookAndFind } = openSnapshots();
  const failed = look();
  await nextTurn();
  asked[0]?.reject(new Error('away'));
  await assert.rejects(failed, /away/);
  assert.notEqual(await lookAndFind('10:10:'), undefined);
});
