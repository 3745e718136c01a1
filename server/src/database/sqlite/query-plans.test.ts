import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import type { FileId, ReceiverId } from '../../domain/model/ids.ts';
import { lanes } from '../../domain/model/outbox.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
} from '../../testing/samples.ts';
import type { WatchedQuery } from './watched-connection.ts';
import { WatchedConnection } from './watched-connection.ts';
import { createRepositories } from '../queries/repositories.ts';
import { SqliteSession, openSqliteDatabase } from './sqlite-database.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { createBoundRows } from '../queries/rows.ts';

const alice = sampleAccount('alice@example.com');
const drop = sampleDispatch(alice, 'drop');
const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };

/** What runs on every request, or over all rows at regular times. */
const reads: Record<string, (repositories: Repositories) => Promise<unknown>> = {
  'signing in': async ({ accounts, apiKeys }) => {
    await accounts.findByEmail(alice.email);
    await apiKeys.listFor(alice.id);
    await apiKeys.readAccess(alice.email, hashFor('token'));
  },
  'using a CSRF token': ({ csrfTokens }) => csrfTokens.find(hashFor('token')),
  'evicting CSRF tokens': ({ csrfTokens }) => csrfTokens.evict(alice.id, 59),
  'ending CSRF tokens': ({ csrfTokens }) => csrfTokens.deleteExpired(noon),
  'ending claims': ({ idempotency }) => idempotency.deleteExpired(noon),
  'finding a claim': ({ idempotency }) => idempotency.find(alice.id, claim.keyHash, noon),
  'reading contacts': ({ contacts }) => contacts.listLocal(alice.id),
  'reading receivers': ({ contacts }) => contacts.listReceivers(alice.id),
  'reading the tray': async ({ files }) => {
    await files.listTray(alice.id);
    await files.findInTray(alice.id, 'a.pdf');
    await files.trayBytes(alice.id);
  },
  'line 2: looking for files that were never sent': ({ files }) => files.listForgotten(noon, 100),
  'line 9: counting repeated acts': async ({ repeatedActs }) => {
    const key = { action: 'sign_in.failed', subject: '192.0.2.1' } as const;
    await repeatedActs.find(key);
    await repeatedActs.remove(key);
    await repeatedActs.listDue(noon, 100);
  },
  'line 9: summing up transfers': async ({ transferSums, dispatches }) => {
    const file = { receiverId: idFor<ReceiverId>('receiver'), fileId: idFor<FileId>('file') };
    const key = { ...file, way: 'link', network: '192.0.2.1' } as const;
    await transferSums.find(key);
    await transferSums.listFor(file.receiverId, file.fileId);
    await transferSums.remove(key);
    await transferSums.listDue(noon, 100);
    await dispatches.end(drop.id, noon);
  },
  'reading history': ({ dispatches }) => dispatches.listHistory(alice.id),
  'reading the start of history': ({ dispatches }) => dispatches.listHistory(alice.id, 20),
  'reading on in history': ({ dispatches }) => dispatches.listHistory(alice.id, 20, drop.id),
  'counting history': ({ dispatches }) => dispatches.countHistory(alice.id),
  'counting live drops': ({ dispatches }) => dispatches.countLiveDrops(alice.id, noon),
  'reading an inbox': ({ dispatches }) => dispatches.listInbox(alice.email, noon),
  'opening a file': async ({ dispatches, files }) => {
    await dispatches.findInInbox(alice.email, idFor('token'), noon);
    await files.findInDispatch(drop.id, 'a.pdf');
  },
  'looking for what is due': ({ dispatches }) => dispatches.listDue(noon, 200),
  'ending a dispatch': async ({ dispatches, files }) => {
    await dispatches.end(drop.id, noon);
    await files.shredDispatch(drop.id, noon);
  },
  'looking for garbage': ({ files }) => files.listGarbage('file', 200),
  'looking for used buckets': ({ files }) => files.listUsedBuckets(),
  'looking into a bucket': ({ files }) =>
    files.listInBucket('expiry-2026-11-16', 200, idFor('file')),
  'telling known files': ({ files }) => files.known([idFor('file')]),
  'going on with an upload': async ({ uploads, segments }) => {
    await uploads.find(idFor('upload'));
    await segments.list(idFor('upload'));
    await uploads.grow(idFor('upload'), { fromBytes: 0, toBytes: 1, expiresAt: noon });
  },
  'listing the uploads of a receiver': ({ uploads }) => uploads.listFor(idFor('receiver')),
  'looking for abandoned uploads': ({ uploads }) => uploads.listAbandoned(noon, 200),
  'looking for the garbage of uploads': ({ uploads }) => uploads.listGarbage(200),
  'looking for used buckets of uploads': ({ uploads }) => uploads.listUsedBuckets(),
  'telling known segments': ({ segments }) => segments.known([idFor('blob')]),
  'forgetting segments': ({ segments }) => segments.forget([idFor('file')]),
  'counting the mail that waits': ({ outbox }) => outbox.countWaiting(),
  'asking how long mail has waited': ({ outbox }) => outbox.findOldestWaiting(),
  'measuring what waits in each lane': async ({ outbox }) => {
    for (const lane of lanes) await outbox.measureBacklog(lane);
  },
  'looking for mail to send': async ({ outbox }) => {
    const claim = { now: noon, by: 'node', after: alice.id };
    for (const lane of lanes) await outbox.claimNext(lane, claim);
  },
  'ending an outage': async ({ outbox }) => {
    for (const lane of lanes) await outbox.endOutage(lane, noon);
    await outbox.retryAll(noon);
    await outbox.releaseClaims(['node'], noon);
  },
  'settling a mail': async ({ outbox }) => {
    await outbox.find(idFor('mail'));
    await outbox.retry(idFor('mail'), noon, { by: 'node', reason: 'later', isOutage: false });
    await outbox.settle(idFor('mail'), 'sent', noon);
  },
  'counting the mails of a day': ({ outbox }) => outbox.findLinkMail(alice.id, noon, 5000),
  'looking for the last digest of an account': ({ outbox }) =>
    outbox.findLastDigest(alice.id, 'unfetched'),
  'reading the mail of a receiver': ({ outbox }) => outbox.listFor(idFor('receiver')),
  'counting codes': ({ outbox }) =>
    outbox.countCodes({ since: noon, accountId: alice.id, numberPrefix: '46' }),
  'asking who wants no mail': ({ suppressions }) => suppressions.has(alice.email, alice.id),
  'counting a wrong code': ({ dispatches }) => dispatches.countRefusedCode(idFor('receiver')),
  'trying a code': async ({ receiverCodes }) => {
    await receiverCodes.find(idFor('receiver'), hashFor('browser'));
    await receiverCodes.findByMail(idFor('mail'));
    await receiverCodes.takeTry(idFor('receiver'), hashFor('browser'), noon);
    await receiverCodes.delete(idFor('receiver'), hashFor('browser'));
  },
  'knowing a browser again': ({ receiverSessions }) =>
    receiverSessions.find(hashFor('session'), noon),
  'forgetting codes and sessions': async ({ receiverCodes, receiverSessions }) => {
    await receiverCodes.deleteExpired(noon);
    await receiverSessions.deleteExpired(noon);
  },
  'following a link': async ({ dispatches, downloads, files }) => {
    await dispatches.findByLink(hashFor('link'), noon);
    await downloads.listFor(idFor('receiver'));
    await downloads.countCompleted(idFor('dispatch'));
    await files.listInDispatch(drop.id);
  },
  'line 3: downloading one file of many': async ({ dispatches, downloads, files }) => {
    await files.findInDispatchById(drop.id, idFor('file'));
    await downloads.find(idFor('receiver'), idFor('file'));
    await dispatches.findByReceiver(idFor('receiver'));
    await downloads.hasEveryFile(idFor('receiver'), drop.id);
  },
  'finding the dispatch of a receiver': ({ dispatches }) =>
    dispatches.findByReceiver(idFor('receiver')),
  'reading a dispatch': ({ dispatches }) => dispatches.find(drop.id),
  'reading the files of a dispatch': ({ dispatches }) => dispatches.listFiles(drop.id),
  'listing the dispatches of an account': ({ dispatches }) =>
    dispatches.list({ accountId: alice.id, limit: 20 }),
  'looking for what ends soon': ({ dispatches }) => dispatches.listEnding(noon, noon + hour),
  'reading what came back through a grant': ({ dispatches }) =>
    dispatches.listReturns(idFor('receiver')),
  'summing what came back through a grant': ({ dispatches }) =>
    dispatches.sumReturns(idFor('receiver')),
  'shredding the uploads of receivers': ({ uploads }) =>
    uploads.shredFor([idFor('receiver')], noon),
};

