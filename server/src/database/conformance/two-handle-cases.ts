import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HashRecord, TrailHead } from '../../domain/model/audit.ts';
import { chainStart } from '../../domain/model/audit.ts';
import type { Database, Repositories } from '../../domain/model/database.ts';
import type { AccountId, DispatchId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  sampleAuditRecord,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
  sampleUpload,
} from '../../testing/samples.ts';
import { feedTwoHandleCases } from './feed-cases.ts';
import { queueTwoHandleCases } from './queue-cases.ts';
import type { TwoHandleCase } from './database-case.ts';
import {
  addAccounts,
  addDispatch,
  alice,
  bob,
  lookAtAccessVersion,
  lookAtVersion,
  sendFiles,
  unchained,
} from './database-case.ts';

/** Longer than any database needs to notice that two transactions wait for each other. */
const timeoutMs = 4_000;
/** Long enough for a transaction that is not kept out to get in. */
const intrusionMs = 30;

async function increment({ installationValues }: Repositories): Promise<void> {
  const before = Number((await installationValues.find('counter')) ?? 0);
  await installationValues.set('counter', String(before + 1));
}

/** The outcome, where `unavailable` is a fair answer; undefined when there is none in time. */
async function outcomeOf<Result>(work: Promise<Result>) {
  const late = new AbortController();
  const outcome = work.then(
    (result) => ({ result }),
    (error: unknown) => {
      assert.equal((error as { code?: unknown }).code, 'unavailable');
      return 'unavailable' as const;
    },
  );
  try {
    return await Promise.race([
      outcome,
      sleep(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  } finally {
    late.abort();
  }
}

async function sendAs(
  database: Database,
  accountId: AccountId,
  label: string,
  createdAt: number,
): Promise<void> {
  await database.transact(async ({ accounts, dispatches }) => {
    await accounts.lock(accountId);
    await dispatches.add(sampleDispatch(alice, label, { createdAt }), []);
  });
}

async function historyOf(database: Database, limit?: number, olderThan?: DispatchId) {
  const entries = await database.dispatches.listHistory(alice.id, limit, olderThan);
  return entries.map(({ dispatch }) => dispatch.id);
}

export const twoHandleCases: readonly TwoHandleCase[] = [
  {
    name: 'has another version after every change of the other one',
    async run(one, other) {
      await addAccounts(one, alice);
      const first = await lookAtVersion(one);
      assert.notEqual(first, undefined);
      await other.installationValues.set('note', 'beside');
      assert.notEqual(await lookAtVersion(one), first);
      const access = await lookAtAccessVersion(one);
      await other.transact(({ accounts }) => accounts.setDisabled(alice.id, noon));
      assert.notEqual(await lookAtAccessVersion(one), access);
    },
  },
  {
    name: 'reads what the other one committed',
    async run(one, other) {
      await addAccounts(one, alice);
      assert.deepEqual(await one.accounts.list(), [alice]);
      assert.deepEqual(await other.accounts.list(), [alice]);
      await other.accounts.setDisabled(alice.id, noon);
      assert.deepEqual(await one.accounts.list(), [{ ...alice, disabledAt: noon }]);
    },
  },
  {
    name: 'loses no update',
    async run(one, other) {
      const rounds = Array.from({ length: 10 }, () => [
        one.transact(increment),
        other.transact(increment),
      ]);
      await Promise.all(rounds.flat());
      assert.equal(await one.installationValues.find('counter'), '20');
    },
  },
  {
    name: 'keeps others away from a locked account until the transaction ends',
    async run(one, other) {
      await addAccounts(one, alice);
      const locked = Promise.withResolvers<undefined>();
      const end = Promise.withResolvers<undefined>();
      const first = one.transact(async ({ accounts }) => {
        await accounts.lock(alice.id);
        locked.resolve(undefined);
        await end.promise;
        await accounts.setDisabled(alice.id, noon);
      });
      await locked.promise;
      let isIn = false;
      const second = outcomeOf(
        other.transact(async ({ accounts }) => {
          const account = await accounts.lock(alice.id);
          isIn = true;
          return account;
        }),
      );
      await sleep(intrusionMs);
      const wasIn = isIn;
      end.resolve(undefined);
      await first;
      const outcome = await second;
      assert.equal(wasIn, false);
      if (outcome === 'unavailable') return;
      assert.equal(outcome?.result?.disabledAt, noon);
    },
  },
  {
    name: 'ends two transactions that lock the same accounts in another order',
    async run(one, other) {
      await addAccounts(one, alice, bob);
      const lockBoth = (database: Database, ...ids: AccountId[]) =>
        database.transact(async ({ accounts }) => {
          for (const id of ids) {
            await accounts.lock(id);
            await accounts.setDisabled(id, noon);
          }
        });
      const outcomes = await Promise.all([
        outcomeOf(lockBoth(one, alice.id, bob.id)),
        outcomeOf(lockBoth(other, bob.id, alice.id)),
      ]);
      assert.ok(!outcomes.includes(undefined), 'a transaction waits for ever');
      assert.ok(outcomes.some((outcome) => outcome !== 'unavailable'));
    },
  },
  {
    name: 'claims each message once, and none goes without while one is due',
    async run(one, other) {
      await addAccounts(one, alice);
      const drop = sampleDispatch(alice, 'drop');
      const emails = Array.from({ length: 10 }, (_, at) => `${at}@example.com`);
      await addDispatch(one, drop, ...emails);
      const mails = emails.map((email) => sampleMail(sampleReceiver(drop, email), drop));
      await one.outbox.add(mails);
      const claim = { now: noon, by: 'node' };
      const claimed: (string | undefined)[] = [];
      for (let round = 0; round < 5; round += 1) {
        const both = [one, other].map(({ outbox }) => outbox.claimNext('mail', claim));
        claimed.push(...(await Promise.all(both)).map((mail) => mail?.id));
      }
      assert.deepEqual(claimed.sort(), mails.map(({ id }) => id).sort());
      assert.equal(await other.outbox.claimNext('mail', claim), undefined);
    },
  },
  {
    name: 'shares no content that is shredded meanwhile, without telling',
    async run(one, other) {
      await addAccounts(one, alice);
      const drop = sampleDispatch(alice, 'drop');
      const files = Array.from({ length: 6 }, (_, at) => sampleFile(alice, `${at}.pdf`));
      await addDispatch(one, drop, 'zoe@example.com');
      await sendFiles(one, drop, ...files);
      for (const { id, name } of files) {
        const upload = sampleUpload(alice, { id: drop.id as never }, name, { contentId: id });
        const [shared] = await Promise.all([
          outcomeOf(
            one.transact(async (repositories) => {
              const count = await repositories.files.share([id]);
              if (count === 1) await repositories.uploads.add(upload);
              return count;
            }),
          ),
          outcomeOf(other.transact((repositories) => repositories.files.shred(id, noon))),
        ]);
        await other.files.shred(id, noon);
        const isShared = shared !== 'unavailable' && shared?.result === 1;
        assert.deepEqual(await other.files.listUnusedContents([id]), isShared ? [] : [id]);
        assert.equal((await other.uploads.find(upload.id)) !== undefined, isShared);
      }
    },
  },
  {
    name: 'chains audit records into one trail, whoever appends them',
    async run(one, other) {
      const hashOf: HashRecord = (previous, { sequence }) =>
        hashFor(`${previous.toString('hex')} ${sequence}`);
      const record = unchained(sampleAuditRecord(1));
      const append = (database: Database) =>
        database.transact(({ audit }) => audit.append(record, hashOf));
      const appending = Array.from({ length: 8 }, () => [append(one), append(other)]).flat();
      await assert.doesNotReject(Promise.all(appending));
      const trail = await one.audit.list(0, 100);
      assert.equal(trail.length, 16);
      let last: TrailHead = { sequence: 0, hash: chainStart };
      for (const next of trail) {
        assert.equal(next.sequence, last.sequence + 1);
        assert.deepEqual(next.hash, hashOf(last.hash, next));
        last = next;
      }
    },
  },
  {
    name: 'lets history grow at its newest end alone, also for a clock that goes back',
    async run(one, other) {
      await addAccounts(one, alice);
      const seen: string[][] = [];
      for (let number = 0; number < 6; number += 1) {
        await sendAs(number % 2 === 0 ? one : other, alice.id, `drop ${number}`, noon - number);
        seen.push(await historyOf(number % 2 === 0 ? other : one));
      }
      const all = await historyOf(one);
      for (const earlier of seen) assert.deepEqual(all.slice(-earlier.length), earlier);
    },
  },
  {
    name: 'shows each entry of history once to who reads pages while the other one sends',
    async run(one, other) {
      await addAccounts(one, alice);
      for (let number = 0; number < 6; number += 1) {
        await sendAs(one, alice.id, `drop ${number}`, noon + number);
      }
      const before = await historyOf(one);
      const pages: DispatchId[] = [];
      for (let page = 0; page < 3; page += 1) {
        pages.push(...(await historyOf(one, 2, pages.at(-1))));
        await sendAs(other, alice.id, `drop meanwhile ${page}`, noon);
      }
      assert.deepEqual(pages, before);
    },
  },
  ...feedTwoHandleCases,
  ...queueTwoHandleCases,
];
