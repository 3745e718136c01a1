import assert from 'node:assert/strict';
import { hour } from '../../domain/model/clock.ts';
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

const zoe = 'zoe@example.com';
const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
const lent = sampleReceiver(grant, zoe);

/** What Zoe sends back to Alice through the grant. */
function sampleReturn(label: string, grantReceiverId = lent.id) {
  return sampleDispatch(alice, label, {
    kind: 'return',
    origin: { email: zoe, nick: 'Zoe', grantReceiverId },
  });
}

export const overviewCases: readonly DatabaseCase[] = [
  {
    name: 'shows a dispatch with everyone and everything in it, ended or not',
    async run(database) {
      await addAccounts(database, bob, alice);
      const drop = sampleDispatch(alice, 'drop');
      await addDispatch(database, drop, zoe, 'adam@example.com');
      const place = { folder: 'b/c', nameInFolder: 'z.pdf' };
      const files = [
        sampleFile(alice, 'z.pdf'),
        sampleFile(alice, 'z (2).pdf', { ...place, sizeBytes: 6e9 }),
      ];
      await sendFiles(database, drop, ...files);
      const receivers = [sampleReceiver(drop, zoe), sampleReceiver(drop, 'adam@example.com')];
      const shown = {
        dispatch: drop,
        endedAt: undefined,
        senderEmail: alice.email,
        receivers,
        files: [
          { id: files[0]?.id, name: 'z.pdf', folder: '', sizeBytes: 1000 },
          { id: files[1]?.id, name: 'z (2).pdf', ...place, sizeBytes: 6e9 },
        ],
      };
      assert.deepEqual(await database.dispatches.find(drop.id), shown);
      assert.deepEqual(await database.dispatches.listFiles(drop.id), shown.files);
      assert.equal(await database.dispatches.find(idFor('no such drop')), undefined);
      await database.dispatches.end(drop.id, noon + 1);
      await database.files.shredDispatch(drop.id, noon + 1);
      assert.deepEqual(await database.dispatches.find(drop.id), {
        ...shown,
        endedAt: noon + 1,
        receivers: receivers.map((receiver) => ({ ...receiver, linkHash: undefined })),
      });
      assert.deepEqual(await database.dispatches.listFiles(drop.id), shown.files);
      const [receiver] = receivers;
      const delivery = receiver && (await database.dispatches.findByReceiver(receiver.id));
      assert.equal(delivery?.endedAt, noon + 1);
    },
  },
  {
    name: 'lists dispatches newest first, of all accounts or of one',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [first, second] = [sampleDispatch(alice, 'first'), sampleDispatch(bob, 'second')];
      for (const dispatch of [first, second, grant]) await addDispatch(database, dispatch, zoe);
      await database.dispatches.end(first.id, noon);
      const list = async (filter: Parameters<typeof database.dispatches.list>[0]) =>
        (await database.dispatches.list(filter)).map(({ dispatch }) => dispatch.id);
      assert.deepEqual(await list({ limit: 10 }), [grant.id, second.id, first.id]);
      assert.deepEqual(await list({ limit: 2 }), [grant.id, second.id]);
      assert.deepEqual(await list({ accountId: alice.id, limit: 10 }), [grant.id, first.id]);
    },
  },
  {
    name: 'lists the live drops that end soon, the soonest first',
    async run(database) {
      await addAccounts(database, alice);
      const at = (label: string, expiresAt: number) => sampleDispatch(alice, label, { expiresAt });
      const [sooner, later] = [at('sooner', noon + 1), at('later', noon + hour - 1)];
      const ended = at('ended', noon + 2);
      const others = [ended, at('over', noon), at('long', noon + hour)];
      const soonGrant = { ...at('grant', noon + 3), kind: 'grant' as const };
      for (const dispatch of [later, sooner, soonGrant, ...others]) {
        await addDispatch(database, dispatch, zoe);
      }
      await database.dispatches.end(ended.id, noon);
      assert.deepEqual(await database.dispatches.listEnding(noon, noon + hour), [
        sooner.id,
        later.id,
      ]);
    },
  },
  {
    name: 'shows what came back in the inbox, under the one who sent it, and not in history',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, grant, zoe);
      const back = sampleReturn('back');
      const receiver = sampleReceiver(back, alice.email, { linkHash: undefined });
      await database.dispatches.add(back, [receiver]);
      await sendFiles(database, back, sampleFile(alice, 'signed.pdf'));
      const [entry, ...others] = await database.dispatches.listInbox(alice.email, noon);
      assert.deepEqual(others, []);
      assert.deepEqual([entry?.senderEmail, entry?.token], [zoe, receiver.inboxToken]);
      assert.deepEqual(namesOf(entry?.files ?? []), ['signed.pdf']);
      const found = await database.dispatches.findInInbox(alice.email, receiver.inboxToken, noon);
      assert.deepEqual(found, { dispatch: back, receiverId: receiver.id });
      const history = await database.dispatches.listHistory(alice.id);
      assert.deepEqual(
        history.map(({ dispatch }) => dispatch.id),
        [grant.id],
      );
      assert.equal(await database.dispatches.countLiveDrops(alice.id, noon), 0);
    },
  },
  {
    name: 'lists what came back through one receiver of a grant, ended or not, newest first',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, grant, zoe, 'adam@example.com');
      const ofAdam = sampleReturn('of adam', sampleReceiver(grant, 'adam@example.com').id);
      const [first, second] = [sampleReturn('first'), sampleReturn('second')];
      for (const back of [first, ofAdam, second]) {
        await database.dispatches.add(back, [
          sampleReceiver(back, alice.email, { linkHash: undefined }),
        ]);
      }
      await database.dispatches.end(first.id, noon);
      const returns = await database.dispatches.listReturns(lent.id);
      assert.deepEqual(
        returns.map(({ dispatch, endedAt, senderEmail }) => [dispatch, endedAt, senderEmail]),
        [
          [second, undefined, zoe],
          [first, noon, zoe],
        ],
      );
    },
  },
  {
    name: 'lists what one browser sent back through a link that several may have',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, grant, zoe);
      const [one, other] = [hashFor('one browser'), hashFor('another browser')];
      const sentBy = (label: string, visitorHash?: Buffer) => {
        const back = sampleReturn(label);
        const origin = { email: zoe, nick: 'Zoe', grantReceiverId: lent.id };
        return { ...back, origin: visitorHash ? { ...origin, visitorHash } : origin };
      };
      const [first, second] = [sentBy('first', one), sentBy('second', one)];
      for (const back of [first, sentBy('of another', other), sentBy('of nobody'), second]) {
        await database.dispatches.add(back, []);
      }
      const returns = await database.dispatches.listReturns(lent.id, one);
      assert.deepEqual(
        returns.map(({ dispatch }) => dispatch),
        [second, first],
      );
      assert.equal((await database.dispatches.listReturns(lent.id)).length, 4);
    },
  },
  {
    name: 'sums up what came back through one receiver of a grant, ended or not',
    async run(database) {
      await addAccounts(database, alice);
      await addDispatch(database, grant, zoe, 'adam@example.com');
      const sum = () => database.dispatches.sumReturns(lent.id);
      assert.deepEqual(await sum(), { returns: 0, files: 0, bytes: 0 });
      const ofAdam = sampleReturn('of adam', sampleReceiver(grant, 'adam@example.com').id);
      const [first, second] = [sampleReturn('first'), sampleReturn('second')];
      for (const back of [first, ofAdam, second]) {
        await database.dispatches.add(back, []);
        await sendFiles(
          database,
          back,
          sampleFile(alice, `${back.id} a`, { sizeBytes: 6e9 }),
          sampleFile(alice, `${back.id} b`, { sizeBytes: 1 }),
        );
      }
      await database.dispatches.end(first.id, noon);
      await database.files.shredDispatch(first.id, noon);
      assert.deepEqual(await sum(), { returns: 2, files: 4, bytes: 12e9 + 2 });
    },
  },
];