/**
 * These indexes hold the wanted rows and no others, so that reading them through is no waste; nor
 * is reading a list through that was given.
 */
function readsAllItWants(step: string): boolean {
  return /(?:USING (?:COVERING )?INDEX (?:api_keys_salted|files_by_bucket|mails_codes_due|mails_due|mails_waiting|uploads_alive|uploads_shredded)|^SCAN json_each VIRTUAL TABLE INDEX 1:|^SCAN (?:CONSTANT ROW|asked))$/.test(
    step,
  );
}

describe('with an index and without a scan of any table, SQLite answers', () => {
  let folder: string;
  let database: DatabaseSync;
  let connection: WatchedConnection;
  let repositories: Repositories;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'valise-plans-'));
    const path = join(folder, 'valise.db');
    await (await openSqliteDatabase(path, { binding: testRowBinding })).close();
    database = new DatabaseSync(path);
    connection = new WatchedConnection(database);
    repositories = createRepositories(
      new SqliteSession(connection, undefined),
      createBoundRows(testRowBinding),
      () => Promise.resolve(),
    );
    await repositories.accounts.add(alice);
    await repositories.dispatches.add(drop, []);
    await repositories.files.addToTray(sampleFile(alice, 'a.pdf'));
  });

  after(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });

  function planOf({ sql, values }: WatchedQuery): string[] {
    const statement = database.prepare(`explain query plan ${sql}`);
    return statement.all(...(values as SQLInputValue[])).map(({ detail }) => String(detail));
  }

  for (const [name, read] of Object.entries(reads)) {
    test(name, async () => {
      connection.queries.length = 0;
      await read(repositories);
      const queries = [...connection.queries];
      assert.ok(queries.length > 0);
      for (const query of queries) {
        const plan = planOf(query);
        assert.ok(plan.length > 0);
        const scans = plan.filter((step) => step.startsWith('SCAN') && !readsAllItWants(step));
        assert.deepEqual(scans, [], `${query.sql}\n${plan.join('\n')}`);
      }
    });
  }
});
