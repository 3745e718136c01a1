import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Exchange } from '../../testing/exchange-fixture.ts';
import { actor, oneDay, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { partialContact } from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import { day, hour } from '../model/clock.ts';
import { createDispatching } from './dispatching.ts';
import { findRewrapped, openFileKey } from '../model/key-ring.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  return { ...exchange, alice: await exchange.addAccount('alice@example.com') };
}

/** Everything that a dispatch may change. */
async function stateOf({ database }: Exchange, account: Account) {
  return {
    history: await database.dispatches.listHistory(account.id),
    receivers: await database.contacts.listReceivers(account.id),
    tray: await database.files.listTray(account.id),
    mails: await database.outbox.countWaiting(),
    head: await database.audit.findHead(),
  };
}

describe('a drop', () => {
  test('takes the tray to the receivers, once', async (context) => {
    const exchange = await open(context);
    const { alice, choose, upload, dispatching, database, clock } = exchange;
    await choose(alice, 'zoe@example.com', 'adam@example.com');
    await upload(alice, { 'z.txt': 'z', 'a.txt': 'a' });
    const terms = { lifetimeMs: 3 * day, ttl: '3', ttlUnit: 'days' as const, message: 'Hello' };
    await dispatching.createDrop(actor, alice, terms);

    const { history, receivers, tray, mails } = await stateOf(exchange, alice);
    assert.deepEqual([receivers, tray, mails, history.length], [[], [], 2, 1]);
    const [entry] = history;
    assert.deepEqual(
      entry?.receivers.map(({ email }) => email),
      ['zoe@example.com', 'adam@example.com'],
    );
    assert.deepEqual(entry.files, [{ name: 'z.txt' }, { name: 'a.txt' }]);
    const { id, ...dispatch } = entry.dispatch;
    const createdAt = clock.now();
    const expiresAt = createdAt + 3 * day;
    const [ttl, message] = ['3', 'Hello'];
    const common = { accountId: alice.id, kind: 'drop', origin: undefined, secondFactor: 'off' };
    const ttlUnit = 'days';
    assert.deepEqual(dispatch, { ...common, createdAt, expiresAt, ttl, ttlUnit, message });
    const [last] = await database.audit.listNewest(1);
    assert.deepEqual([last?.action, last?.object], ['drop.created', id]);
    await assert.rejects(dispatching.createDrop(actor, alice, terms), { code: 'no_receivers' });
  });

  test('gives each receiver a link and an inbox token, and keeps only the hash of the link', async (context) => {
    const { alice, choose, upload, dispatching, database, hasher, linkSecret } =
      await open(context);
    await choose(alice, ...Array.from({ length: 20 }, (_, index) => `${index}@example.com`));
    await upload(alice, { 'a.txt': 'a' });
    await dispatching.createDrop(actor, alice, oneDay);
    const [overview] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
    const receivers = overview?.receivers ?? [];
    assert.equal(receivers.length, 20);
    for (const { id, linkHash } of receivers) {
      assert.deepEqual(linkHash, hasher.hash('link', linkSecret(id, 0)));
    }
    assert.equal(new Set(receivers.map(({ linkHash }) => linkHash?.toString('hex'))).size, 20);
    assert.equal(new Set(receivers.map(({ inboxToken }) => inboxToken)).size, 20);
    assert.equal(await database.outbox.countWaiting(), 20);
  });

  test('moves the keys of its files into the bucket of the day on which it expires', async (context) => {
    const { alice, choose, upload, dispatching, database, vault, keyRing } = await open(context);
    await choose(alice, 'zoe@example.com');
    await upload(alice, { 'a.txt': 'content' });
    const [before] = await database.files.listTray(alice.id);
    assert.ok(before);
    await dispatching.createDrop(actor, alice, { ...oneDay, lifetimeMs: 3 * day });
    assert.deepEqual(await database.files.listUsedBuckets(), ['expiry-2026-11-18']);

    await keyRing.destroy([before.keyBucket]);
    const [entry] = await database.dispatches.listHistory(alice.id);
    assert.ok(entry);
    const file = await database.files.findInDispatch(entry.dispatch.id, 'a.txt');
    assert.ok(file);
    assert.notDeepEqual(file.wrappedKey, before.wrappedKey);
    const fileKey = await openFileKey(keyRing, file);
    assert.equal(await readAll(vault.read({ ...file, fileKey }, 0, 7)), 'content');
  });

  test('names a file that cannot be read, and sends nothing', async (context) => {
    const { alice, choose, upload, dispatching, database, tray, keyRing } = await open(context);
    await choose(alice, 'zoe@example.com');
    await upload(alice, { 'lost "1".txt': 'content' });
    await keyRing.destroy(await keyRing.buckets());
    await assert.rejects(dispatching.createDrop(actor, alice, oneDay), {
      code: 'file_unreadable',
      message: /The file "lost \\"1\\".txt" cannot be read/,
    });
    assert.equal((await database.dispatches.listHistory(alice.id)).length, 0);
    await tray.remove(actor, alice, 'lost "1".txt');
    await upload(alice, { 'a.txt': 'content' });
    await dispatching.createDrop(actor, alice, oneDay);
  });

  /** Sends Alice's tray; before each attempt commits something else happens. */
  async function sendOvertaken(
    context: TestContext,
    overtake: (exchange: Awaited<ReturnType<typeof open>>, tries: number) => Promise<unknown>,
  ) {
    const exchange = await open(context);
    const { alice, choose, upload, database } = exchange;
    await choose(alice, 'zoe@example.com');
    await upload(alice, { 'a.txt': 'a' });
    let tries = 0;
    const runner: CommandRunner = {
      async run(command, input) {
        tries += 1;
        await overtake(exchange, tries);
        return await exchange.runner.run(command, input);
      },
    };
    const dispatching = createDispatching({ ...exchange, runner });
    await dispatching.createDrop(actor, alice, oneDay);
    const [entry] = await database.dispatches.listHistory(alice.id);
    const files = await database.files.listInDispatch(entry?.dispatch.id ?? assert.fail());
    for (const file of files) await openFileKey(exchange.keyRing, file);
    const emails = entry?.receivers.map(({ email }) => email) ?? [];
    return { tries, emails, names: files.map(({ name }) => name) };
  }

  test('takes along a file that came in just before its transaction, with its key', async (context) => {
    const { tries, names } = await sendOvertaken(context, async ({ upload, alice }, number) => {
      if (number === 1) await upload(alice, { 'b.txt': 'b' });
    });
    assert.deepEqual([tries, names], [2, ['a.txt', 'b.txt']]);
  });

  test('reaches a receiver who was chosen just before its transaction', async (context) => {
    const { tries, emails } = await sendOvertaken(context, async ({ choose, alice }, number) => {
      if (number === 1) await choose(alice, 'zoe@example.com', 'adam@example.com');
    });
    assert.deepEqual([tries, emails.sort()], [2, ['adam@example.com', 'zoe@example.com']]);
  });

  test('takes along a file whose key was moved just before its transaction', async (context) => {
    const { tries, names } = await sendOvertaken(context, async (exchange, number) => {
      const { database, keyRing, alice } = exchange;
      const [file] = number === 1 ? await database.files.listTray(alice.id) : [];
      if (file === undefined) return;
      const keyBucket = 'tray-2026-11-16';
      const wrappedKey = await findRewrapped(keyRing, file, await keyRing.ensure(keyBucket));
      assert.ok(wrappedKey);
      await database.files.rewrap([{ id: file.id, wrappedKey, keyBucket }]);
      await keyRing.destroy([file.keyBucket]);
    });
    assert.deepEqual([tries, names], [2, ['a.txt']]);
  });

  test('is refused when the tray never stays as it is', async (context) => {
    const changing = sendOvertaken(context, ({ upload, alice }, number) =>
      upload(alice, { [`${number}.txt`]: 'x' }),
    );
    await assert.rejects(changing, { code: 'upload_in_progress', retryAfterSeconds: 5 });
  });

  test('is sent once, however many ask at the same time', async (context) => {
    const { alice, choose, upload, dispatching, database } = await open(context);
    await choose(alice, 'zoe@example.com');
    await upload(alice, { 'a.txt': 'a' });
    const asking = Array.from({ length: 8 }, () => dispatching.createDrop(actor, alice, oneDay));
    const results = await Promise.allSettled(asking);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await database.dispatches.listHistory(alice.id)).length, 1);
    assert.equal(await database.outbox.countWaiting(), 1);
  });
});

