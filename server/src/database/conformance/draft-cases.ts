import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import type { Draft } from '../../domain/model/draft.ts';
import type { FileId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleDraft, sampleUpload } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

function draftOf(name: string, overrides: Partial<Draft> = {}): Draft {
  return sampleDraft(alice, name, overrides);
}

function uploadTo(draft: Draft, name: string, sizeBytes: number) {
  return sampleUpload(alice, { id: draft.id }, name, { sizeBytes, expiresAt: noon });
}

export const draftCases: readonly DatabaseCase[] = [
  {
    name: 'keeps a draft with all that was chosen, until it expires',
    async run(database) {
      await addAccounts(database, alice);
      const plain = draftOf('plain');
      const full = draftOf('full', {
        receivers: [{ email: 'zoe@example.com' }, { group: 'Lab, "A"' }],
        message: 'Line\nLine',
        lifetime: { date: '2026-11-30' },
        secondFactor: 'sms',
        wantsPassword: true,
        anyone: true,
        downloadLimit: 3,
        receipts: 'first',
        mailLanguage: 'de',
        dispatchId: idFor('dispatch'),
      });
      for (const draft of [plain, full]) await database.drafts.add(draft);
      assert.deepEqual(await database.drafts.find(plain.id, noon), plain);
      assert.deepEqual(await database.drafts.find(full.id, noon), full);
      assert.equal(await database.drafts.find(plain.id, plain.expiresAt), undefined);
      assert.equal(await database.drafts.find(idFor('unknown'), noon), undefined);
    },
  },
  {
    name: 'finds a draft by its ticket until it is sent or expires',
    async run(database) {
      await addAccounts(database, alice);
      const draft = draftOf('draft');
      await database.drafts.add(draft);
      assert.deepEqual(await database.drafts.findByTicket(draft.ticketHash, noon), draft);
      assert.equal(
        await database.drafts.findByTicket(draft.ticketHash, draft.expiresAt),
        undefined,
      );
      assert.equal(await database.drafts.findByTicket(hashFor('other'), noon), undefined);
      await database.drafts.markSent(draft.id, idFor('dispatch'));
      assert.equal(await database.drafts.findByTicket(draft.ticketHash, noon), undefined);
      const sent = await database.drafts.find(draft.id, noon);
      assert.equal(sent?.dispatchId, idFor('dispatch'));
    },
  },
  {
    name: 'lists the unsent drafts of one account, the last changed first, with their files',
    async run(database) {
      await addAccounts(database, alice, bob);
      const old = draftOf('old', { changedAt: noon - 5 });
      const young = draftOf('young', { changedAt: noon - 1 });
      const sent = draftOf('sent', { dispatchId: idFor('dispatch') });
      const over = draftOf('over', { expiresAt: noon });
      const ofBob = sampleDraft(bob, 'of bob');
      for (const draft of [old, young, sent, over, ofBob]) await database.drafts.add(draft);
      const files = [uploadTo(old, 'a', 5), uploadTo(old, 'b', 7), uploadTo(old, 'c', 9)];
      for (const file of files) await database.uploads.add(file);
      await database.uploads.shred(files[2]?.id ?? ('' as FileId), noon);
      assert.deepEqual(await database.drafts.listUnsent(alice.id, noon, 9), [
        { ...young, files: 0, bytes: 0, firstFile: undefined },
        { ...old, files: 2, bytes: 12, firstFile: files[0]?.name },
      ]);
      assert.equal((await database.drafts.listUnsent(alice.id, noon, 1)).length, 1);
    },
  },
  {
    name: 'changes what was chosen for one draft, and puts its expiry off, never forward',
    async run(database) {
      await addAccounts(database, alice);
      const [draft, other] = [draftOf('draft'), draftOf('other')];
      for (const each of [draft, other]) await database.drafts.add(each);
      const contents = {
        receivers: [{ email: 'zoe@example.com' }],
        title: 'Scans',
        message: 'Hello',
        lifetime: { days: 30 },
        secondFactor: 'email',
        wantsPassword: true,
        anyone: true,
        downloadLimit: 1,
        receipts: 'none',
        mailLanguage: 'pl',
      } as const;
      const at = {
        changedAt: noon + 1,
        expiresAt: noon + 8 * day,
        version: 1,
        changedBy: idFor('page'),
      };
      await database.drafts.change(draft.id, contents, at);
      assert.deepEqual(await database.drafts.find(draft.id, noon), {
        ...draft,
        ...contents,
        ...at,
      });
      assert.deepEqual(await database.drafts.find(other.id, noon), other);
      await database.drafts.putOff(draft.id, noon + 9 * day);
      await database.drafts.putOff(draft.id, noon + 5 * day);
      assert.equal((await database.drafts.find(draft.id, noon))?.expiresAt, noon + 9 * day);
    },
  },
  {
    name: 'hides a discarded draft from all but those who ask for it, until it expires or is taken back',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [one, two, live] = [draftOf('one'), draftOf('two'), draftOf('live')];
      const ofBob = sampleDraft(bob, 'of bob', { discardedAt: noon, expiresAt: noon + 9 });
      for (const draft of [one, two, live, ofBob]) await database.drafts.add(draft);
      const at = { discardedAt: noon + 1, expiresAt: noon + 5 };
      await database.drafts.discard(one.id, at);
      await database.drafts.discard(two.id, { ...at, discardedAt: noon });
      assert.equal(await database.drafts.find(one.id, noon), undefined);
      assert.equal(await database.drafts.findByTicket(one.ticketHash, noon), undefined);
      const unsent = await database.drafts.listUnsent(alice.id, noon, 9);
      assert.deepEqual(
        unsent.map(({ id }) => id),
        [live.id],
      );
      assert.deepEqual(await database.drafts.findDiscarded(one.id, noon), { ...one, ...at });
      assert.equal(await database.drafts.findDiscarded(one.id, at.expiresAt), undefined);
      assert.equal(await database.drafts.findDiscarded(live.id, noon), undefined);
      assert.deepEqual(await database.drafts.listDiscarded(alice.id, noon, 9), [two.id, one.id]);
      assert.deepEqual(await database.drafts.listDiscarded(alice.id, noon, 1), [two.id]);
      // An upload that runs meanwhile does not keep it.
      await database.drafts.putOff(one.id, noon + 9 * day);
      assert.equal((await database.drafts.listExpired(at.expiresAt, 9)).length, 2);
      await database.drafts.restore(one.id, noon + 7 * day);
      const back = { ...one, expiresAt: noon + 7 * day };
      assert.deepEqual(await database.drafts.find(one.id, noon), back);
      assert.equal(await database.drafts.findDiscarded(one.id, noon), undefined);
    },
  },
  {
    name: 'remembers the files that were chosen for a draft, each key once, until it is sent or removed',
    async run(database) {
      await addAccounts(database, alice);
      const [one, two] = [draftOf('one'), draftOf('two')];
      for (const draft of [one, two]) await database.drafts.add(draft);
      const fileOf = (key: string, place: number) => ({
        key,
        name: `${key}.txt`,
        folder: key === 'a' ? 'Reisen/Köln' : '',
        sizeBytes: 5,
        fingerprint: '1700',
        place,
      });
      const [a, b, c] = [fileOf('a', 3), fileOf('b', 2), fileOf('c', 1)];
      await database.drafts.addChosen(one.id, [a, b]);
      await database.drafts.addChosen(one.id, [{ ...a, name: 'other' }, c]);
      await database.drafts.addChosen(two.id, [a]);
      assert.deepEqual(await database.drafts.listChosen(one.id), [c, b, a]);
      assert.equal(await database.drafts.countChosen(one.id), 3);
      await database.drafts.forgetChosen(one.id, ['a', 'unknown']);
      assert.deepEqual(await database.drafts.listChosen(one.id), [c, b]);
      assert.deepEqual(await database.drafts.listChosen(two.id), [a]);
      await database.drafts.markSent(two.id, idFor('dispatch'));
      assert.equal(await database.drafts.countChosen(two.id), 0);
      await database.drafts.remove(one.id);
      assert.equal(await database.drafts.countChosen(one.id), 0);
    },
  },
  {
    name: 'lists expired drafts, sent or not, the oldest first, and removes one',
    async run(database) {
      await addAccounts(database, alice);
      const late = draftOf('late', { expiresAt: noon });
      const early = draftOf('early', { expiresAt: noon - 5, dispatchId: idFor('dispatch') });
      for (const each of [late, early, draftOf('live')]) await database.drafts.add(each);
      const expired = [early, late].map(({ id, accountId }) => ({ id, accountId }));
      assert.deepEqual(await database.drafts.listExpired(noon, 9), expired);
      assert.deepEqual(await database.drafts.listExpired(noon, 1), expired.slice(0, 1));
      await database.drafts.remove(early.id);
      assert.deepEqual(await database.drafts.listExpired(noon, 9), expired.slice(1));
    },
  },
  {
    name: 'keeps the uploads of a draft for as long as it lives, and counts those of other drafts',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [one, two] = [draftOf('one'), draftOf('two')];
      const ofBob = sampleDraft(bob, 'of bob');
      for (const draft of [one, two, ofBob]) await database.drafts.add(draft);
      const upload = uploadTo(one, 'a', 9_000_000_000);
      await database.uploads.add(upload);
      await database.uploads.add(uploadTo(two, 'b', 7));
      await database.uploads.add(uploadTo(ofBob, 'c', 100));
      assert.equal(await database.uploads.sumInDrafts(alice.id, one.id), 7);
      assert.equal(await database.uploads.sumInDrafts(alice.id, two.id), 9_000_000_000);
      await database.uploads.rename(upload.id, 'better');
      assert.equal((await database.uploads.find(upload.id))?.name, 'better');
      assert.deepEqual(await database.uploads.listAbandoned(noon + day, 10), []);
      await database.drafts.remove(one.id);
      const [abandoned] = await database.uploads.listAbandoned(noon - day, 10);
      assert.equal(abandoned?.id, upload.id);
    },
  },
  {
    name: 'finds past receivers of one account by the start of their address',
    async run({ pastReceivers, ...database }) {
      for (const account of [alice, bob]) await database.accounts.add(account);
      const anna = { email: 'anna@example.com', nick: 'Anna' };
      const andy = { email: 'andy@example.com', nick: '' };
      await pastReceivers.note(alice.id, [{ ...anna, nick: 'before' }, andy], noon);
      await pastReceivers.note(alice.id, [anna], noon + 1);
      await pastReceivers.note(bob.id, [{ email: 'ann@example.com', nick: '' }], noon);
      assert.deepEqual(await pastReceivers.search(alice.id, 'an', 9), [andy, anna]);
      assert.deepEqual(await pastReceivers.search(alice.id, 'ann', 9), [anna]);
      assert.deepEqual(await pastReceivers.search(alice.id, 'an', 1), [andy]);
      assert.deepEqual(await pastReceivers.search(alice.id, 'b', 9), []);
    },
  },
  {
    name: 'finds contacts by address, and global ones by the start of their address or name',
    async run({ contacts, ...database }) {
      for (const account of [alice, bob]) await database.accounts.add(account);
      const blank = { number: '', language: '', groups: [], nick: '' };
      const anna = { ...blank, email: 'anna@example.com', nick: 'Anna' };
      const shared = { ...blank, email: 'anna@example.com', nick: 'Berg' };
      const zoe = { ...blank, email: 'zoe@example.com', nick: 'Änne' };
      const bert = { ...blank, email: 'bert@example.com', number: '46700000001' };
      await contacts.replaceLocal(alice.id, [anna]);
      await contacts.replaceLocal(bob.id, [{ ...blank, email: 'bea@example.com' }]);
      await contacts.replaceGlobal([shared, bert, zoe]);
      const found = await contacts.findMany(alice.id, [anna.email, bert.email, 'bea@example.com']);
      assert.deepEqual(new Set(found), new Set([anna, bert]));
      assert.deepEqual(await contacts.searchGlobal('be', 9), [bert, shared]);
      assert.deepEqual(await contacts.searchGlobal('be', 1), [bert]);
      // Who types on another keyboard finds names with accents, and the other way round.
      assert.deepEqual(new Set(await contacts.searchGlobal('än', 9)), new Set([zoe, shared]));
      assert.deepEqual(await contacts.searchGlobal('anne', 9), [zoe]);
      assert.deepEqual(await contacts.searchGlobal('anna', 9), [shared]);
    },
  },
];
