import assert from 'node:assert/strict';
import type {
  AccountListQuery,
  DispatchListQuery,
  MailListQuery,
} from '../../domain/model/administration.ts';
import { day } from '../../domain/model/clock.ts';
import type { Database } from '../../domain/model/database.ts';
import type { MailState } from '../../domain/model/outbox.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';
import { dayCountCases } from './day-count-cases.ts';
import { phone } from './federated-cases.ts';
import { invitationCases } from './invitation-cases.ts';

const zoe = 'zoe@example.com';

async function listAddresses(database: Database, query: Partial<AccountListQuery> = {}) {
  const list = await database.administration.listAccounts({ prefix: '', limit: 10, ...query });
  return list.map(({ email }) => email);
}

async function listIds(database: Database, query: Partial<DispatchListQuery> = {}) {
  const list = await database.administration.listDispatches({ now: noon, limit: 10, ...query });
  return list.map(({ id }) => id);
}

async function listMailIds(database: Database, query: Partial<MailListQuery> = {}) {
  const list = await database.administration.listMails({ limit: 10, ...query });
  return list.map(({ id }) => id);
}

const drop = sampleDispatch(alice, 'drop');
const receiver = sampleReceiver(drop, zoe);
function mail(label: string) {
  return sampleMail(receiver, drop, { id: idFor(label) });
}

async function addMails(database: Database, states: Readonly<Record<string, MailState>>) {
  await addAccounts(database, alice);
  await addDispatch(database, drop, zoe);
  await database.outbox.add(Object.keys(states).map(mail));
  for (const [index, [label, state]] of Object.entries(states).entries()) {
    if (state !== 'waiting') await database.outbox.settle(mail(label).id, state, noon + index);
  }
}