test('what is missing for a drop is told one by one, and nothing has changed', async (context) => {
  const exchange = await open(context);
  const { alice, contacts, upload, tray, dispatching, uploads } = exchange;
  const zoe = [partialContact('zoe@example.com')];

  async function assertRefused(code: string): Promise<void> {
    const before = await stateOf(exchange, alice);
    await assert.rejects(dispatching.createDrop(actor, alice, oneDay), { code });
    assert.deepEqual(await stateOf(exchange, alice), before);
  }

  const { end: endUpload } = await uploads.begin(alice.id);
  await assertRefused('no_contacts');
  await contacts.replace(actor, alice, zoe);
  await assertRefused('no_receivers');
  await contacts.setReceivers(actor, alice, zoe);
  await assertRefused('files_not_listed');
  await tray.list(alice);
  await assertRefused('upload_in_progress');
  await upload(alice, { 'a.txt': 'a' });
  await assertRefused('upload_in_progress');
  await tray.remove(actor, alice, 'a.txt');
  await endUpload();
  await assertRefused('no_files');
  await upload(alice, { 'a.txt': 'a' });
  await dispatching.createDrop(actor, alice, oneDay);
});

test("somebody else's upload holds nobody up", async (context) => {
  const { alice, addAccount, choose, upload, uploads, dispatching } = await open(context);
  await uploads.begin((await addAccount('bob@example.com')).id);
  await choose(alice, 'zoe@example.com');
  await upload(alice, { 'a.txt': 'a' });
  await dispatching.createDrop(actor, alice, oneDay);
});

