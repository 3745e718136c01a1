import assert from 'node:assert/strict';
import { day, hour } from '../../domain/model/clock.ts';
import type { Database } from '../../domain/model/database.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { SentFilter } from '../../domain/model/sent.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './database-case.ts';
import { settleMail } from './undelivered-cases.ts';

const zoe = 'zoe@example.com';
const adam = 'adam@example.com';
const drop = sampleDispatch(alice, 'drop');
const [toZoe, toAdam] = [sampleReceiver(drop, zoe, { nick: 'Zoë' }), sampleReceiver(drop, adam)];

/** A drop to Zoe and Adam with two files. */
async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice, bob);
  await database.dispatches.add(drop, [toZoe, toAdam]);
  await sendFiles(database, drop, ...twoFiles);
}

const twoFiles = [
  sampleFile(alice, 'z.pdf', { folder: 'b/c', nameInFolder: 'y.pdf' }),
  sampleFile(alice, 'a.pdf', { sizeBytes: 6e9 }),
];

function listIds(database: Database, now = noon, endsBefore = noon + hour) {
  return async (filter: SentFilter, limit = 10, after?: Dispatch) => {
    const query = { filter, now, endsBefore, limit, after: after?.id };
    const drops = await database.sent.list(alice.id, query);
    return drops.map(({ dispatch }) => dispatch.id);
  };
}