export const administrationCases: readonly DatabaseCase[] = [
  {
    name: 'lists accounts by address in pages, by how it begins, by role and by state',
    async run(database) {
      const admin = sampleAccount('ann@example.com', { role: 'admin' });
      const gone = sampleAccount('al@example.com', { role: 'admin', disabledAt: noon });
      await addAccounts(database, bob, admin, alice, gone);
      const [al, ali, ann, b] = [gone, alice, admin, bob].map(({ email }) => email);
      assert.deepEqual(await listAddresses(database), [al, ali, ann, b]);
      assert.deepEqual(await listAddresses(database, { limit: 2 }), [al, ali]);
      assert.deepEqual(await listAddresses(database, { limit: 2, after: ali }), [ann, b]);
      assert.deepEqual(await listAddresses(database, { prefix: 'al' }), [al, ali]);
      assert.deepEqual(await listAddresses(database, { prefix: 'al', after: al }), [ali]);
      assert.deepEqual(await listAddresses(database, { prefix: alice.email }), [ali]);
      assert.deepEqual(await listAddresses(database, { role: 'admin' }), [al, ann]);
      assert.deepEqual(await listAddresses(database, { role: 'admin', state: 'active' }), [ann]);
      assert.deepEqual(await listAddresses(database, { state: 'active' }), [ali, ann, b]);
      assert.deepEqual(await listAddresses(database, { state: 'disabled' }), [al]);
      assert.deepEqual(await listAddresses(database, { state: 'disabled', role: 'api' }), []);
      assert.deepEqual(await listAddresses(database, { prefix: '%' }), []);
    },
  },
  ...invitationCases,
  ...dayCountCases,
  {
    name: 'keeps the quota of an account, and adds up those of the enabled ones',
    async run(database) {
      const disabled = sampleAccount('d@example.com', { disabledAt: noon, quotaBytes: 1 });
      await addAccounts(database, alice, bob, disabled);
      assert.deepEqual(await database.administration.sumQuotas(), {
        accounts: 2,
        own: 0,
        ownBytes: 0,
      });
      await database.accounts.setQuota(alice.id, 6e12);
      assert.equal((await database.accounts.find(alice.id))?.quotaBytes, 6e12);
      assert.deepEqual(await database.accounts.find(bob.id), bob);
      assert.deepEqual(await database.administration.sumQuotas(), {
        accounts: 2,
        own: 1,
        ownBytes: 6e12,
      });
      await database.accounts.setQuota(alice.id, undefined);
      assert.deepEqual(await database.accounts.find(alice.id), alice);
    },
  },
  {
    name: 'adds up the readable files of accounts and of buckets',
    async run(database) {
      await addAccounts(database, alice, bob);
      const late = { keyBucket: 'expiry-2026-12-01' };
      const files = [
        sampleFile(alice, 'a', { sizeBytes: 6e9 }),
        sampleFile(alice, 'b', { sizeBytes: 1, ...late }),
        sampleFile(alice, 'gone', { sizeBytes: 500, ...late }),
        sampleFile(bob, 'c', { sizeBytes: 20, ...late }),
      ];
      for (const file of files) await database.files.addToTray(file);
      await database.files.shred(files[2]?.id ?? assert.fail(), noon);
      const { administration } = database;
      assert.deepEqual(
        await administration.sumStored([alice.id, bob.id, idFor('nobody')], 9),
        new Map([
          [alice.id, { files: 2, bytes: 6e9 + 1 }],
          [bob.id, { files: 1, bytes: 20 }],
        ]),
      );
      assert.deepEqual(
        await administration.sumStored([bob.id], 9),
        new Map([[bob.id, { files: 1, bytes: 20 }]]),
      );
      const some = await administration.sumStored([alice.id], 1);
      assert.equal(some.get(alice.id)?.files, 1);
      assert.deepEqual(await administration.sumBucket('expiry-2026-12-01'), {
        files: 2,
        bytes: 21,
      });
      assert.deepEqual(await administration.sumBucket('expiry-2026-12-02'), { files: 0, bytes: 0 });
      assert.deepEqual(await administration.sumUploads(), { files: 0, bytes: 0 });
    },
  },
  {
    name: 'knows when accounts were last seen, and which have a second factor',
    async run(database) {
      const eve = sampleAccount('eve@example.com');
      await addAccounts(database, alice, bob, eve);
      for (const [label, account, lastUsedAt] of [
        ['one', alice, noon + 1],
        ['two', alice, noon + 9],
        ['three', alice, noon + 5],
        ['four', bob, noon],
      ] as const) {
        await database.sessions.add({
          id: idFor(`session ${label}`),
          accountId: account.id,
          state: 'full',
          hash: hashFor(label),
          createdAt: noon,
          provedAt: noon,
          ...{ provedBy: undefined, factorSince: undefined, proofHash: undefined },
          lastUsedAt,
          expiresAt: noon + day,
          source: '192.0.2.1',
          client: 'a browser',
        });
      }
      const { administration, totp } = database;
      assert.deepEqual(
        await administration.findLastSeen([alice.id, eve.id]),
        new Map([[alice.id, noon + 9]]),
      );
      const sealed = Buffer.from('sealed');
      const secret = { sealed, confirmedAt: undefined, waitsUntil: undefined };
      for (const { id: accountId } of [alice, bob, eve]) await totp.put({ ...secret, accountId });
      await totp.confirm(alice.id, noon);
      await totp.confirm(bob.id, noon);
      assert.deepEqual(
        await administration.findSecondFactors([alice.id, eve.id]),
        new Set([alice.id]),
      );
      await database.passkeys.add({ ...phone, accountId: eve.id });
      assert.deepEqual(await administration.findSecondFactors([eve.id]), new Set([eve.id]));
      await database.passwords.put({ accountId: alice.id, phc: '$hash', setAt: noon });
      const all = [alice.id, bob.id, eve.id];
      assert.deepEqual(await administration.findJoined(all), new Set([alice.id, eve.id]));
    },
  },
  {
    name: 'lists the dispatches of everybody or of one account in pages, by state',
    async run(database) {
      await addAccounts(database, alice, bob);
      const at = (account: typeof alice, label: string, days: number) =>
        sampleDispatch(account, label, { expiresAt: noon + days * day });
      const [late, soon, ended] = [
        at(alice, 'late', 9),
        at(alice, 'soon', 1),
        at(alice, 'ended', 3),
      ];
      const [ofBob, endedLater] = [at(bob, 'of bob', 5), at(bob, 'ended later', 3)];
      const over = at(alice, 'over', -1);
      for (const each of [late, ended, soon, endedLater, ofBob, over]) {
        await addDispatch(database, each, zoe);
      }
      await database.dispatches.end(endedLater.id, noon + 2);
      await database.dispatches.end(ended.id, noon + 1);
      const all = [over, ofBob, endedLater, soon, ended, late].map(({ id }) => id);
      assert.deepEqual(await listIds(database), all);
      const live = [soon.id, ofBob.id, late.id];
      assert.deepEqual(await listIds(database, { state: 'live' }), live);
      assert.deepEqual(await listIds(database, { state: 'ended' }), [endedLater.id, ended.id]);
      const accountId = alice.id;
      assert.deepEqual(await listIds(database, { accountId }), [
        over.id,
        soon.id,
        ended.id,
        late.id,
      ]);
      assert.deepEqual(await listIds(database, { accountId, state: 'live' }), [soon.id, late.id]);
      assert.deepEqual(await listIds(database, { accountId, state: 'ended' }), [ended.id]);
      for (const query of [
        {},
        { state: 'live' },
        { state: 'ended' },
        { accountId },
        { accountId, state: 'live' },
        { accountId, state: 'ended' },
      ] as const) {
        const whole = await listIds(database, query);
        const paged = [];
        for (let after: DispatchListQuery['after']; ; after = paged.at(-1)) {
          const page = await listIds(database, { ...query, after, limit: 1 });
          if (page.length === 0) break;
          paged.push(...page);
        }
        assert.deepEqual(paged, whole, JSON.stringify(query));
      }
      assert.deepEqual(await listIds(database, { after: idFor('gone') }), []);
      assert.equal(await database.administration.countLive(noon, 10), 3);
      assert.equal(await database.administration.countLive(noon, 2), 2);
    },
  },
  {
    name: 'shows a dispatch in figures: files, bytes, receivers and how far these are',
    async run(database) {
      await addAccounts(database, alice, bob);
      const grant = sampleDispatch(bob, 'grant', { kind: 'grant' });
      await addDispatch(database, grant, zoe);
      await addDispatch(database, drop, zoe, 'adam@example.com', 'eve@example.com');
      const files = ['a', 'b'].map((name) => sampleFile(alice, name, { sizeBytes: 3e9 }));
      await sendFiles(database, drop, ...files);
      const done = [
        [zoe, files],
        ['adam@example.com', files.slice(0, 1)],
      ] as const;
      for (const [email, completed] of done) {
        for (const { id: fileId } of completed) {
          await database.downloads.save({
            receiverId: sampleReceiver(drop, email).id,
            fileId,
            spans: [{ start: 0, end: 3e9 }],
            completedAt: noon,
          });
        }
      }
      await database.dispatches.markOpened(sampleReceiver(drop, zoe).id, noon);
      await database.dispatches.markOpened(sampleReceiver(drop, 'adam@example.com').id, noon);
      const eve = sampleReceiver(drop, 'eve@example.com').id;
      await database.dispatches.endLink(eve, noon);
      const none = { opened: 0, revoked: 0, began: 0, completed: 0 };
      const ofGrant = { files: 0, bytes: 0, receivers: 1, ...none };
      const some = { opened: 2, revoked: 1, began: 2, completed: 1 };
      const ofDrop = { files: 2, bytes: 6e9, receivers: 3, ...some };
      assert.deepEqual(
        await database.administration.listDispatches({ now: noon, limit: 10 }),
        (
          [
            [drop, alice, ofDrop],
            [grant, bob, ofGrant],
          ] as const
        ).map(([{ id, kind, createdAt, expiresAt }, { email }, figures]) => ({
          id,
          kind,
          accountEmail: email,
          createdAt,
          expiresAt,
          endedAt: undefined,
          ...figures,
        })),
      );
      const found = await database.administration.findDispatch(drop.id);
      assert.deepEqual(
        [found?.accountEmail, found?.receivers, found?.completed, found?.bytes],
        [alice.email, 3, 1, 6e9],
      );
      assert.equal(await database.administration.findDispatch(idFor('nothing')), undefined);
    },
  },
  {
    name: 'lists mails in pages, all or those of one state, and counts the failed',
    async run(database) {
      await addMails(database, {
        sent: 'sent',
        refused: 'refused',
        abandoned: 'abandoned',
        withdrawn: 'withdrawn',
        suppressed: 'suppressed',
        later: 'refused',
        waits: 'waiting',
        alsoWaits: 'waiting',
      });
      const ids = (...labels: string[]) => labels.map((label) => mail(label).id);
      const newest = ids('alsoWaits', 'waits', 'later', 'suppressed');
      assert.deepEqual(await listMailIds(database, { limit: 4 }), newest);
      assert.deepEqual(
        await listMailIds(database, { after: mail('suppressed').id }),
        ids('withdrawn', 'abandoned', 'refused', 'sent'),
      );
      for (const [state, found] of [
        ['waiting', ids('alsoWaits', 'waits')],
        ['refused', ids('later', 'refused')],
        ['abandoned', ids('abandoned')],
        ['withdrawn', ids('withdrawn')],
        ['suppressed', ids('suppressed')],
      ] as const) {
        assert.deepEqual(await listMailIds(database, { state }), found);
        const [after, ...others] = found;
        assert.deepEqual(await listMailIds(database, { state, after }), others);
      }
      assert.deepEqual(await listMailIds(database, { after: idFor('gone') }), []);
      assert.equal(await database.administration.countFailedMails(10), 3);
      assert.equal(await database.administration.countFailedMails(2), 2);
      const entry = await database.outbox.find(mail('later').id);
      assert.deepEqual(await database.administration.findMail(mail('later').id), {
        ...entry,
        accountEmail: alice.email,
      });
      assert.equal(await database.administration.findMail(idFor('gone')), undefined);
    },
  },
  {
    name: 'makes failed mails due again, one or the oldest of all, and codes never',
    async run(database) {
      await addMails(database, {
        refused: 'refused',
        abandoned: 'abandoned',
        later: 'refused',
        sent: 'sent',
        waits: 'waiting',
      });
      const code = { ...mail('code'), kind: 'code' } as const;
      await database.outbox.add([code]);
      await database.outbox.settle(code.id, 'refused', noon);
      const { outbox } = database;
      const states = async (...labels: string[]) =>
        await Promise.all(labels.map(async (label) => (await outbox.find(mail(label).id))?.state));
      for (const label of ['sent', 'waits', 'code', 'gone']) {
        assert.equal(await outbox.reopen(mail(label).id, noon + 9), false, label);
      }
      assert.equal(await outbox.reopen(mail('later').id, noon + 9), true);
      const reopened = await outbox.find(mail('later').id);
      assert.deepEqual(
        [reopened?.state, reopened?.nextAttemptAt, reopened?.settledAt, reopened?.lastError],
        ['waiting', noon + 9, undefined, undefined],
      );
      assert.deepEqual(await states('refused', 'abandoned', 'code'), [
        'refused',
        'abandoned',
        'refused',
      ]);
      assert.equal(await outbox.reopenFailed(noon + 9, 1), 1);
      assert.equal(await outbox.reopenFailed(noon + 9, 10), 1);
      assert.equal(await outbox.reopenFailed(noon + 9, 10), 0);
      assert.deepEqual(await states('refused', 'abandoned', 'code', 'sent'), [
        'waiting',
        'waiting',
        'refused',
        'sent',
      ]);
    },
  },
  {
    name: 'withdraws a waiting mail, and none that is being delivered',
    async run(database) {
      await addMails(database, { first: 'waiting', second: 'waiting', sent: 'sent' });
      const { outbox } = database;
      const claimed = (await outbox.claimNext('mail', { now: noon, by: 'node' })) ?? assert.fail();
      assert.equal(await outbox.withdraw(claimed.id, noon + 1), false);
      assert.equal(await outbox.withdraw(mail('sent').id, noon + 1), false);
      const other = mail(claimed.id === mail('first').id ? 'second' : 'first').id;
      assert.equal(await outbox.withdraw(other, noon + 1), true);
      const entry = await outbox.find(other);
      assert.deepEqual([entry?.state, entry?.settledAt], ['withdrawn', noon + 1]);
      assert.equal((await outbox.find(claimed.id))?.state, 'waiting');
    },
  },
];