describe('a grant', () => {
  test('needs a contact and a receiver, and leaves the tray alone', async (context) => {
    const exchange = await open(context);
    const { alice, contacts, upload, dispatching, uploads, database } = exchange;
    const zoe = [partialContact('zoe@example.com')];
    const grant = () => dispatching.createGrant(actor, alice, oneDay);
    await upload(alice, { 'a.txt': 'a' });
    await uploads.begin(alice.id);
    await assert.rejects(grant(), { code: 'no_contacts' });
    await contacts.replaceGlobal(actor, [
      { email: 'shared@example.com', number: '', language: '', groups: [], nick: '' },
    ]);
    await assert.rejects(grant(), { code: 'no_receivers' });
    await contacts.setReceivers(actor, alice, zoe);
    await grant();
    const { history, receivers, tray, mails } = await stateOf(exchange, alice);
    assert.deepEqual([history[0]?.dispatch.kind, history[0]?.files], ['grant', []]);
    assert.deepEqual([receivers, tray.length, mails], [[], 1, 1]);
    assert.equal((await database.audit.listNewest(1))[0]?.action, 'grant.created');
  });
});

describe('what one account can make the mail server send', () => {
  function addresses(count: number): string[] {
    return Array.from({ length: count }, (_, index) => `${index}@example.com`);
  }

  test('a transfer to more receivers than allowed is refused, and nothing is done', async (context) => {
    const exchange = await openExchange(context, { mailLimits: { maxReceivers: 3 } });
    const { addAccount, choose, upload, dispatching } = exchange;
    const alice = await addAccount('alice@example.com');
    await choose(alice, ...addresses(4));
    await upload(alice, { 'a.txt': 'a' });
    const before = await stateOf(exchange, alice);
    await assert.rejects(dispatching.createDrop(actor, alice, oneDay), (error) => {
      assert.ok(error instanceof ValiseError);
      assert.deepEqual([error.code, error.details?.[0]?.field], ['invalid', 'receivers']);
      return true;
    });
    assert.deepEqual(await stateOf(exchange, alice), before);
    await choose(alice, ...addresses(3));
    await dispatching.createDrop(actor, alice, oneDay);
  });

  test('more mails than allowed in a day wait until there is room, for this account alone', async (context) => {
    const exchange = await openExchange(context, { mailLimits: { mailsPerDay: 5 } });
    const { addAccount, choose, dispatching, clock } = exchange;
    const [alice, bob] = [
      await addAccount('alice@example.com'),
      await addAccount('bob@example.com'),
    ];
    async function lend(account: Account, receivers: number): Promise<void> {
      await choose(account, ...addresses(receivers));
      await dispatching.createGrant(actor, account, oneDay);
    }
    await lend(alice, 3);
    clock.advance(hour);
    await lend(alice, 2);
    clock.advance(hour);
    const before = await stateOf(exchange, alice);
    await assert.rejects(lend(alice, 1), (error) => {
      assert.ok(error instanceof ValiseError);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['mail_quota', 22 * 3600]);
      const from = new Date(clock.now() + 22 * hour).toISOString().replace('.000', '');
      assert.ok(error.message.includes(`from ${from} on`), error.message);
      return true;
    });
    assert.equal((await stateOf(exchange, alice)).mails, before.mails);
    await lend(bob, 5);
    clock.advance(22 * hour);
    await lend(alice, 3);
    await assert.rejects(lend(alice, 1), { code: 'mail_quota' });
  });

  test('an account with a limit of its own has that one, from its next transfer on', async (context) => {
    const exchange = await openExchange(context, { mailLimits: { mailsPerDay: 2 } });
    const { addAccount, choose, dispatching, database } = exchange;
    const alice = await addAccount('alice@example.com');
    async function lend(receivers: number): Promise<void> {
      await choose(alice, ...addresses(receivers));
      await dispatching.createGrant(actor, alice, oneDay);
    }
    await lend(2);
    await assert.rejects(lend(1), { code: 'mail_quota' });
    await database.accounts.setMailsPerDay(alice.id, 4);
    await lend(2);
    await assert.rejects(lend(1), { code: 'mail_quota' });
    await assert.rejects(lend(5), { code: 'invalid' });
    await database.accounts.setMailsPerDay(alice.id, undefined);
    await assert.rejects(lend(1), { code: 'mail_quota' });
  });
});
