import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import {
  actor,
  bulkyFile,
  fileOf,
  listBlobs,
  oneDay,
  openExchange,
  readAll,
} from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { readerOf } from '../../testing/samples.ts';
import { day, hour } from '../model/clock.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { createResumableUploads } from '../uploads/resumable-uploads.ts';
import { createGrants } from './grants.ts';

const noLimits = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: undefined };

/** Alice has given Bob an upload page for two days. */
async function lend(context: TestContext, limits: Partial<UploadLimits> = {}) {
  const exchange = await openExchange(context);
  const { database, dispatching } = exchange;
  const parts = { ...exchange, limits: { ...noLimits, minFreeBytes: 0, ...limits } };
  const resumableUploads = createResumableUploads(parts);
  const grants = createGrants({ ...parts, resumableUploads });
  const alice = await exchange.addAccount('alice@example.com');
  await exchange.choose(alice, 'bob@example.com');
  await dispatching.createGrant(actor, alice, { ...oneDay, lifetimeMs: 2 * day, ttl: '172800' });
  const [overview] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
  const receiver = overview?.receivers[0];
  assert.ok(overview && receiver);
  const secret = exchange.linkSecret(receiver.id, 0);

  async function getGrant() {
    const grant = await grants.findByLink(secret);
    assert.ok(grant?.isLocked === false);
    return grant;
  }

  async function begin(...files: [name: string, text: string][]) {
    const upload = await grants.beginReturn(await getGrant());
    for (const [name, text] of files) await upload.receive(fileOf(name, text));
    return upload;
  }

  async function sendBack(...files: [name: string, text: string][]): Promise<string[]> {
    return await (await begin(...files)).commit(actor, undefined);
  }

  async function assertNothingCame(): Promise<void> {
    assert.deepEqual(await database.dispatches.listReturns(receiver?.id ?? assert.fail()), []);
    assert.deepEqual(await listBlobs(exchange), []);
    const mails = await database.outbox.list(10);
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['upload'],
    );
  }

  const grantId = overview.dispatch.id;
  return {
    ...exchange,
    resumableUploads,
    alice,
    receiver,
    grantId,
    secret,
    grants,
    getGrant,
    begin,
    sendBack,
    assertNothingCame,
  };
}

describe('a link to an upload page', () => {
  test('leads to the grant, and looking changes nothing', async (context) => {
    const { getGrant, grants, database, alice, receiver } = await lend(context);
    const before = await database.audit.findHead();
    const grant = await getGrant();
    assert.equal(grant.dispatch.kind, 'grant');
    assert.equal(grant.sender.id, alice.id);
    assert.deepEqual(grant.receiver, receiver);
    assert.deepEqual(await grants.listReturns(grant), []);
    assert.deepEqual(await database.audit.findHead(), before);
  });

  test('is dead when unknown, expired, revoked, of a drop, or of a disabled account', async (context) => {
    const lent = await lend(context);
    const { grants, secret, database, alice, receiver, grantId, clock } = lent;
    assert.equal(await grants.findByLink('x'.repeat(43)), undefined);

    await lent.send(alice, 'bob@example.com', { 'a.txt': 'a' });
    const [drop] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
    const dropSecret = lent.linkSecret(drop?.receivers[0]?.id ?? '', 0);
    assert.equal(await grants.findByLink(dropSecret), undefined);

    await database.accounts.setDisabled(alice.id, clock.now());
    assert.equal(await grants.findByLink(secret), undefined);
    await database.accounts.setDisabled(alice.id, undefined);
    assert.ok(await grants.findByLink(secret));

    clock.advance(2 * day);
    assert.equal(await grants.findByLink(secret), undefined);
    clock.advance(-1);
    assert.ok(await grants.findByLink(secret));
    await database.dispatches.endLink(receiver.id, clock.now());
    assert.equal(await grants.findByLink(secret), undefined);
    await database.dispatches.end(grantId, clock.now());
    assert.equal(await grants.findByLink(secret), undefined);
  });
});