export const sentCases: readonly DatabaseCase[] = [
  {
    name: 'shows a sent drop with the sums of its files and receivers, to its account alone',
    async run(database) {
      await fill(database);
      const shown = {
        dispatch: drop,
        endedAt: undefined,
        fileCount: 2,
        totalBytes: 6e9 + 1000,
        firstFile: 'z.pdf',
        firstReceivers: [
          { email: zoe, nick: 'Zoë' },
          { email: adam, nick: '' },
        ],
        receiverCount: 2,
        allReceivers: 2,
        anyoneLinks: [],
        fetchedCount: 0,
        openedCount: 0,
        undeliveredCount: 0,
        delayedCount: 0,
      };
      assert.deepEqual(await database.sent.find(alice.id, drop.id), shown);
      assert.equal(await database.sent.find(bob.id, drop.id), undefined);
      assert.equal(await database.sent.find(alice.id, idFor('none')), undefined);
      for (const [at, { id }] of twoFiles.entries()) {
        const download = { receiverId: toAdam.id, fileId: id, spans: [], completedAt: noon + at };
        await database.downloads.save(download);
        const found = await database.sent.find(alice.id, drop.id);
        assert.equal(found?.fetchedCount, at);
      }
      await settleMail(database, 'first', toZoe, 'refused');
      assert.equal((await database.sent.find(alice.id, drop.id))?.undeliveredCount, 1);
      await settleMail(database, 'second', toZoe, 'sent');
      assert.equal((await database.sent.find(alice.id, drop.id))?.undeliveredCount, 0);
      for (const [at, { id }] of [toAdam, toZoe].entries()) {
        await database.dispatches.markOpened(id, noon);
        assert.equal((await database.sent.find(alice.id, drop.id))?.openedCount, at + 1);
      }
      await database.dispatches.endLink(toAdam.id, noon);
      const revoked = await database.sent.find(alice.id, drop.id);
      assert.deepEqual(revoked?.firstReceivers, [{ email: zoe, nick: 'Zoë' }]);
      const { receiverCount, allReceivers, fetchedCount, openedCount } = revoked;
      assert.deepEqual([receiverCount, allReceivers, fetchedCount, openedCount], [1, 2, 0, 1]);
    },
  },
  {
    name: 'lists sent drops by their state, page by page',
    async run(database) {
      await addAccounts(database, alice, bob);
      const at = (label: string, expiresAt: number) => sampleDispatch(alice, label, { expiresAt });
      const [over, later, soon] = [at('over', noon), at('later', noon + 9), at('soon', noon + 8)];
      const [long, ended] = [at('long', noon + day), at('ended', noon + day)];
      const grant = { ...at('grant', noon + 5), kind: 'grant' as const };
      const foreign = sampleDispatch(bob, 'foreign');
      for (const each of [ended, over, later, soon, grant, long, foreign]) {
        await addDispatch(database, each, zoe);
      }
      await database.dispatches.end(ended.id, noon);
      const list = listIds(database);
      assert.deepEqual(await list('all'), [long.id, soon.id, later.id, over.id, ended.id]);
      assert.deepEqual(await list('live'), [long.id, soon.id, later.id]);
      assert.deepEqual(await list('ending'), [soon.id, later.id]);
      assert.deepEqual(await list('ended'), [over.id, ended.id]);
      assert.deepEqual(await list('all', 2, soon), [later.id, over.id]);
      assert.deepEqual(await list('live', 1, long), [soon.id]);
      assert.deepEqual(await list('ending', 1), [soon.id]);
      assert.deepEqual(await list('ending', 1, soon), [later.id]);
      assert.deepEqual(await list('ending', 1, later), []);
      assert.deepEqual(await list('ended', 1, over), [ended.id]);
      assert.deepEqual(await list('all', 9, foreign), []);
    },
  },
  {
    name: 'lists sent drops by their age, those of a time and those of one end alone',
    async run(database) {
      await addAccounts(database, alice, bob);
      const at = (label: string, createdAt: number, expiresAt = noon + day) =>
        sampleDispatch(alice, label, { createdAt, expiresAt });
      const [oldest, old] = [at('oldest', noon - 9, noon - 1), at('old', noon - 8)];
      const [twin, other] = [at('twin', noon - 5), at('other', noon - 5)];
      // Made before the others, and committed after them.
      const late = at('late', noon - 7);
      const overdue = at('overdue', noon - 2, noon);
      for (const each of [oldest, old, twin, other, late, overdue]) {
        await addDispatch(database, each, zoe);
      }
      await database.dispatches.end(oldest.id, noon - 1);
      await database.dispatches.end(late.id, noon - 3);
      const list = async (
        filter: SentFilter,
        more: Partial<Parameters<Database['sent']['list']>[1]> = {},
      ) => {
        const query = { filter, now: noon, endsBefore: noon, limit: 9, ...more };
        return (await database.sent.list(alice.id, query)).map(({ dispatch }) => dispatch.id);
      };
      const all = [overdue, other, twin, late, old, oldest].map(({ id }) => id);
      assert.deepEqual(await list('all'), all);
      assert.deepEqual(await list('expired'), [overdue.id, oldest.id]);
      assert.deepEqual(await list('revoked'), [late.id]);
      assert.deepEqual(await list('live'), [other.id, twin.id, old.id]);
      assert.deepEqual(await list('all', { after: other.id }), all.slice(2));
      assert.deepEqual(await list('all', { after: twin.id, limit: 1 }), [late.id]);
      const between = { createdFrom: noon - 8, createdBefore: noon - 5 };
      assert.deepEqual(await list('all', between), [late.id, old.id]);
      assert.deepEqual(await list('all', { ...between, after: overdue.id }), [late.id, old.id]);
      assert.deepEqual(await list('all', { ...between, after: late.id }), [old.id]);
      const gone = { after: idFor<Dispatch['id']>('gone') };
      assert.deepEqual(await list('all', gone), []);
      assert.deepEqual(await list('all', { ...gone, afterCreatedAt: noon - 6 }), all.slice(3));
    },
  },
  {
    name: 'shows a sent drop with all receivers and files, to its account alone',
    async run(database) {
      await fill(database);
      const whole = await database.sent.findWhole(alice.id, drop.id);
      assert.deepEqual(whole?.dispatch, drop);
      assert.deepEqual([whole.endedAt, whole.fileCount], [undefined, 2]);
      assert.deepEqual(whole.receivers, await database.sent.listReceivers(drop.id, { limit: 9 }));
      assert.deepEqual(
        whole.files,
        twoFiles.map(({ id, name, folder, nameInFolder, mediaType, sizeBytes, sha256 }) => ({
          ...{ id, name, folder, mediaType, sizeBytes, sha256 },
          ...(nameInFolder === undefined ? {} : { nameInFolder }),
        })),
      );
      assert.equal(await database.sent.findWhole(bob.id, drop.id), undefined);
      await database.files.shredDispatch(drop.id, noon);
      const shredded = await database.sent.findWhole(alice.id, drop.id);
      assert.deepEqual(
        shredded?.files.map(({ sha256 }) => sha256),
        [undefined, undefined],
      );
    },
  },
  {
    name: 'lists the deliveries of sent drops, as many drops as hold the receivers wanted',
    async run(database) {
      await fill(database);
      const second = sampleDispatch(alice, 'second');
      await addDispatch(database, second, zoe);
      await addDispatch(database, sampleDispatch(bob, 'foreign'), zoe);
      const list = async (query: Parameters<Database['sent']['listDeliveries']>[1]) =>
        (await database.sent.listDeliveries(alice.id, query)).map(
          ({ dispatch, fileCount, receivers }) => [
            dispatch.id,
            fileCount,
            ...receivers.map(({ email }) => email),
          ],
        );
      const both = [
        [second.id, 0, zoe],
        [drop.id, 2, zoe, adam],
      ];
      assert.deepEqual(await list({ limit: 3 }), both);
      assert.deepEqual(await list({ limit: 2 }), both);
      assert.deepEqual(await list({ limit: 1 }), both.slice(0, 1));
      assert.deepEqual(await list({ limit: 1, after: second.id }), both.slice(1));
      const begun = { limit: 1, after: drop.id, position: 0 };
      assert.deepEqual(await list(begun), [[drop.id, 2, adam]]);
      assert.deepEqual(await list({ ...begun, position: 1 }), []);
      assert.deepEqual(await list({ limit: 1, after: drop.id }), []);
      assert.deepEqual(await list({ limit: 9, createdFrom: noon + 1 }), []);
    },
  },
  {
    name: 'lists drops that end in the same instant once each',
    async run(database) {
      await addAccounts(database, alice);
      const drops = ['a', 'b', 'c'].map((label) =>
        sampleDispatch(alice, label, { expiresAt: noon + 1 }),
      );
      for (const each of drops) await addDispatch(database, each, zoe);
      const list = listIds(database);
      const seen: string[] = [];
      for (let last: Dispatch | undefined; seen.length < 4;) {
        const [id] = await list('ending', 1, last);
        if (id === undefined) break;
        seen.push(id);
        last = drops.find((each) => each.id === id);
      }
      assert.deepEqual(
        seen,
        drops.map(({ id }) => id),
      );
    },
  },
  {
    name: 'finds sent drops by message, file and receiver, a stretch at a time',
    async run(database) {
      await addAccounts(database, alice, bob);
      const asked = sampleDispatch(alice, 'asked', { message: 'The X-ray of 5_10 %' });
      const named = sampleDispatch(alice, 'named');
      const filed = sampleDispatch(alice, 'filed');
      const foreign = sampleDispatch(bob, 'foreign', { message: 'X-ray' });
      await addDispatch(database, asked, adam);
      await database.dispatches.add(named, [sampleReceiver(named, zoe, { nick: 'Ärztin ZOË' })]);
      await addDispatch(database, foreign, zoe);
      await addDispatch(database, filed, adam);
      await sendFiles(database, filed, sampleFile(alice, 'Überweisung.pdf'));
      const search = async (text: string, limit = 10, after?: Dispatch) => {
        const page = { limit, after: after?.id };
        const { drops, reached } = await database.sent.search(alice.id, text, page);
        return { ids: drops.map(({ dispatch }) => dispatch.id), reached };
      };
      assert.deepEqual((await search('x-RAY')).ids, [asked.id]);
      for (const text of ['überweis', 'ÜBERW', 'WEISUNG.p']) {
        assert.deepEqual((await search(text)).ids, [filed.id], text);
      }
      assert.deepEqual((await search('ärztin zoë')).ids, [named.id]);
      assert.deepEqual((await search('zoe@')).ids, [named.id]);
      assert.deepEqual((await search('5_10 %')).ids, [asked.id]);
      for (const text of ['5x10', '%%', 'nothing']) assert.deepEqual((await search(text)).ids, []);
      const first = await search('x-ray', 2);
      const reached = { id: named.id, createdAt: noon, isLast: false };
      assert.deepEqual(first, { ids: [], reached });
      const second = await search('x-ray', 2, named);
      assert.deepEqual(second.ids, [asked.id]);
      assert.equal(second.reached?.isLast, true);
      assert.deepEqual(await search('x-ray', 2, asked), { ids: [], reached: undefined });
      assert.deepEqual(await search('x-ray', 2, foreign), { ids: [], reached: undefined });
    },
  },
  {
    name: 'shows how far each receiver of a drop is, in order and page by page',
    async run(database) {
      await fill(database);
      const blank = {
        dispatchId: drop.id,
        openedAt: undefined,
        revokedAt: undefined,
        completedFiles: 0,
        completedAt: undefined,
      };
      const [first, second] = [
        { ...toZoe, ...blank, position: 0 },
        { ...toAdam, ...blank, position: 1 },
      ];
      const { sent } = database;
      assert.deepEqual(await sent.listReceivers(drop.id, { limit: 9 }), [first, second]);
      assert.deepEqual(await sent.listReceivers(drop.id, { limit: 1 }), [first]);
      assert.deepEqual(await sent.listReceivers(drop.id, { limit: 1, after: 0 }), [second]);
      assert.deepEqual(await sent.listReceiversOf([drop.id, idFor('none')]), [first, second]);
      assert.deepEqual(await sent.findReceiver(drop.id, toAdam.id), second);
      assert.equal(await sent.findReceiver(idFor('none'), toAdam.id), undefined);
      await database.dispatches.markOpened(toZoe.id, noon + 1);
      await database.dispatches.markOpened(toZoe.id, noon + 2);
      await database.dispatches.endLink(toAdam.id, noon + 3);
      await database.dispatches.endLink(toAdam.id, noon + 4);
      for (const [at, { id }] of twoFiles.entries()) {
        const download = {
          receiverId: toZoe.id,
          fileId: id,
          spans: [],
          completedAt: noon + 5 + at,
        };
        await database.downloads.save(download);
      }
      assert.deepEqual(await sent.listReceivers(drop.id, { limit: 9 }), [
        { ...first, openedAt: noon + 1, completedFiles: 2, completedAt: noon + 6 },
        { ...second, revokedAt: noon + 3, linkHash: undefined },
      ]);
      const link = { hash: hashFor('again'), generation: 1 };
      await database.dispatches.setLink(toAdam.id, link);
      const again = await sent.findReceiver(drop.id, toAdam.id);
      assert.deepEqual([again?.revokedAt, again?.linkGeneration], [undefined, 1]);
    },
  },
  {
    name: 'adds a receiver to a dispatch after the others, with a link that opens',
    async run(database) {
      await fill(database);
      const late = sampleReceiver(drop, 'late@example.com', { number: '4612' });
      await database.dispatches.addReceiver(drop.id, late);
      const found = await database.dispatches.find(drop.id);
      assert.deepEqual(found?.receivers, [toZoe, toAdam, late]);
      const delivery = await database.dispatches.findByLink(late.linkHash ?? hashFor(''), noon);
      assert.deepEqual(delivery?.receiver, late);
      assert.equal((await database.dispatches.listInbox(late.email, noon)).length, 1);
      await assert.rejects(database.dispatches.addReceiver(drop.id, late));
    },
  },
  {
    name: 'keeps what a sender changed later, the oldest first, as long as the dispatch',
    async run(database) {
      await fill(database);
      const extended = { at: noon + 1, expiresAt: noon + 9 * day };
      const added = { at: noon + 2, receiverId: toZoe.id };
      for (const change of [added, extended, added]) {
        await database.dispatches.noteChange(drop.id, change);
      }
      assert.deepEqual(await database.sent.listChanges(drop.id), [extended, added]);
      assert.deepEqual(await database.sent.listChanges(idFor('another drop')), []);
    },
  },
  {
    name: 'lists the files of a sent drop in order, page by page, ended or not',
    async run(database) {
      await fill(database);
      await database.dispatches.end(drop.id, noon);
      await database.files.shredDispatch(drop.id, noon);
      const list = async (limit: number, after?: (typeof twoFiles)[number]) =>
        await database.sent.listFiles(drop.id, { limit, after: after?.id });
      assert.deepEqual(namesOf(await list(9)), ['z.pdf', 'a.pdf']);
      const [first] = await list(1);
      const type = { mediaType: 'application/pdf', sha256: undefined };
      const place = { name: 'z.pdf', folder: 'b/c', nameInFolder: 'y.pdf' };
      assert.deepEqual(first, { id: twoFiles[0]?.id, ...place, sizeBytes: 1000, ...type });
      assert.deepEqual(namesOf(await list(9, twoFiles[0])), ['a.pdf']);
      assert.deepEqual(namesOf(await list(9, twoFiles[1])), []);
      assert.deepEqual(namesOf(await list(9, sampleFile(alice, 'other.pdf'))), []);
    },
  },
  {
    name: 'finds several drops of an account at once, and none of others',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [one, two, other] = ['one', 'two', 'other'].map((label) =>
        sampleDispatch(alice, label),
      );
      const foreign = sampleDispatch(bob, 'foreign');
      assert.ok(one && two && other);
      for (const each of [one, two, other, foreign]) await addDispatch(database, each, zoe);
      const asked = [one.id, foreign.id, two.id, idFor<typeof one.id>('none')];
      const found = await database.sent.listThese(alice.id, asked);
      assert.deepEqual(
        found.map(({ dispatch }) => dispatch.id),
        [two.id, one.id],
      );
      assert.deepEqual(found[1], await database.sent.find(alice.id, one.id));
      assert.deepEqual(await database.sent.listThese(alice.id, []), []);
    },
  },
];
