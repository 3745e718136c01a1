import assert from 'node:assert/strict';
import type { AuditRecord } from '../../domain/model/audit.ts';
import { chainStart, textOfDetails } from '../../domain/model/audit.ts';
import { day } from '../../domain/model/clock.ts';
import type { Database, Repositories } from '../../domain/model/database.ts';
import type { SentMarks } from '../../domain/model/idempotency.ts';
import type { OutboxMessage } from '../../domain/model/outbox.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleAuditRecord,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, unchained } from './database-case.ts';

/** Its number is the next one in the trail. */
async function append({ audit }: Database, record: AuditRecord) {
  await audit.append(unchained(record), () => record.hash);
}

export const ledgerCases: readonly DatabaseCase[] = [
  {
    name: 'counts the mail that waits',
    async run(database) {
      await addAccounts(database, alice);
      const drop = sampleDispatch(alice, 'drop');
      const emails = Array.from({ length: 700 }, (_, index) => `${index}@example.com`);
      await addDispatch(database, drop, ...emails);
      assert.equal(await database.outbox.countWaiting(), 0);
      await database.outbox.add([]);
      await database.outbox.add(
        emails.map((email) => sampleMail(sampleReceiver(drop, email), drop)),
      );
      assert.equal(await database.outbox.countWaiting(), 700);
    },
  },
  {
    name: 'measures what waits in each lane',
    async run(database) {
      async function measured(): Promise<unknown[]> {
        const { outbox } = database;
        const lanes = [await outbox.measureBacklog('mail'), await outbox.measureBacklog('sms')];
        return lanes.map(({ count, oldestAt }) => [count, oldestAt]);
      }
      assert.deepEqual(await measured(), [
        [0, undefined],
        [0, undefined],
      ]);
      const sms = { kind: 'code', to: '46700000001' } as const;
      const drop = sampleDispatch(alice, 'drop');
      const zoe = sampleReceiver(drop, 'zoe@example.com');
      const mail = (label: string, overrides: Partial<OutboxMessage>) =>
        sampleMail(zoe, drop, { id: idFor(label), ...overrides });
      await addAccounts(database, alice);
      await addDispatch(database, drop, zoe.email);
      await database.outbox.add([
        mail('first SMS', { ...sms, createdAt: noon - 2 }),
        mail('second SMS', { ...sms, createdAt: noon - 1 }),
        mail('code by mail', { kind: 'code', createdAt: noon + 1 }),
        mail('mail', { createdAt: noon + 2 }),
      ]);
      assert.deepEqual(await measured(), [
        [2, noon + 1],
        [2, noon - 2],
      ]);
      await database.outbox.settle(idFor('code by mail'), 'sent', noon + 3);
      await database.outbox.settle(idFor('first SMS'), 'sent', noon + 3);
      assert.deepEqual(await measured(), [
        [1, noon + 2],
        [1, noon - 1],
      ]);
    },
  },
  {
    name: 'remembers a claim for its account and key until it expires',
    async run(database) {
      await addAccounts(database, alice, bob);
      const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };
      await database.idempotency.add({ ...claim, accountId: alice.id, expiresAt: noon + day });
      const { idempotency } = database;
      const remembered = { requestHash: claim.requestHash, sent: undefined };
      assert.deepEqual(await idempotency.find(alice.id, claim.keyHash, noon + day - 1), remembered);
      assert.equal(await idempotency.find(alice.id, claim.keyHash, noon + day), undefined);
      assert.equal(await idempotency.find(alice.id, hashFor('other key'), noon), undefined);
      assert.equal(await idempotency.find(bob.id, claim.keyHash, noon), undefined);
    },
  },
  {
    name: 'replaces an expired claim of the same key',
    async run(database) {
      await addAccounts(database, alice);
      const base = { accountId: alice.id, keyHash: hashFor('key') };
      await database.idempotency.add({
        ...base,
        requestHash: hashFor('old'),
        expiresAt: noon,
        sent: { receivers: hashFor('receivers'), files: [hashFor('file')] },
      });
      await database.idempotency.add({
        ...base,
        requestHash: hashFor('new'),
        expiresAt: noon + day,
      });
      assert.deepEqual(await database.idempotency.find(alice.id, base.keyHash, noon), {
        requestHash: hashFor('new'),
        sent: undefined,
      });
    },
  },
  {
    name: 'remembers with a claim what was sent under it',
    async run(database) {
      await addAccounts(database, alice);
      const remember = async (label: string, sent: SentMarks) => {
        const claim = { keyHash: hashFor(label), requestHash: hashFor('request'), sent };
        await database.idempotency.add({ ...claim, accountId: alice.id, expiresAt: noon + day });
        return (await database.idempotency.find(alice.id, claim.keyHash, noon))?.sent;
      };
      const receivers = hashFor('receivers');
      const drop = { receivers, files: [hashFor('a'), hashFor('b'), hashFor('c')] };
      assert.deepEqual(await remember('drop', drop), drop);
      assert.deepEqual(await remember('grant', { receivers, files: [] }), { receivers, files: [] });
    },
  },
  {
    name: 'deletes expired claims, and says how many',
    async run(database) {
      await addAccounts(database, alice, bob);
      for (const [label, expiresAt] of [
        ['long over', noon - day],
        ['just over', noon],
        ['alive', noon + 1],
      ] as const) {
        const claim = { keyHash: hashFor(label), requestHash: hashFor('request') };
        await database.idempotency.add({ ...claim, accountId: alice.id, expiresAt });
      }
      assert.equal(await database.idempotency.deleteExpired(noon), 2);
      assert.equal(await database.idempotency.deleteExpired(noon), 0);
      assert.notEqual(await database.idempotency.find(alice.id, hashFor('alive'), noon), undefined);
      assert.equal(await database.idempotency.find(alice.id, hashFor('just over'), 0), undefined);
    },
  },
  {
    name: 'settles a request once for its account and key until it expires, whatever runs beside',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { idempotency } = database;
      const request = (label: string, { id }: typeof alice = alice) => ({
        ...{ accountId: id, keyHash: hashFor('key'), requestHash: hashFor(label) },
        outcome: { drop: label, receivers: [`of ${label}`] },
        expiresAt: noon + day,
      });
      const find = (now: number, { id }: typeof alice = alice) =>
        idempotency.findSettled(id, hashFor('key'), now);
      const known = ({ requestHash, outcome }: ReturnType<typeof request>) => ({
        requestHash,
        outcome,
      });
      assert.equal(await find(noon), undefined);
      const settled = await Promise.all(
        ['one', 'two', 'three'].map((label) =>
          database.transact((repositories) =>
            repositories.idempotency.settle(request(label), noon),
          ),
        ),
      );
      assert.deepEqual(settled.toSorted(), [false, false, true]);
      const winner = request(['one', 'two', 'three'][settled.indexOf(true)] ?? '');
      assert.deepEqual(await find(noon + day - 1), known(winner));
      assert.equal(await find(noon + day), undefined);
      assert.equal(await find(noon, bob), undefined);
      assert.equal(await idempotency.settle(request('bob', bob), noon), true);

      const next = { ...request('next'), expiresAt: noon + 2 * day };
      assert.equal(await idempotency.settle(next, noon + day - 1), false);
      assert.equal(await idempotency.settle(next, noon + day), true);
      assert.deepEqual(await find(noon + day), known(next));
      assert.equal(await idempotency.deleteExpired(noon + day), 1);
      assert.deepEqual(await find(noon + day), known(next));
    },
  },
  {
    name: 'takes each audit mark once, until it expires',
    async run({ auditMarks }) {
      assert.equal(await auditMarks.add('seen', noon + 1), true);
      assert.equal(await auditMarks.add('seen', noon + day), false);
      assert.equal(await auditMarks.add('other', noon), true);
      assert.equal(await auditMarks.deleteExpired(noon), 1);
      assert.equal(await auditMarks.add('seen', noon + day), false);
      assert.equal(await auditMarks.deleteExpired(noon + 1), 1);
      assert.equal(await auditMarks.add('seen', noon + day), true);
    },
  },
  {
    name: 'knows the newest audit record',
    async run(database) {
      assert.equal(await database.audit.findHead(), undefined);
      for (const sequence of [1, 2, 3]) await append(database, sampleAuditRecord(sequence));
      const { hash } = sampleAuditRecord(3);
      assert.deepEqual(await database.audit.findHead(), { sequence: 3, hash });
    },
  },
  {
    name: 'lists audit records in order, from a place and as many as asked for',
    async run(database) {
      const records = Array.from({ length: 12 }, (_, index) => sampleAuditRecord(index + 1));
      records[4] = sampleAuditRecord(5, {
        outcome: 'refused',
        action: 'sign_in.failed',
        details: {},
      });
      for (const record of records) await append(database, record);
      assert.deepEqual(await database.audit.list(0, 100), records);
      assert.deepEqual(await database.audit.list(3, 7), records.slice(3, 10));
      assert.deepEqual(await database.audit.list(12, 7), []);
    },
  },
  {
    name: 'lists audit records with the very text of their details',
    async run(database) {
      const odd = { zulu: 1, alpha: '\u2028"\ud800', true: true };
      const records = [
        sampleAuditRecord(1),
        sampleAuditRecord(2, { details: odd }),
        sampleAuditRecord(3, { details: {} }),
      ];
      for (const record of records) await append(database, record);
      const stored = records.map((record) => ({
        ...record,
        detailsText: textOfDetails(record.details),
      }));
      assert.deepEqual(await database.audit.listStored(0, 100), stored);
      assert.deepEqual(await database.audit.listStored(1, 1), stored.slice(1, 2));
    },
  },
  {
    name: 'lists the newest audit records, in order',
    async run(database) {
      const records = Array.from({ length: 12 }, (_, index) => sampleAuditRecord(index + 1));
      for (const record of records) await append(database, record);
      assert.deepEqual(await database.audit.listNewest(3), records.slice(9));
      assert.deepEqual(await database.audit.listNewest(100), records);
    },
  },
  {
    name: 'lists the records of the trail before one, the newest first',
    async run(database) {
      const records = Array.from({ length: 6 }, (_, index) => sampleAuditRecord(index + 1));
      for (const record of records) await append(database, record);
      assert.deepEqual(await database.audit.listBefore(5, 3), records.slice(1, 4).reverse());
      assert.deepEqual(await database.audit.listBefore(100, 100), records.toReversed());
      assert.deepEqual(await database.audit.listBefore(1, 3), []);
    },
  },
  {
    name: 'removes the oldest audit records, up to the one named',
    async run(database) {
      for (let sequence = 1; sequence <= 5; sequence += 1) {
        await append(database, sampleAuditRecord(sequence));
      }
      assert.equal(await database.audit.removeThrough(3), 3);
      assert.equal(await database.audit.removeThrough(3), 0);
      assert.deepEqual(await database.audit.list(0, 10), [
        sampleAuditRecord(4),
        sampleAuditRecord(5),
      ]);
    },
  },
  {
    name: 'chains the audit records of a transaction as its last step, and none that it takes back',
    async run(database) {
      const chained: [previous: string, sequence: number][] = [];
      const append = async ({ audit }: Pick<Repositories, 'audit'>, label: number) => {
        await audit.append(unchained(sampleAuditRecord(label)), (previous, { sequence }) => {
          chained.push([previous.toString('hex'), sequence]);
          return sampleAuditRecord(sequence).hash;
        });
      };
      await append(database, 1);
      await database.transact(async (repositories) => {
        await append(repositories, 2);
        await append(repositories, 3);
        await repositories.installationValues.set('note', 'last');
        assert.equal(chained.length, 1);
      });
      const withdrawn = database.transact(async (repositories) => {
        await append(repositories, 4);
        throw new Error('taken back');
      });
      await assert.rejects(withdrawn, { message: 'taken back' });
      await database.transact((repositories) => append(repositories, 4));
      const expected = [1, 2, 3, 4].map((sequence) => sampleAuditRecord(sequence));
      assert.deepEqual(await database.audit.list(0, 10), expected);
      const before = [chainStart, ...expected.map(({ hash }) => hash)];
      assert.deepEqual(
        chained,
        [1, 2, 3, 4].map((sequence, at) => [before[at]?.toString('hex'), sequence]),
      );
    },
  },
  {
    name: 'keeps the last value of a note',
    async run(database) {
      assert.equal(await database.installationValues.find('install id'), undefined);
      await database.installationValues.set('install id', 'first');
      await database.installationValues.set('other', '');
      await database.installationValues.set('install id', 'second');
      assert.equal(await database.installationValues.find('install id'), 'second');
      assert.equal(await database.installationValues.find('other'), '');
    },
  },
];