describe('what a contact sends back', () => {
  test('forms under way and announced uploads share what is left of the grant', async (context) => {
    const mebibyte = 1024 * 1024;
    const page = await openGrantPages(context, { grantMaxBytes: 10 * mebibyte });
    const { grants, grantOf, bob, begin } = page;
    const tooLarge = { code: 'too_large' };
    const first = await grants.beginReturn(await grantOf(bob));
    await first.receive(bulkyFile('a.bin', 6 * mebibyte));
    const second = await grants.beginReturn(await grantOf(bob));
    await assert.rejects(second.receive(bulkyFile('b.bin', 6 * mebibyte)), tooLarge);
    await second.abort();
    await assert.rejects(begin(6 * mebibyte), tooLarge);
    await begin(2 * mebibyte);
    const third = await grants.beginReturn(await grantOf(bob));
    await assert.rejects(third.receive(bulkyFile('c.bin', 3 * mebibyte)), tooLarge);
    await third.abort();
    await first.commit(actor, undefined);
    await begin(2 * mebibyte);
  });

  test('lives from its arrival as long as a drop without desttime would, where its grant says less', async (context) => {
    const page = await lend(context);
    const { inbox, alice, clock, getGrant } = page;
    const limits = { ...noLimits, minFreeBytes: 0 };
    const grants = createGrants({ ...page, limits, defaultLifetimeMs: 7 * day });
    clock.advance(hour);
    const upload = await grants.beginReturn(await getGrant());
    await upload.receive(fileOf('a.txt', 'a'));
    await upload.commit(actor, undefined);
    const [entry] = (await inbox.readHistory(readerOf(alice))).inbox;
    assert.equal(entry?.expiresAt, clock.now() + 7 * day);
    assert.equal(entry.ttl, '604800');
  });

  test('stands in the inbox of the account, with the contact as sender', async (context) => {
    const { begin, inbox, alice, database, clock, receiver, grants, getGrant } =
      await lend(context);
    clock.advance(hour);
    const upload = await begin(['z.txt', 'last letter'], ['a.txt', '']);
    assert.deepEqual(await upload.commit(actor, 'Here you are.'), ['z.txt', 'a.txt']);

    const [entry] = (await inbox.readHistory(readerOf(alice))).inbox;
    assert.ok(entry);
    assert.equal(entry.senderEmail, 'bob@example.com');
    assert.equal(entry.ttl, '172800');
    assert.equal(entry.expiresAt, clock.now() + 2 * day);
    for (const [name, text] of [
      ['z.txt', 'last letter'],
      ['a.txt', ''],
    ] as const) {
      const open = await inbox.openFile(readerOf(alice), entry.token, name);
      assert.equal(await readAll(open.read(0, open.file.sizeBytes)), text);
    }

    const [sent] = await grants.listReturns(await getGrant());
    assert.equal(sent?.dispatch.message, 'Here you are.');
    assert.deepEqual(sent.dispatch.origin, {
      email: 'bob@example.com',
      nick: receiver.nick,
      grantReceiverId: receiver.id,
    });
    assert.equal(sent.receivers[0]?.linkHash, undefined);
    const [mail] = await database.outbox.list(1);
    assert.deepEqual(
      [mail?.kind, mail?.to, mail?.receiverId],
      ['received', alice.email, sent.receivers[0]?.id],
    );
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.object], ['return.created', sent.dispatch.id]);
  });

  test('can be sent in several goes, which stay apart', async (context) => {
    const { sendBack, grants, getGrant } = await lend(context);
    await sendBack(['a.txt', 'first']);
    await sendBack(['a.txt', 'second'], ['b.txt', 'b']);
    const returns = await grants.listReturns(await getGrant());
    const names = returns.map(({ files }) => files.map(({ name }) => name));
    assert.deepEqual(names, [['a.txt', 'b.txt'], ['a.txt']]);
  });

  test('keeps two files of one name apart', async (context) => {
    const { sendBack } = await lend(context);
    const names = await sendBack(['a.txt', 'one'], ['a.txt', 'two'], ['a (2).txt', 'three']);
    assert.deepEqual(names, ['a.txt', 'a (2).txt', 'a (2) (2).txt']);
  });

  test('leaves nothing behind when a file breaks off, it is aborted, or holds no file', async (context) => {
    const { begin, assertNothingCame } = await lend(context);
    const broken = await begin(['whole.txt', 'whole']);
    async function* breakingOff(): AsyncGenerator<Buffer[]> {
      yield await Promise.resolve([Buffer.from('half')]);
      throw new Error('connection lost');
    }
    await assert.rejects(
      broken.receive({ name: 'half.txt', mediaType: 'text/plain', content: breakingOff() }),
      { message: 'connection lost' },
    );
    await broken.abort();
    await broken.abort();
    await assertNothingCame();
    await assert.rejects((await begin()).commit(actor, undefined), { code: 'no_files' });
    await assertNothingCame();
  });

  test('leaves nothing behind when its message cannot be taken', async (context) => {
    const { begin, assertNothingCame } = await lend(context);
    for (const message of ['x'.repeat(10_001), 'nul \0']) {
      await assert.rejects((await begin(['a.txt', 'a'])).commit(actor, message), {
        code: 'invalid',
      });
    }
    await assertNothingCame();
  });

  test('stays when it is aborted after its commit', async (context) => {
    const { begin, grants, getGrant } = await lend(context);
    const upload = await begin(['a.txt', 'a']);
    await upload.commit(actor, undefined);
    await upload.abort();
    assert.equal((await grants.listReturns(await getGrant())).length, 1);
  });
});

