import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import { addDeadAndForeign } from './dispatch-cases.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';

const zoe = 'zoe@example.com';

export const inboxCases: readonly DatabaseCase[] = [
  {
    name: 'shows an address what was sent to it, newest first, file by file',
    async run(database) {
      await addAccounts(database, alice, bob);
      const older = sampleDispatch(alice, 'older');
      const newer = sampleDispatch(bob, 'newer', { secondFactor: 'sms' });
      await addDispatch(database, older, 'adam@example.com', zoe);
      await addDispatch(database, newer, zoe);
      const file = sampleFile(alice, 'a.pdf', { sizeBytes: 6_000_000_000 });
      await sendFiles(database, older, file);
      const { name, mediaType, sizeBytes, sha256 } = file;
      const common = { createdAt: noon, expiresAt: older.expiresAt, ttl: '86400' };

      assert.deepEqual(await database.dispatches.listInbox(zoe, noon), [
        {
          ...common,
          token: sampleReceiver(newer, zoe).inboxToken,
          senderEmail: bob.email,
          secondFactor: 'sms',
          files: [],
        },
        {
          ...common,
          token: sampleReceiver(older, zoe).inboxToken,
          senderEmail: alice.email,
          secondFactor: 'off',
          files: [{ name, mediaType, sizeBytes, sha256 }],
        },
      ]);
    },
  },
  {
    name: 'hides from an inbox what is over, is no drop, or was sent to others',
    async run(database) {
      await addAccounts(database, alice);
      await addDeadAndForeign(database, zoe);
      await addDispatch(database, sampleDispatch(alice, 'foreign'), 'zoe@example.org', alice.email);
      assert.deepEqual(await database.dispatches.listInbox(zoe, noon), []);
      const last = sampleDispatch(alice, 'last moment', { expiresAt: noon + 1 });
      await addDispatch(database, last, zoe);
      assert.equal((await database.dispatches.listInbox(zoe, noon)).length, 1);
    },
  },
  {
    name: 'opens an inbox token to its own address, while the drop lives',
    async run(database) {
      await addAccounts(database, alice);
      const drop = sampleDispatch(alice, 'drop', { message: 'Hello' });
      await addDispatch(database, drop, zoe, 'adam@example.com');
      const { id: receiverId, inboxToken: token } = sampleReceiver(drop, zoe);
      const { dispatches } = database;
      const found = await dispatches.findInInbox(zoe, token, drop.expiresAt - 1);
      assert.deepEqual(found, { dispatch: drop, receiverId });
      assert.equal(await dispatches.findInInbox(zoe, token, drop.expiresAt), undefined);
      assert.equal(await dispatches.findInInbox('adam@example.com', token, noon), undefined);
      assert.equal(await dispatches.findInInbox(alice.email, token, noon), undefined);
      assert.equal(await dispatches.findInInbox(zoe, idFor('no such token'), noon), undefined);
      await database.dispatches.end(drop.id, noon);
      assert.equal(await dispatches.findInInbox(zoe, token, noon), undefined);
    },
  },
  {
    name: 'opens no inbox token of a grant',
    async run(database) {
      await addAccounts(database, alice);
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
      await addDispatch(database, grant, zoe);
      const { inboxToken } = sampleReceiver(grant, zoe);
      assert.equal(await database.dispatches.findInInbox(zoe, inboxToken, noon), undefined);
    },
  },
];
