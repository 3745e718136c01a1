import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';

describe('the limits of a grant', () => {
  test('hold over everything sent and begun, as it was declared', async (context) => {
    const limits = { grantMaxFiles: 3, grantMaxBytes: 10, maxFileBytes: 9 };
    const page = await openGrantPages(context, limits);
    const { begin, uploadWhole, grants, resumableUploads, grantOf, bob } = page;
    await assert.rejects(begin(10), { code: 'too_large' });
    const four = await uploadWhole('four');
    await grants.send(actor, await grantOf(bob), [four.id], undefined);
    await assert.rejects(begin(7), { code: 'too_large' });
    const five = await begin(5);
    await assert.rejects(begin(2), { code: 'too_large' });
    const one = await begin(1);
    await assert.rejects(begin(0), { code: 'too_large' });
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, five.id);
    await begin(5);
    await resumableUploads.cancel(actor, (await grantOf(bob)).owner, one.id);
  });

  test('hold for uploads begun at once', async (context) => {
    const { begin } = await openGrantPages(context, { grantMaxFiles: 5 });
    const begun = await Promise.allSettled(Array.from({ length: 20 }, () => begin(1)));
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 5);
  });

  test('and so does the room in the store', async (context) => {
    const { begin, append } = await openGrantPages(
      context,
      { minFreeBytes: 1000 },
      { capacityBytes: 100_000 },
    );
    await assert.rejects(begin(99_500), { code: 'too_large' });
    const { id } = await begin(90_000);
    const other = await begin(90_000);
    await append(id, 0, 'x'.repeat(90_000));
    await assert.rejects(append(other.id, 0, 'x'.repeat(90_000)), {
      code: 'insufficient_storage',
    });
  });
});
