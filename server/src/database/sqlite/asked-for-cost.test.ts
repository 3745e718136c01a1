import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { createAccounts } from '../../domain/access/accounts.ts';
import { actor, fileOf, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import {
  partialContact,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { databaseOn } from './sqlite-database.ts';
import { WatchedConnection } from './watched-connection.ts';

/** A database, and what some work on it costs: statements, and rows of lists. */
function watch(context: TestContext) {
  const connection = new WatchedConnection(openDatabase(':memory:', 0));
  migrate(connection, sqliteCatalogue.schemaSteps);
  const database = databaseOn(connection, testRowBinding);
  context.after(() => database.close());

  async function costOf(work: () => Promise<unknown>) {
    connection.queries.length = 0;
    connection.listedRows = 0;
    await work();
    return { statements: connection.queries.length, listedRows: connection.listedRows };
  }

  return { database, costOf };
}

describe('the cost of a request does not grow with what it does not ask for', () => {
  async function uploadAfter(context: TestContext, returns: number) {
    const { database, costOf } = watch(context);
    const page = await openGrantPages(context, {}, { database });
    const { alice, bob, grants, resumableUploads, grantOf } = page;
    for (let number = 0; number < returns; number += 1) {
      const origin = { email: bob.email, nick: bob.nick, grantReceiverId: bob.id };
      const back = sampleDispatch(alice, `return ${number}`, { kind: 'return', origin });
      await database.dispatches.add(back, [
        sampleReceiver(back, alice.email, { linkHash: undefined }),
      ]);
      await database.files.addToDispatch(
        sampleFile(alice, `${number}.txt`, { dispatchId: back.id }),
      );
    }
    return {
      begin: await costOf(() => page.begin(3, 'first.txt')),
      append: await costOf(async () => {
        const [upload] = await resumableUploads.list((await grantOf(bob)).owner);
        await page.append(upload?.id ?? '', 0, 'abc');
      }),
      inspect: await costOf(async () => {
        const [upload] = await resumableUploads.list((await grantOf(bob)).owner);
        await resumableUploads.inspect((await grantOf(bob)).owner, upload?.id ?? '');
      }),
      send: await costOf(async () => {
        const grant = await grantOf(bob);
        const [upload] = await resumableUploads.list(grant.owner);
        await grants.send(actor, grant, [upload?.id ?? ''], undefined);
      }),
    };
  }

  test('an upload, with what came back before', async (context) => {
    assert.deepEqual(await uploadAfter(context, 50), await uploadAfter(context, 0));
  });

  async function fetchOneOf(context: TestContext, files: number) {
    const { database, costOf } = watch(context);
    const { addAccount, send, linkDownloads, linkSecret } = await openExchange(context, {
      database,
    });
    const alice = await addAccount('alice@example.com');
    await send(alice, 'zoe@example.com', { 'wanted.txt': 'wanted' });
    const [drop = assert.fail()] = await database.dispatches.list({ limit: 1 });
    const [wanted = assert.fail()] = drop.files;
    for (let number = 1; number < files; number += 1) {
      const dispatchId = drop.dispatch.id;
      await database.files.addToDispatch(sampleFile(alice, `${number}.txt`, { dispatchId }));
    }
    const secret = linkSecret(drop.receivers[0]?.id ?? assert.fail(), 0);
    return await costOf(async () => {
      const delivery = await linkDownloads.findByLink(secret);
      assert.ok(delivery?.isLocked === false);
      assert.equal((await linkDownloads.findFile(delivery, wanted.id))?.name, 'wanted.txt');
    });
  }

  test('a download by link, with the other files of the drop', async (context) => {
    assert.deepEqual(await fetchOneOf(context, 1000), await fetchOneOf(context, 1));
  });

  async function uploadBeside(context: TestContext, files: number) {
    const { database, costOf } = watch(context);
    const limits = { trayQuotaBytes: 1e12 };
    const { addAccount, tray } = await openExchange(context, { database, limits });
    const alice = await addAccount('alice@example.com');
    for (let number = 0; number < files; number += 1) {
      await database.files.addToTray(sampleFile(alice, `${number}.txt`));
    }
    return await costOf(async () => {
      const upload = await tray.beginUpload(alice);
      await upload.receive(fileOf('another.txt', 'text'));
      await upload.commit(actor);
    });
  }

  test('an upload under a quota, with what lies in the tray', async (context) => {
    assert.deepEqual(await uploadBeside(context, 1000), await uploadBeside(context, 0));
  });

  async function sendWith(context: TestContext, contacts: number) {
    const { database, costOf } = watch(context);
    const exchange = await openExchange(context, { database });
    const alice = await exchange.addAccount('alice@example.com');
    await exchange.choose(alice, 'zoe@example.com');
    const book = Array.from({ length: contacts }, (_, at) => partialContact(`${at}@example.com`));
    await exchange.contacts.replace(actor, alice, book);
    await exchange.upload(alice, { 'a.txt': 'a' });
    await exchange.tray.list(alice);
    return await costOf(() => exchange.dispatching.createDrop(actor, alice, oneDay));
  }

  test('a sending, with the address book', async (context) => {
    assert.deepEqual(await sendWith(context, 1000), await sendWith(context, 1));
  });

  async function removeWith(context: TestContext, drops: number) {
    const { database, costOf } = watch(context);
    const exchange = await openExchange(context, { database });
    const alice = await exchange.addAccount('alice@example.com');
    for (let number = 0; number < drops; number += 1) {
      const drop = sampleDispatch(alice, `drop ${number}`);
      await database.dispatches.add(drop, [sampleReceiver(drop, 'zoe@example.com')]);
    }
    const accounts = createAccounts({ ...exchange, language: 'en' });
    return await costOf(() => accounts.remove(actor, alice.email));
  }

  test('the removal of an account, with what it sent', async (context) => {
    assert.deepEqual(await removeWith(context, 50), await removeWith(context, 0));
  });
});