describe('a grant that ends while files are on their way', () => {
  const endings = {
    expires: ({ clock }) => {
      clock.advance(2 * day);
    },
    'is ended by hand': ({ database, clock, grantId }) =>
      database.dispatches.end(grantId, clock.now()),
    'is taken back from this contact': ({ database, receiver }) =>
      database.dispatches.endLink(receiver.id, 1),
    'loses its account': ({ database, alice }) => database.accounts.setDisabled(alice.id, 1),
  } satisfies Record<string, (lent: Awaited<ReturnType<typeof lend>>) => Promise<void> | void>;

  for (const [ending, end] of Object.entries(endings)) {
    test(`keeps nothing of them: it ${ending}`, async (context) => {
      const lent = await lend(context);
      const upload = await lent.begin(['a.txt', 'a']);
      await end(lent);
      await assert.rejects(upload.commit(actor, undefined), { code: 'not_found' });
      await lent.assertNothingCame();
    });
  }
});

describe('the limits of a grant', () => {
  const tooLarge = { code: 'too_large' };

  test('count every file that ever came through it', async (context) => {
    const { sendBack, begin, getGrant, grants, expiry, clock, database, grantId } = await lend(
      context,
      { grantMaxFiles: 3 },
    );
    await sendBack(['a.txt', ''], ['b.txt', 'b']);
    assert.equal((await grants.allowanceOf(await getGrant())).files, 1);
    const over = await begin(['c.txt', 'c']);
    await assert.rejects(over.receive(fileOf('d.txt', '')), tooLarge);
    await over.abort();

    await database.dispatches.extend(grantId, clock.now() + 30 * day, '2592000');
    clock.advance(3 * day);
    await expiry.endDueDispatches();
    assert.equal((await grants.allowanceOf(await getGrant())).files, 1);
    await sendBack(['c.txt', 'c']);
    await assert.rejects(begin(['d.txt', 'd']), tooLarge);
  });

  test('count the bytes of all sendings together, to the last one', async (context) => {
    const { sendBack, begin, getGrant, grants } = await lend(context, { grantMaxBytes: 10 });
    await sendBack(['a.txt', '1234']);
    const over = await begin(['b.txt', '123']);
    await assert.rejects(over.receive(fileOf('c.txt', '1234')), tooLarge);
    await over.abort();
    assert.equal((await grants.allowanceOf(await getGrant())).bytes, 6);
    await sendBack(['b.txt', '123'], ['c.txt', '123']);
    assert.equal((await grants.allowanceOf(await getGrant())).bytes, 0);
  });

  test('hold against sendings at the same time', async (context) => {
    const lent = await lend(context, { grantMaxBytes: 10 });
    const uploads = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => lent.begin([`${name}.txt`, '1234'])),
    );
    const results = await Promise.allSettled(
      uploads.map((upload) => upload.commit(actor, undefined)),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal((await listBlobs(lent)).length, 2);
  });

  test('are those of the server too: the size of a file, and the room on the disk', async (context) => {
    const { begin, assertNothingCame } = await lend(context, { maxFileBytes: 5 });
    const over = await begin(['a.txt', '12345']);
    await assert.rejects(over.receive(fileOf('b.txt', '123456')), tooLarge);
    await over.abort();
    await assertNothingCame();
  });

  test('no sending begins when the store is nearly full', async (context) => {
    const lent = await lend(context);
    const full = createGrants({
      ...lent,
      blobs: { freeBytes: () => Promise.resolve(999) },
      limits: { ...noLimits, minFreeBytes: 1000 },
    });
    await assert.rejects(full.beginReturn(await lent.getGrant()), { code: 'insufficient_storage' });
    await lent.assertNothingCame();
  });
});
