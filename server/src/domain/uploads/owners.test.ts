import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { openDraftPages } from '../../testing/draft-pages.ts';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { hashFor, idFor } from '../../testing/samples.ts';
import type { ApiKey } from '../model/account.ts';
import type { UploadLimits } from './allowance.ts';
import { accountOwner } from './owners.ts';

/** An account with a key, which uploads files that belong to itself. */
async function open(context: TestContext, limits: Partial<UploadLimits> = {}) {
  const pages = await openDraftPages(context, limits);
  const { database, alice: account, resumableUploads } = pages;
  const key: ApiKey = {
    id: idFor('key'),
    accountId: account.id,
    hash: hashFor('key'),
    salt: undefined,
    createdAt: 0,
    expiresAt: undefined,
  };
  await database.apiKeys.add(key);
  const owner = accountOwner({ account, keyId: key.id });
  const begin = (sizeBytes: number, name = 'a.txt') =>
    resumableUploads.begin(actor, owner, {
      ...{ name, sizeBytes, mediaType: 'text/plain', fingerprint: '', metadata: '' },
    });
  const append = (id: string, text: string) =>
    resumableUploads.append(owner, id, {
      ...{ offset: 0, declaredBytes: 0, cutOff() {} },
      content: (async function* () {
        yield await Promise.resolve([Buffer.from(text)]);
      })(),
    });
  return { ...pages, owner, key, begin, append };
}

describe('an upload of an account', () => {
  test('is recorded, is no file of the tray, and is shredded when its time is over', async (t) => {
    const { begin, append, owner, database, clock, expiry, unsentLifetimeMs, ...rest } =
      await open(t);
    const { id } = await begin(3);
    const [begun] = await database.audit.listNewest(1);
    assert.deepEqual(
      [begun?.action, begun?.object, begun?.details],
      ['upload.begun', 'a.txt', { sizeBytes: 3, fileId: id }],
    );
    assert.equal((await append(id, 'abc')).receivedBytes, 3);
    assert.deepEqual(await rest.tray.list(rest.alice), []);
    clock.advance(unsentLifetimeMs - 1);
    assert.equal(await expiry.shredAbandonedUploads(), 0);
    clock.advance(1);
    await assert.rejects(rest.resumableUploads.inspect(owner, id), { code: 'not_found' });
    assert.equal(await expiry.shredAbandonedUploads(), 1);
    await expiry.reclaimGarbage();
    assert.deepEqual(await listBlobs(rest), []);
    const [last] = await database.audit.listNewest(1);
    assert.deepEqual([last?.action, last?.object], ['upload.expired', id]);
  });

  test('is refused once its key has ended or its account is disabled', async (t) => {
    const { begin, append, key, alice, database, clock } = await open(t);
    const { id } = await begin(3);
    await database.accounts.setDisabled(alice.id, clock.now());
    await assert.rejects(append(id, 'abc'), { code: 'unauthorized' });
    await database.accounts.setDisabled(alice.id, undefined);
    await database.apiKeys.end(alice.id, key.id, clock.now());
    await assert.rejects(append(id, 'abc'), { code: 'unauthorized' });
    await assert.rejects(begin(1), { code: 'unauthorized' });
  });

  test('counts with drafts against the quota, and counts the tray, which does not count it', async (t) => {
    const page = await open(t, { quotaBytes: 10 });
    const { alice, begin, upload, addFile, beginEmpty, resumableUploads, owner } = page;
    const draft = await beginEmpty();
    await addFile(draft, 'd', '123');
    await upload(alice, { tray: '12' });
    assert.equal((await resumableUploads.allowanceOf(owner)).bytes, 5);
    await assert.rejects(begin(6), { code: 'too_large' });
    await begin(4);
    await assert.rejects(begin(2), { code: 'too_large' });
    await assert.rejects(addFile(draft, 'e', '1234'), { code: 'too_large' });
    await upload(alice, { more: '12345678' });
  });
});
