import assert from 'node:assert/strict';
import type { Visitor } from '../../domain/model/visit.ts';
import type { FileId } from '../../domain/model/ids.ts';
import { noAddress } from '../../domain/model/dispatch.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice } from './database-case.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const link = sampleReceiver(drop, noAddress);
const one: Visitor = { receiverId: link.id, visitorHash: hashFor('one browser') };
const other: Visitor = { receiverId: link.id, visitorHash: hashFor('another browser') };
const part = {
  ...one,
  fileId: idFor<FileId>('file'),
  spans: [{ start: 0, end: 5 }],
  completedAt: noon,
} as const;

export const visitCases: readonly DatabaseCase[] = [
  {
    name: 'keeps what each browser has of a link for anyone, until the link ends',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, link]);
      const { visits } = database;
      const download = { ...part, spans: [...part.spans] };
      await visits.save({ ...download, completedAt: undefined });
      await visits.save(download);
      await visits.save({ ...download, ...other, spans: [] });
      assert.deepEqual(await visits.find(one, part.fileId), download);
      assert.deepEqual(await visits.listFor(one), [download]);
      assert.equal(await visits.find(one, idFor('other file')), undefined);
      assert.deepEqual((await visits.find(other, part.fileId))?.spans, []);
      await database.dispatches.endLink(link.id, noon);
      assert.deepEqual(await visits.listFor(one), []);
    },
  },
  {
    name: 'counts each browser with a link for anyone once, and keeps the counts',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [zoe, link]);
      const { visits, sent } = database;
      assert.equal(await visits.countOpened(one, noon), true);
      assert.equal(await visits.countOpened(one, noon + 1), false);
      assert.equal(await visits.countOpened(other, noon), true);
      await visits.countDownload(link.id);
      assert.deepEqual(await visits.listFor(one), []);
      await database.dispatches.end(drop.id, noon);
      const [found] = (await sent.find(alice.id, drop.id))?.anyoneLinks ?? [];
      assert.deepEqual([found?.id, found?.opened, found?.downloads], [link.id, 2, 1]);
    },
  },
  {
    name: 'lists and counts a link for anyone as no receiver',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [link, zoe]);
      const { sent, dispatches, downloads } = database;
      const found = await sent.find(alice.id, drop.id);
      assert.deepEqual([found?.receiverCount, found?.allReceivers], [1, 1]);
      assert.deepEqual(
        found?.firstReceivers.map(({ email }) => email),
        [zoe.email],
      );
      const whole = await sent.findWhole(alice.id, drop.id);
      assert.deepEqual(
        whole?.receivers.map(({ id }) => id),
        [zoe.id],
      );
      assert.equal(whole.anyoneLinks.length, 1);
      const listed = await sent.listReceivers(drop.id, { limit: 9 });
      assert.deepEqual(
        listed.map(({ id }) => id),
        [zoe.id],
      );
      assert.equal(await sent.findReceiver(drop.id, link.id), undefined);
      const [entry] = await dispatches.listHistory(alice.id);
      assert.deepEqual(
        entry?.receivers.map(({ id }) => id),
        [zoe.id],
      );
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
      await database.dispatches.add(grant, [sampleReceiver(grant, noAddress)]);
      const [asked] = await dispatches.listHistory(alice.id, 1);
      assert.deepEqual(
        asked?.receivers.map(({ email }) => email),
        [noAddress],
      );
      await dispatches.endLink(zoe.id, noon);
      assert.equal(await downloads.hasEveryReceiver(drop.id), true);
    },
  },
];

export const visitFaults: readonly Fault[] = [
  {
    fault: 'counts a browser each time',
    caughtBy: 'counts each browser with a link for anyone once, and keeps the counts',
    breakRepositories: but('visits', (visits) => ({
      async countOpened(visitor, at) {
        await visits.countOpened({ ...visitor, visitorHash: hashFor(String(at)) }, at);
        return true;
      },
    })),
  },
  {
    fault: 'forgets what a browser has',
    caughtBy: 'keeps what each browser has of a link for anyone, until the link ends',
    breakRepositories: without('visits', 'save'),
  },
  {
    fault: 'counts a link for anyone among the receivers',
    caughtBy: 'lists and counts a link for anyone as no receiver',
    breakRepositories: but('sent', (sent) => ({
      async find(accountId, id) {
        const found = await sent.find(accountId, id);
        return found && { ...found, allReceivers: found.allReceivers + found.anyoneLinks.length };
      },
    })),
  },
];
